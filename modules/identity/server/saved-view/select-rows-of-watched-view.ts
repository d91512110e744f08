import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';

/** Most watches of a user, and most rows remembered per watch. */
export const maxWatches = 10;
export const maxWatchedRows = 2000;

/** List parameters that select rows. */
const rowParams = ['search', 'any', 'quick_search', 'awaits', 'handler'] as const;
export type WatchParams = Readonly<Partial<Record<(typeof rowParams)[number], unknown>>>;

export const readWatchParams = (params: Readonly<Record<string, unknown>>): WatchParams =>
  Object.fromEntries(rowParams.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));

/** SQL: rows of a view in the user's scope, on alias `t`; personal data is compared in masked form. */
export function whereWatched(engine: Engine, resource: AnyResource, caller: Caller, params: WatchParams): Sql {
  const {
    conditions,
    anyOf = [],
    quickSearch,
    awaitsMe = false,
    handledByMe = false,
  } = readListQuery(resource, params);
  return whereOfList(engine, resource, caller, { conditions, anyOf, quickSearch, awaitsMe, handledByMe });
}

/** The list of a watch, if the user may still see it. */
export function watchedList(engine: Engine, caller: Caller, name: unknown): AnyResource | undefined {
  const found = typeof name === 'string' ? engine.find(name) : undefined;
  return found && !found.tree && can(caller, `${found.name}/index`) ? found : undefined;
}

/** SQL: keys of those rows, one more than the limit. */
export const watchedKeys = (resource: AnyResource, where: Sql): Sql =>
  sql`select t.id from ${sql.id(tableOf(resource))} t where ${where} limit ${sql.raw(String(maxWatchedRows + 1))}`;
