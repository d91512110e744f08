import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, holdsSeveralValues, kindOf, targetOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
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

const maskedExample = (one: AnyField): unknown => {
  const value = exampleOf(one);
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
    if (named.key !== 'code') return target && { id: key, [target.title]: title ? exampleOf(title) : null };
    const division = reference.areas().get(String(key));
    return division && { code: division.code, name: division.name, full_name: division.full_name };
  };
  if (holdsSeveralValues(one)) return [value ?? []].flat().flatMap((key) => carry(key) ?? []);
  return value === null ? null : (carry(value) ?? null);
}

/**
 * An invented row of a resource, from the examples of its fields: the same for every call, with the names of the rows that it
 * refers to, as a stored row is answered.
 */
export function sandboxRow(resource: AnyResource, id: number, { engine, masked }: SandboxReading): Row {
  const row: Row = {};
  for (const [name, one] of Object.entries(allColumnsOf(resource))) {
    row[name] = masked && isMaskedForOfficers(one) ? maskedExample(one) : exampleOf(one);
    const relation = inventedRelation(name, one, row[name], engine);
    if (relation !== undefined) row[relationNameOf(name)] = relation;
  }
  const title = allColumnsOf(resource)[resource.title];
  if (resource.heading && title) row._heading = String(exampleOf(title) ?? id);
  const states = Object.keys(resource.life?.states ?? {});
  if (states.length > 0) row.status = states[id % states.length];
  return { ...row, id, version: 1, createtime: 1_767_225_600 + id * 3600, updatetime: 1_767_225_600 + id * 3600 };
}
