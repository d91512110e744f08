import type { AnyField } from '#kernel/declaration/field.ts';
import { holdsSeveralValues, isPolymorphicReference, targetOf } from '#kernel/field/field.ts';
import { parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { divisionNameIn } from '#server/system/division-name.ts';

/** A field that refers to rows, and its value. */
type ReferenceValue = readonly [field: AnyField, value: unknown];

/** The resource and the keys that a value refers to. */
function named([field, value]: ReferenceValue): { to: string; ids: readonly number[] } | undefined {
  const target = targetOf(field);
  if (isPolymorphicReference(field)) {
    const row = parseRowReference(value);
    return row && { to: row.to, ids: [row.id] };
  }
  if (!target || target.key === 'code') return undefined;
  const ids = (holdsSeveralValues(field) && Array.isArray(value) ? (value as unknown[]) : [value]).map(Number);
  return { to: target.resource, ids: ids.filter((id) => Number.isSafeInteger(id) && id > 0) };
}

/**
 * Current titles of referenced rows and areas, with one statement per resource. Undefined: the value refers to nothing,
 * or the row is gone.
 */
export async function readTitlesOfReferences(
  { db, find, reference }: Pick<Engine, 'db' | 'find' | 'reference'>,
  values: readonly ReferenceValue[],
  locale: Locale,
): Promise<(field: AnyField, value: unknown) => string | undefined> {
  const requested = new Map<string, Set<number>>();
  for (const value of values) {
    const rows = named(value);
    for (const id of rows?.ids ?? [])
      requested.set(rows?.to ?? '', (requested.get(rows?.to ?? '') ?? new Set()).add(id));
  }
  const titles = new Map<string, string>();
  for (const [name, ids] of requested) {
    const target = find(name);
    if (!target) continue;
    const rows = await db.rows<{ id: number; title: string | null }>(
      sql`select r.id, ${sql.raw(headingSql(target, find, locale, 'r'))} as title from ${sql.id(tableOf(target))} r where r.id = any(${[...ids]}::bigint[])`,
    );
    for (const { id, title } of rows) titles.set(`${name} ${id}`, title ?? '');
  }
  return (field, value) => {
    if (value === null || value === undefined) return undefined;
    if (targetOf(field)?.key === 'code')
      return typeof value === 'string' ? divisionNameIn(reference.areas(), value, locale) : undefined;
    const rows = named([field, value]);
    const names = rows?.ids.map((id) => titles.get(`${rows.to} ${id}`) ?? `#${id}`);
    return names && names.length > 0 ? names.join('、') : undefined;
  };
}
