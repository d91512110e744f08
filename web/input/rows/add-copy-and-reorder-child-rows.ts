import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';

let made = 0;

/** A new row with the declared initial values. */
export function newChildRow(fields: Readonly<Record<string, AnyField>>): ChildRow {
  const values = Object.entries(fields).flatMap(([name, one]) => {
    const begun = one.initial ?? kindOf(one).blank;
    return begun === undefined ? [] : [[name, begun]];
  });
  return { key: `new-${++made}`, ...Object.fromEntries(values) };
}

/** A copy as a new row, without unique and masked values. */
export function copyChildRow(row: ChildRow, fields: Readonly<Record<string, AnyField>>): ChildRow {
  const values = Object.entries(fields).flatMap(([name, one]) =>
    one.privacy || one.unique || !Object.hasOwn(row, name)
      ? []
      : [[name, isChildList(one) && Array.isArray(row[name]) ? [] : row[name]]],
  );
  return { key: `new-${++made}`, ...Object.fromEntries(values) };
}

export const childRowKey = (row: ChildRow): string => row.key ?? `id-${row.id}`;

/** Moves a row to another place. */
export function reorderRow<T>(rows: readonly T[], from: number, to: number): T[] {
  const left = rows.filter((_, at) => at !== from);
  return [...left.slice(0, to), ...rows.slice(from, from + 1), ...left.slice(to)];
}
