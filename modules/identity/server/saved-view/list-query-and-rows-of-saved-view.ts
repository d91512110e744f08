import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, readListQuery as readQueryInAddress, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import { mayListByPermissionOrUnwithheldRole } from '#server/read/scope/may-list-rows-by-permission-or-unwithheld-role.ts';
import { Refused } from '#server/refusal.ts';
import { viewSubscription } from '../../contract/view-subscription.ts';

/** Most rows remembered of a view that notifies of new ones. */
export const maxRowsOfView = 2000;

/** The list of a view, if the caller may see it. */
export function listOfView({ find }: Pick<Engine, 'find'>, caller: Caller, name: unknown): AnyResource | undefined {
  const found = typeof name === 'string' ? find(name) : undefined;
  return found && !found.tree && mayListByPermissionOrUnwithheldRole(found, caller) ? found : undefined;
}

/** The list of a subscription, if its owner may still see it and have subscriptions. */
export const listOfSubscription = (
  engine: Pick<Engine, 'find'>,
  owner: Caller,
  { list }: { readonly list: string },
): AnyResource | undefined =>
  mayListByPermissionOrUnwithheldRole(viewSubscription, owner) ? listOfView(engine, owner, list) : undefined;

/** The query of a view, from its address; fields that lists no longer have are dropped. */
export const queryOfView = (resource: AnyResource, address: string): ListQuery =>
  readQueryInAddress(new URLSearchParams(address), resource);

/** The parameters with which a list call answers the rows of a view, in its order. */
export function listParamsOfView(resource: AnyResource, address: string): Readonly<Record<string, unknown>> {
  const { page: _page, limit: _limit, ...query } = queryOfView(resource, address);
  return { ...toWireParams(query, resource) };
}

/**
 * Whether two addresses select the same rows of a list, whatever their columns, order, grouping and page, and in
 * whatever order they name their conditions.
 */
export const selectSameRows = (resource: AnyResource, one: string, other: string): boolean =>
  one === other || rowSelectionOf(resource, one) === rowSelectionOf(resource, other);

function rowSelectionOf(resource: AnyResource, address: string): string {
  const { conditions, anyOf = [], keyword, awaitsMe, handledByMe } = queryOfView(resource, address);
  const inAnyOrder = (all: readonly unknown[]) => all.map(canonicalJson).toSorted();
  return canonicalJson([inAnyOrder(conditions), inAnyOrder(anyOf.map(inAnyOrder)), keyword, awaitsMe, handledByMe]);
}

/**
 * SQL: rows of a view in the caller's scope, on alias `t`; personal data is compared in masked form. Undefined: the view
 * uses fields that the caller may not read.
 */
export function whereOfView(engine: Engine, resource: AnyResource, caller: Caller, address: string): Sql | undefined {
  try {
    const { order: _order, ...params } = listParamsOfView(resource, address);
    const {
      conditions,
      anyOf = [],
      quickSearch,
      awaitsMe = false,
      handledByMe = false,
    } = readListQuery(resource, params);
    return whereOfList(engine, resource, caller, { conditions, anyOf, quickSearch, awaitsMe, handledByMe });
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** SQL: keys of those rows, one more than are remembered. */
export const keysOfView = (resource: AnyResource, where: Sql): Sql =>
  sql`select t.id from ${sql.id(tableOf(resource))} t where ${where} limit ${sql.raw(String(maxRowsOfView + 1))}`;
