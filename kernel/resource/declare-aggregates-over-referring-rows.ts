import type { AnyField } from '../declaration/field.ts';
import type { ReferringRowsAggregate } from '../declaration/field-value-computed-from-referring-rows.ts';
import type { AnyResource } from '../declaration/resource.ts';
import type { RowCondition } from '../declaration/row-condition-and-move-guard.ts';
import { checkConditionDeclarations } from '../field/check-condition-and-guard-declarations.ts';
import { hasColumn, kindOf } from '../field/field.ts';
import { isInteger } from '../kind/number.ts';
import { allColumnsOf } from './all-columns-of-resource.ts';
import { refersTo } from './reference-fields-pointing-to-resource.ts';

/**
 * The number of rows that refer to this one, for `from` of a field: `field.integer(label, { from:
 * countOf('enterprise/licence', 'enterprise_id') })`. `of` is the other resource, `by` its reference field.
 */
export const countOf = (of: string, by: string, where?: readonly RowCondition[]): ReferringRowsAggregate => ({
  how: 'count',
  of,
  by,
  ...(where ? { where } : {}),
});

/** The sum of a field over the rows that refer to this one. Without rows it is 0. */
export const sumOf = (
  of: string,
  by: string,
  value: string,
  where?: readonly RowCondition[],
): ReferringRowsAggregate => ({
  how: 'sum',
  of,
  by,
  value,
  ...(where ? { where } : {}),
});

/**
 * A field of the latest row that refers to this one, by the field `at` (default: the newest row). Without rows it is
 * empty.
 */
export const latestOf = (
  of: string,
  by: string,
  value: string,
  { at, where }: { at?: string; where?: readonly RowCondition[] } = {},
): ReferringRowsAggregate => ({ how: 'latest', of, by, value, ...(at ? { at } : {}), ...(where ? { where } : {}) });

/** The fields of the other rows on which the value depends. */
export const fieldsUsedByAggregate = ({ by, value, at, where = [] }: ReferringRowsAggregate): readonly string[] =>
  [by, value, at, ...where.map(([name]) => name)].filter((name) => name !== undefined);

/** The fields of a resource that are computed from referring rows (`from`). */
export function aggregateFieldsOf(
  resource: AnyResource,
): readonly (readonly [name: string, one: AnyField, from: ReferringRowsAggregate])[] {
  let aggregates = cache.get(resource);
  if (!aggregates) {
    aggregates = Object.entries<AnyField>(resource.fields).flatMap(([name, one]) =>
      one.from ? [[name, one, one.from] as const] : [],
    );
    cache.set(resource, aggregates);
  }
  return aggregates;
}
const cache = new WeakMap<AnyResource, readonly (readonly [string, AnyField, ReferringRowsAggregate])[]>();

/** Throws if a computed field depends on rows or fields that do not exist. */
export function checkAggregates(resources: readonly AnyResource[]): void {
  const byName = new Map(resources.map((one) => [one.name, one]));
  for (const resource of resources) {
    for (const [name, one, from] of aggregateFieldsOf(resource)) {
      const wrong = faultOf(resource, one, from, byName.get(from.of));
      if (wrong) throw new Error(`${resource.name}.${name}: ${wrong}`);
    }
  }
}

function faultOf(
  resource: AnyResource,
  one: AnyField,
  from: ReferringRowsAggregate,
  of: AnyResource | undefined,
): string | undefined {
  if (!of) return `${from.of} is not declared`;
  const by = of.fields[from.by];
  if (!by || !hasColumn(by) || !refersTo(by, resource))
    return `${from.of}.${from.by} is not a reference to ${resource.name}`;
  try {
    checkConditionDeclarations(`aggregate of ${of.name}`, from.where ?? [], allColumnsOf(of));
  } catch (error) {
    return (error as Error).message;
  }
  if (from.how === 'count') return isInteger(one) ? undefined : 'a count must be an integer field';
  const value = of.fields[String(from.value)];
  if (!value || !hasColumn(value) || value.privacy) return `${from.of}.${from.value} has no column or is personal data`;
  if (value.kind !== one.kind) return `${from.of}.${from.value} is of kind ${value.kind}, not ${one.kind}`;
  if (from.how === 'sum' && !kindOf(value).sums) return `${from.of}.${from.value} cannot be summed`;
  const at = from.at === undefined ? undefined : allColumnsOf(of)[from.at];
  if (from.at !== undefined && !(at && hasColumn(at))) return `${from.of} has no column ${from.at}`;
  return undefined;
}
