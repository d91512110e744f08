import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, holdsSeveralValues, kindOf, targetOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { isMaskedForOfficers } from '#server/read/field/masked-columns.ts';

type Row = Record<string, unknown>;

/** Rows of a resource in the sandbox. */
export const sandboxRowCount = 25;

/** How personal data with a mask is answered. */
interface SandboxReading {
  readonly engine: Pick<Engine, 'find' | 'reference'>;
  readonly masked: boolean;
}

const exampleOf = (one: AnyField): unknown => (hasColumn(one) ? (kindOf(one).example(one.options) ?? null) : null);

/** The example of a field in the row with this key: rows differ in options and days, so that filters tell them apart. */
function exampleInRow(one: AnyField, id: number): unknown {
  const example = exampleOf(one);
  const kind = kindOf(one);
  if (kind.chosen === 'once' && typeof example === 'string') {
    const options = Object.keys((one.options as { options?: object }).options ?? {});
    return options[id % options.length] ?? example;
  }
  if (kind.comparison === 'moment' && typeof example === 'number') return example + id * 86_400;
  if (kind.column === 'date' && typeof example === 'string') return addDays(example, id);
  return example;
}

/** Titles that people write freely have the key at their end. */
function exampleTitle(one: AnyField, id: number): unknown {
  const example = exampleOf(one);
  if (kindOf(one).name !== 'text' || typeof example !== 'string') return exampleInRow(one, id);
  const { max } = one.options as { max?: number };
  const numbered = `${example}${id}`;
  return max !== undefined && numbered.length > max ? example : numbered;
}

const masked = (one: AnyField, value: unknown): unknown => {
  const { maskValue } = kindOf(one);
  return typeof value === 'string' && maskValue ? maskValue(value) : value;
};

/** The row that a reference names, as lists and records carry it. Undefined: they carry none. */
function inventedRelation(
  name: string,
  one: AnyField,
  value: unknown,
  { find, reference }: SandboxReading['engine'],
): unknown {
  const named = targetOf(one);
  if (!named?.carried || named.key === name) return undefined;
  const target = find(named.resource);
  const title = target && allColumnsOf(target)[target.title];
  const carry = (key: unknown): Row | undefined => {
    if (named.key !== 'code')
      return target && { id: key, [target.title]: title ? exampleTitle(title, Number(key)) : null };
    const division = reference.areas().get(String(key));
    return division && { code: division.code, name: division.name, full_name: division.full_name };
  };
  if (holdsSeveralValues(one)) return [value ?? []].flat().flatMap((key) => carry(key) ?? []);
  return value === null ? null : (carry(value) ?? null);
}

/** An invented row in plain, without what belongs to other rows. */
export function inventedRow(resource: AnyResource, id: number): Row {
  const row: Row = {};
  for (const [name, one] of Object.entries(allColumnsOf(resource)))
    row[name] = name === resource.title ? exampleTitle(one, id) : exampleInRow(one, id);
  // archived rows are in no list
  if (resource.archived !== undefined) row[resource.archived] = '0';
  return { ...row, id, version: 1, createtime: 1_767_225_600 + id * 3600, updatetime: 1_767_225_600 + id * 3600 };
}

/**
 * An invented row of a resource, from the examples of its fields: the same for every call, with the names of the rows that it
 * refers to, as a stored row is answered.
 */
export function sandboxRow(resource: AnyResource, id: number, { engine, masked: isMasked }: SandboxReading): Row {
  const row = inventedRow(resource, id);
  for (const [name, one] of Object.entries(allColumnsOf(resource))) {
    if (isMasked && isMaskedForOfficers(one)) row[name] = masked(one, row[name]);
    const relation = inventedRelation(name, one, row[name], engine);
    if (relation !== undefined) row[relationNameOf(name)] = relation;
  }
  const title = allColumnsOf(resource)[resource.title];
  if (resource.heading && title) row._heading = String(exampleOf(title) ?? id);
  return row;
}
