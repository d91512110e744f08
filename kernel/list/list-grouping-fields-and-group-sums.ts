import type { AnyField } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { hasColumn, holdsSeveralValues, kindOf, targetOf } from '../field/field.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import { quantitiesOf } from './fields-that-add-up-over-rows.ts';

/** How rows are grouped: by the value of an option, a referenced row, a division, or the month of a date. */
export type Grouping = 'value' | 'row' | 'division' | 'month';

/**
 * How rows are grouped by a field, taken from the declaration as the caller sees it. Undefined: they cannot be grouped
 * by it.
 */
export function groupingOf(field: AnyField): Grouping | undefined {
  // The sizes of groups would disclose masked values, and values that the caller can read in some rows only.
  if (!hasColumn(field) || field.privacy || field.reads !== undefined) return undefined;
  if (field.filter === false || field.list === 'never' || holdsSeveralValues(field)) return undefined;
  const kind = kindOf(field);
  if (kind.column.endsWith('[]')) return undefined;
  const target = targetOf(field);
  if (target) return target.key === 'code' ? 'division' : target.carried ? 'row' : undefined;
  if (kind.dated) return 'month';
  return kind.apart && kind.choices ? 'value' : undefined;
}

/** The fields by which lists can be grouped, the state first. Trees cannot be grouped. */
export function fieldsToGroupListBy(resource: AnyResource): string[] {
  if (resource.tree) return [];
  const names = Object.entries(allColumnsOf(resource)).flatMap(([name, field]) => (groupingOf(field) ? [name] : []));
  return names.sort((one, other) => Number(other === 'status') - Number(one === 'status'));
}

/** The fields whose sums appear in the header of a group. */
export const fieldsSummedPerGroup = (resource: AnyResource): string[] =>
  quantitiesOf(resource).filter((name) => {
    const field = resource.fields[name];
    return field && hasColumn(field) && !field.privacy && field.reads === undefined && field.list !== 'never';
  });

/** One group of a list. */
export interface RowGroup {
  /**
   * The common value of its rows in wire form; for dates the month (`2026-11`) or the day. Null: the rows have no
   * value.
   */
  readonly key: string | number | null;
  /** The name of the row or division that the key stands for. */
  readonly name?: string | null;
  readonly count: number;
  /** Sums in wire form, by field. */
  readonly sums: Readonly<Record<string, string | number | null>>;
}

/** Maximum number of groups in a response. */
export const maxGroups = 200;
