import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childOf, listsOf } from '#kernel/resource/child-list.ts';
import { tableOf } from '#kernel/resource/names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { scopeOf } from '../scope/scope.ts';
import { permissionHolder } from './child-list-columns.ts';

/** Stands in compiled text for {@link whereSourceVisible}, which differs with what a caller may see. */
const mark = '\u0002';

/** SQL of a value copied from a source row if the reader may see it, else `otherwise`. */
export const textIfSourceVisible = (value: string, otherwise = 'null'): string =>
  `case when ${mark} then ${value} else ${otherwise} end`;

/** The compiled text as this caller may see it. */
export function maskedUnlessSourceVisible(text: Sql, resource: AnyResource, caller: Caller, find: FindResource): Sql {
  if (!resource.copies) return text;
  const parts = text.text.split(mark);
  const isVisible = whereSourceVisible(resource, caller, find) ?? sql`true`;
  return sql.join(
    parts.flatMap((part, at) => (at === 0 ? [sql.raw(part)] : [isVisible, sql.raw(part)])),
    '',
  );
}

const index = '/index';

/** The resources whose rows a caller may look at: by their nodes, and those without one by what they are part of. */
const seenBy = ({ nodes }: Caller, find: FindResource): AnyResource[] =>
  [...nodes].flatMap((node) => {
    const one = node.endsWith(index) ? find(node.slice(0, -index.length)) : undefined;
    return one ? [one, ...rowsWithin(one, find)] : [];
  });

const rowsWithin = (one: AnyResource, find: FindResource): AnyResource[] =>
  listsOf(one).flatMap(([, list]) => {
    const child = childOf(list, find);
    return permissionHolder(child, 'index', find) === child ? [] : [child, ...rowsWithin(child, find)];
  });

/**
 * That a caller may see the rows which rows of alias `t` are copies of, beyond where these lay (`scopeOf`): that they may
 * look at such rows at all, and, of what goes by rights, that it concerns them. Undefined: they may see them all.
 */
export function whereSourceVisible({ copies }: AnyResource, caller: Caller, find: FindResource): Sql | undefined {
  if (!copies || caller.type === 'system' || caller.super) return undefined;
  const seen = seenBy(caller, find);
  const granted = seen.filter(isByRights);
  const ways = granted.map((one) => {
    const scope = scopeOf(one, caller, find) ?? sql`true`;
    const table = sql.id(tableOf(one));
    // the row itself where a copy holds it whole, so that one that is gone is judged as it was
    const row = copies.whole ? sql`jsonb_populate_record(null::${table}, c.whole)` : table;
    const same = copies.whole ? scope : sql`t.id = c.row_id and ${scope}`;
    const columns = copies.whole ? sql`t.${sql.id(copies.whole)} as whole` : sql`t.row_id`;
    return sql`t.resource = ${one.name} and exists (select from (select ${columns} offset 0) c, ${row} t where ${same})`;
  });
  const open = seen.filter((one) => !isByRights(one)).map(({ name }) => name);
  return sql`(${sql.join([sql`t.resource = any(${open}::text[])`, ...ways], ' or ')})`;
}

/** Whether visibility of rows depends on the permissions of the caller. */
export const isByRights = ({ grants, below }: AnyResource): boolean => grants !== undefined || below !== undefined;

/** Whether rows go by the name of those they are copies of, which facts tell nobody: who hears them is not asked that. */
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
