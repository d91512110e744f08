import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { versionedResourceOf } from '#kernel/version/fields-citing-published-version-of-row.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Condition on rows of `alias`: the row is a version that has been published. */
export function whereVersionPublished(resource: AnyResource, alias = 't'): Sql {
  const { published: states } = versionsOf(resource);
  return sql`${sql.raw(alias)}.status in (${sql.join(states.map((state) => sql`${state}`))})`;
}

/** Condition on rows of `alias`: the row is the version in force on a day (`2026-05-01`). */
export function whereInForceOn(resource: AnyResource, day: string, alias = 't'): Sql {
  const { inForce } = versionsOf(resource);
  if (!inForce) throw new Error(`${resource.name}: its versions are not in force by days`);
  const column = (name: string) => sql`${sql.raw(alias)}.${sql.id(name)}`;
  const until = column(inForce.until);
  return sql`(${whereVersionPublished(resource, alias)} and ${column(inForce.from)} <= ${day}::date and (${until} is null or ${until} >= ${day}::date))`;
}

/**
 * The key of the published version in force on a day (`2026-05-01`) of what the row with the key `id` is a version of, as an
 * expression. Null: none is.
 */
export function keyOfVersionInForceSql(resource: AnyResource, id: Sql, day: string): Sql {
  const { of } = versionsOf(resource);
  const table = sql.id(tableOf(resource));
  return sql`(select n.id from ${table} o join ${table} n on n.${sql.id(of)} = o.${sql.id(of)}
    where o.id = ${id} and n.status = 'published' and ${whereInForceOn(resource, day, 'n')})`;
}

/**
 * The key of the version that is in force on a day (`2026-05-01`), among the versions with this value of the shared
 * field (`versions.of`). Undefined: none is.
 */
export async function readKeyOfVersionInForceOn(
  db: Queryable,
  resource: AnyResource,
  value: string,
  day: string,
): Promise<number | undefined> {
  const { of } = versionsOf(resource);
  const row = await db.row<{ id: number }>(sql`select t.id from ${sql.id(tableOf(resource))} t
    where t.${sql.id(of)} = ${value} and ${whereInForceOn(resource, day)}`);
  return row?.id;
}

/**
 * Condition on rows of alias `t`: a citation may point at them, because they are published versions or parts of such.
 * With a day: of the version in force on that day.
 */
export function whereCitable(target: AnyResource, find: FindResource, day?: string): Sql {
  const found = versionedResourceOf(target, find);
  if (!found) return sql`false`;
  const { versioned, through } = found;
  const condition = day === undefined ? whereVersionPublished(versioned) : whereInForceOn(versioned, day);
  if (through === undefined) return condition;
  return sql`t.${sql.id(through)} in (select t.id from ${sql.id(tableOf(versioned))} t where ${condition})`;
}

function versionsOf({ name, versions }: AnyResource) {
  if (!versions) throw new Error(`${name} has no versions`);
  return versions;
}
