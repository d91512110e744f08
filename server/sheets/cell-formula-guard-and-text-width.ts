const maxNumberLength = 17;

const plainNumber = /^-?\d{1,15}(\.\d+)?$/;

/** Whether a text survives conversion to a number cell unchanged: no leading zeros, at most 15 digits. */
export function isPlainNumber(cell: string): boolean {
  return (
    cell.length <= maxNumberLength &&
    plainNumber.test(cell) &&
    cell.replace(/\D/g, '').length <= 15 &&
    !/^-?0\d/.test(cell)
  );
}

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

/** Width of a text in characters of Latin width: Han and other wide characters count as two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return width;
}
