import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { hasSeveralParents, parentOf, parentsOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** SQL of a field of a row of `alias`: its column, or the parent's column for fields read through the parent. */
export function columnThroughParentSql(resource: AnyResource, name: string, find: FindResource, alias = 't'): string {
  const through = resource.fields[name]?.through;
  if (!through) return `${alias}."${name}"`;
  return parentValueSql(resource, find, alias, (parent, above) => columnThroughParentSql(parent, name, find, above));
}

/** SQL of a value of the parent row, found by key; `read` builds the expression from the parent's alias. */
export function parentValueSql(
  resource: AnyResource,
  find: FindResource,
  alias: string,
  read: (parent: AnyResource, above: string) => string,
): string {
  const above = `${alias}_above`;
  const own = `${alias}."${resource.partOf}"`;
  const select = (parent: AnyResource, key: string) =>
    `(select ${read(parent, above)} from "${tableOf(parent)}" ${above} where ${above}.id = ${key})`;
  if (!hasSeveralParents(resource)) return select(parentOf(resource, find), own);
  const ways = parentsOf(resource, find).map(
    (parent) => `when '${parent.name}' then ${select(parent, `split_part(${own}, ':', 2)::bigint`)}`,
  );
  return `(case split_part(${own}, ':', 1) ${ways.join(' ')} end)`;
}

/** Condition: rows of alias `t` that are part of rows of one resource (alias `t`) meeting a condition, or of any. */
export function partOfConditionSql(resource: AnyResource, parent: AnyResource, condition: Sql | undefined): Sql {
  const own = sql`t.${sql.id(resource.partOf as string)}`;
  const several = hasSeveralParents(resource);
  if (!condition) return several ? sql`starts_with(${own}, ${`${parent.name}:`})` : sql`true`;
  const key = several ? sql`${`${parent.name}:`} || t.id` : sql`t.id`;
  return sql`${own} in (select ${key} from ${sql.id(tableOf(parent))} t where ${condition})`;
}

/** The first column found in the row or, if its scope is the parent's, in its parents; undefined: none has it. */
export function ownOrParentColumnSql(
  resource: AnyResource,
  find: FindResource,
  named: (one: AnyResource) => string | undefined,
  alias = 't',
): string | undefined {
  const name = named(resource);
  if (name !== undefined) return columnThroughParentSql(resource, name, find, alias);
  if (resource.scope !== 'parent') return undefined;
  if (parentsOf(resource, find).every((parent) => ownOrParentColumnSql(parent, find, named) === undefined))
    return undefined;
  return parentValueSql(
    resource,
    find,
    alias,
    (parent, above) => ownOrParentColumnSql(parent, find, named, above) ?? 'null',
  );
}
