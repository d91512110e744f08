import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, isPolymorphicReference, kindOf, targetOf } from '#kernel/field/field.ts';
import { parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import type { RequestedValue } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { columnEqualsAnyKey } from '#server/db/column-equals-any-key-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';

export const isPersonalField = (one: AnyField | undefined): boolean =>
  one !== undefined && (one.privacy !== undefined || kindOf(one).sealed === true);

/** A value in wire form as displayed to those who see the row. */
export const maskValue = (one: AnyField, value: unknown): unknown =>
  value !== null && isPersonalField(one) ? (kindOf(one).maskValue?.(String(value)) ?? '***') : value;

/** Values as readable text, although the row does not have them: rows and areas by name, personal data masked. */
export async function formatFieldValues(
  { engine, resource }: { readonly engine: Engine; readonly resource: AnyResource },
  db: Queryable,
  values: Readonly<Record<string, unknown>>,
  mask = maskValue,
): Promise<RequestedValue[]> {
  const shown: RequestedValue[] = [];
  for (const [key, value] of Object.entries(values)) {
    const one = resource.fields[key];
    if (!one) throw new Error(`${resource.name}: ${key} is to be shown, which is no field`);
    const to = mask(one, value);
    const shownText = to === null ? '' : ((await nameValue(engine, db, one, to)) ?? String(to));
    shown.push({ key, value: shownText, ...(shownText === to ? {} : { to }) });
  }
  return shown;
}

/** Text of a value that names something or is structured; undefined if the value is its own text. */
async function nameValue(engine: Engine, db: Queryable, one: AnyField, value: unknown): Promise<string | undefined> {
  const named = targetOf(one);
  if (named?.key === 'code') return engine.reference.areas().get(String(value))?.full_name ?? undefined;
  if (named)
    return titlesOf(engine, db, named.resource, holdsSeveralValues(one) ? (value as number[]) : [Number(value)]);
  const row = isPolymorphicReference(one) ? parseRowReference(value) : undefined;
  if (row) return titlesOf(engine, db, row.to, [row.id]);
  return typeof value === 'object' ? kindOf(one).toText?.(value, one.options, 'zh-cn') : undefined;
}

/** Titles of rows, masked if they are personal data. */
async function titlesOf(
  engine: Engine,
  db: Queryable,
  name: string,
  keys: readonly number[],
): Promise<string | undefined> {
  const target = engine.find(name);
  if (!target) return undefined;
  const rows = await db.rows<{ title: string | null }>(
    sql`select ${sql.raw(headingSql(target, engine.find, undefined, 'r'))} as title from ${sql.id(tableOf(target))} r where ${columnEqualsAnyKey(sql`r.id`, keys)} order by r.id`,
  );
  return rows.map(({ title }) => title ?? '').join('、');
}
