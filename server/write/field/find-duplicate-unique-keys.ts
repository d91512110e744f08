import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { columnForEquality } from '#server/read/condition/compile-column-conditions-to-sql.ts';

type Values = Readonly<Record<string, unknown>>;

/** The unique constraints of a resource, each as the fields that are unique together. */
export const uniqueRules = (resource: AnyResource): (readonly [string, ...string[]])[] =>
  Object.entries<AnyField>(resource.fields).flatMap(([name, one]) =>
    one.unique ? [[name, ...(one.unique === true ? [] : one.unique)] as [string, ...string[]]] : [],
  );

/** The key of a row under a constraint. Undefined: a part is empty, so it cannot collide. */
export function uniqueKey(resource: AnyResource, rule: readonly string[], stored: Values): string | undefined {
  const key = rule.map((name) => comparable(resource, name, stored[name]));
  return key.every((part) => part !== null) ? JSON.stringify(key) : undefined;
}

/**
 * Those keys of a constraint ({@link uniqueKey}) that rows of the table already have, except the excluded rows. One
 * query for all; the unique index has the final decision.
 */
export async function findDuplicateKeys(
  db: Queryable,
  resource: AnyResource,
  rule: readonly string[],
  keys: readonly string[],
  except: readonly number[] = [],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const columns = rule.map((name) => comparedColumn(resource, name));
  const first = keys.map((key) => (JSON.parse(key) as string[])[0] as string);
  const found = await db.rows<{ key: string[] }>(sql`
    select array[${sql.join(columns, ', ')}] as key from ${sql.id(tableOf(resource))} t
    where ${columns[0] as Sql} = any(${first}::text[])${except.length > 0 ? sql` and t.id <> all(${except}::bigint[])` : sql.empty}`);
  return new Set(found.map(({ key }) => JSON.stringify(key)));
}

/** A stored value as comparable text: the hash of an encrypted value, letters and digits of a number. */
function comparable(resource: AnyResource, name: string, stored: unknown): string | null {
  if (stored === null || stored === undefined) return null;
  const one = allColumnsOf(resource)[name];
  if (one && kindOf(one).sealed) return (JSON.parse(String(stored)) as { hash: string }).hash;
  return (one && kindOf(one).compact?.(String(stored))) ?? String(stored);
}

function comparedColumn(resource: AnyResource, name: string): Sql {
  const one = allColumnsOf(resource)[name];
  const column = sql`t.${sql.id(name)}`;
  if (!one) return sql`${column}::text`;
  return kindOf(one).sealed ? sql`${column}->>'hash'` : sql`${columnForEquality(column, one)}::text`;
}
