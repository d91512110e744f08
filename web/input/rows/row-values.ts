import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import type { ChildRow } from '#web/resource/child-rows.ts';

let made = 0;

/** A new row with the declared initial values. */
export function newRow(fields: Readonly<Record<string, AnyField>>): ChildRow {
  const values = Object.entries(fields).flatMap(([name, one]) => {
    const begun = one.initial ?? kindOf(one).blank;
    return begun === undefined ? [] : [[name, begun]];
  });
  return { key: `new-${++made}`, ...Object.fromEntries(values) };
}

/** A copy as a new row, without unique and masked values. */
export function copyRow(row: ChildRow, fields: Readonly<Record<string, AnyField>>): ChildRow {
  const values = Object.entries(fields).flatMap(([name, one]) =>
    one.privacy || one.unique || !Object.hasOwn(row, name)
      ? []
      : [[name, isList(one) && Array.isArray(row[name]) ? [] : row[name]]],
  );
  return { key: `new-${++made}`, ...Object.fromEntries(values) };
}

export const keyOf = (row: ChildRow): string => row.key ?? `id-${row.id}`;

/** Moves a row to another place. */
export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  const left = rows.filter((_, at) => at !== from);
  return [...left.slice(0, to), ...rows.slice(from, from + 1), ...left.slice(to)];
}

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
