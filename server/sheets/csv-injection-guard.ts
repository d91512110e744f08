/** Spreadsheet programs in East Asia accept full-width signs too. */
const formulaStarts = '=+-@\t\r\n＝＋－＠';

/** Whether a text begins a formula, ignoring leading apostrophes. */
function beginsFormula(cell: string): boolean {
  let at = 0;
  while (cell[at] === "'") at++;
  return formulaStarts.includes(cell[at] ?? ' ');
}

/**
 * Prefixes an apostrophe to texts that spreadsheet programs would run as formulas (CSV injection). Texts that begin
 * with apostrophes and a formula get one more, so that {@link unguardFormula} restores every text.
 */
export function guardFormula(cell: string): string {
  return beginsFormula(cell) ? `'${cell}` : cell;
}

/** Reverses {@link guardFormula}. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && beginsFormula(cell) ? cell.slice(1) : cell;
}
