import type { AnyField } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { hasColumn, holdsSeveral, kindOf, targetOf } from '../field/field.ts';
import { allFields } from './columns.ts';

/** What rows are put together by: a value with a word, a row they refer to, a division, or the month of a date. */
export type Grouping = 'value' | 'row' | 'division' | 'month';

/** How the rows of a list are put together by a field; undefined: not at all. Of a resource as its reader knows it. */
export function groupingOf(field: AnyField): Grouping | undefined {
  // what is read in some rows alone, or masked, would be told by the size of a group
  if (!hasColumn(field) || field.privacy || field.reads !== undefined) return undefined;
  if (field.filter === false || field.list === 'never' || holdsSeveral(field)) return undefined;
  const kind = kindOf(field);
  if (kind.column.endsWith('[]')) return undefined;
  const target = targetOf(field);
  if (target) return target.key === 'code' ? 'division' : target.carried ? 'row' : undefined;
  if (kind.dated) return 'month';
  return kind.apart && kind.choices ? 'value' : undefined;
}

/** Fields the rows of a list can be put together by, its state first. Trees have an order of their own. */
export function groupFields(resource: AnyResource): string[] {
  if (resource.tree) return [];
  const names = Object.entries(allFields(resource)).flatMap(([name, field]) => (groupingOf(field) ? [name] : []));
  return names.sort((one, other) => Number(other === 'status') - Number(one === 'status'));
}

/** Fields whose sum stands at the head of a group. */
export const summedFields = (resource: AnyResource): string[] =>
  Object.entries(allFields(resource)).flatMap(([name, field]) =>
    kindOf(field).sums && hasColumn(field) && !field.privacy && field.reads === undefined && field.list !== 'never'
      ? [name]
      : [],
  );

/** One group of a list. */
export interface RowGroup {
  /** What its rows have in common, as the wire has it; of a date `2026-11`, or its day. Null: nothing. */
  readonly key: string | number | null;
  /** What the row or division is called. */
  readonly name?: string | null;
  readonly count: number;
  /** Sums in wire form, by field. */
  readonly sums: Readonly<Record<string, string | number | null>>;
}

/** Groups of one answer at the most. */
export const maxGroups = 200;
