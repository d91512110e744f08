/** Reads cells of a spreadsheet from clipboard text: tabs between cells, quotes around cells with line breaks. */
export function cellsFromText(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const clean = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < clean.length; at++) {
    const one = clean[at] as string;
    if (quoted) {
      if (one !== '"') cell += one;
      else if (clean[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (one === '"' && cell === '') quoted = true;
    else if (one === '\t') {
      row.push(cell);
      cell = '';
    } else if (one === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += one;
  }
  rows.push([...row, cell]);
  return rows;
}

/** Writes cells as clipboard text for a spreadsheet. */
export const textFromCells = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
