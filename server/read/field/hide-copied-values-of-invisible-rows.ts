import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { scopeOf } from '../scope/row-scope-of-caller.ts';
import { resourceGrantingChildRowAction } from './child-list-permissions-and-columns.ts';

/** Placeholder in compiled SQL for {@link whereSourceVisible}, which depends on the caller. */
const mark = '\u0002';

/** SQL of a value that was copied from a source row, if the caller may see that row; otherwise `otherwise`. */
export const textIfSourceVisible = (value: string, otherwise = 'null'): string =>
  `case when ${mark} then ${value} else ${otherwise} end`;

/** Replaces the placeholder in compiled SQL for a caller. */
export function withSourceVisibilityFilledIn(
  text: Sql,
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): Sql {
  if (!resource.copies) return text;
  const parts = text.text.split(mark);
  const isVisible = whereSourceVisible(resource, caller, find) ?? sql`true`;
  return sql.join(
    parts.flatMap((part, at) => (at === 0 ? [sql.raw(part)] : [isVisible, sql.raw(part)])),
    '',
  );
}

const index = '/index';

/** The resources whose rows a caller may read: by permission node, or through their parents if they have none. */
const seenBy = ({ nodes }: Caller, find: FindResource): AnyResource[] =>
  [...nodes].flatMap((node) => {
    const one = node.endsWith(index) ? find(node.slice(0, -index.length)) : undefined;
    return one ? [one, ...rowsWithin(one, find)] : [];
  });

const rowsWithin = (one: AnyResource, find: FindResource): AnyResource[] =>
  childListsOf(one).flatMap(([, list]) => {
    const child = resourceOfChildList(list, find);
    return resourceGrantingChildRowAction(child, 'index', find) === child ? [] : [child, ...rowsWithin(child, find)];
  });

/**
 * Condition on copies of alias `t`: the caller may see the source rows, apart from their area (`scopeOf`). The caller
 * may read rows of that resource at all, and this one if visibility depends on permissions. Undefined: the caller may
 * see all of them.
 */
export function whereSourceVisible({ copies }: AnyResource, caller: Caller, find: FindResource): Sql | undefined {
  if (!copies || caller.type === 'system' || caller.super) return undefined;
  const seen = seenBy(caller, find);
  const granted = seen.filter(dependsOnCallerPermissions);
  const ways = granted.map((one) => {
    const scope = scopeOf(one, caller, find) ?? sql`true`;
    const table = sql.id(tableOf(one));
    // a copy that holds the whole row is judged by its content, because the row may be gone
    const row = copies.whole ? sql`jsonb_populate_record(null::${table}, c.whole)` : table;
    const same = copies.whole ? scope : sql`t.id = c.row_id and ${scope}`;
    const columns = copies.whole ? sql`t.${sql.id(copies.whole)} as whole` : sql`t.row_id`;
    return sql`t.resource = ${one.name} and exists (select from (select ${columns} offset 0) c, ${row} t where ${same})`;
  });
  const open = seen.filter((one) => !dependsOnCallerPermissions(one)).map(({ name }) => name);
  return sql`(${sql.join([sql`t.resource = any(${open}::text[])`, ...ways], ' or ')})`;
}

/** Whether visibility of rows depends on the permissions of the caller. */
export const dependsOnCallerPermissions = ({ grants, below }: AnyResource): boolean =>
  grants !== undefined || below !== undefined;

/**
 * Whether the title of a row is that of the row it copies. Events do not contain such titles, because it is not checked
 * whether their recipients may see them.
 */
export const copiesOtherRows = ({ fields, title }: AnyResource): boolean => fields[title]?.fromSource === true;

/** The title of a row of alias `t` for a caller: its key if they may not see its name. */
export function titleIfSourceVisible(resource: AnyResource, caller: Caller, find: FindResource): Sql {
  const title = sql`t.${sql.id(resource.title)}::text`;
  const isVisible = copiesOtherRows(resource) ? whereSourceVisible(resource, caller, find) : undefined;
  return isVisible ? sql`case when ${isVisible} then ${title} else '#' || t.id end` : title;
}

/** A condition on values copied from source rows; false for rows the caller may not see. */
export function whereVisibleInCopy(where: Sql, resource: AnyResource, caller: Caller, find: FindResource): Sql {
  const isVisible = whereSourceVisible(resource, caller, find);
  return isVisible ? sql`(${isVisible} and ${where})` : where;
}
