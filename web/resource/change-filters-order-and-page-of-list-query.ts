import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, operatorsOf, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';

/** Page sizes of the pager (wire contract §2.5); the first is what the server takes when none is sent. */
export const pageSizes = [10, 20, 50, 100] as const;
export const defaultLimit = pageSizes[0];

/** Names of the fields a list can be filtered by, in order. */
export const filterNames = (resource: AnyResource): string[] =>
  [...Object.keys(allColumnsOf(resource)), ...Object.keys(resource.filters ?? {})].filter(
    (name) => operatorsOf(resource, name).length > 0,
  );

/** A change of the query starts at the first page again: the present one may not exist. */
const fromFirstPage = ({ page: _page, ...query }: ListQuery): ListQuery => query;

export const withKeyword = (query: ListQuery, keyword: string): ListQuery => ({
  ...fromFirstPage(query),
  keyword: keyword.trim(),
});

export const withConditions = (query: ListQuery, conditions: readonly Condition[]): ListQuery => ({
  ...fromFirstPage(query),
  conditions,
});

/** Replaces the groups of alternatives; a group of one becomes an ordinary condition. */
export function withAnyOf(query: ListQuery, groups: readonly (readonly Condition[])[]): ListQuery {
  const { anyOf: _anyOf, ...rest } = fromFirstPage(query);
  const single = groups.flatMap((group) => (group.length === 1 ? group : []));
  const anyOf = groups.filter((group) => group.length > 1);
  return { ...rest, conditions: [...rest.conditions, ...single], ...(anyOf.length > 0 ? { anyOf } : {}) };
}

/** Removes all conditions; keyword and order stay. */
export function withoutConditions({ anyOf: _anyOf, ...query }: ListQuery): ListQuery {
  return withConditions(query, []);
}

/** Restrictions to one's own work: rows awaiting one's action, and rows assigned to one. */
export const ownWorkConditions = ['awaitsMe', 'handledByMe'] as const;

/** Removes one of these restrictions. */
export function withoutOwnWork(query: ListQuery, own: (typeof ownWorkConditions)[number]): ListQuery {
  const { [own]: _own, ...rest } = fromFirstPage(query);
  return rest;
}

export function withOrder(query: ListQuery, order: ListQuery['order']): ListQuery {
  const { order: _order, ...rest } = fromFirstPage(query);
  return order ? { ...rest, order } : rest;
}

export function withGroup(query: ListQuery, group: string | undefined): ListQuery {
  const { group: _group, ...rest } = fromFirstPage(query);
  return group === undefined ? rest : { ...rest, group };
}

/** Goes to a page; a new page size keeps the first visible row in view. */
export function withPage(query: ListQuery, page: number, limit: number): ListQuery {
  const before = query.limit ?? defaultLimit;
  const shown = limit === before ? page : Math.floor((((query.page ?? 1) - 1) * before) / limit) + 1;
  return { ...query, page: shown, limit };
}

/**
 * Whether two queries show the same rows in the same order, regardless of the page: decides whether a view was
 * changed.
 */
export function isSameListQueryApartFromPage(one: ListQuery, other: ListQuery): boolean {
  const write = ({ page: _page, limit: _limit, ...shown }: ListQuery) => writeListQuery(shown).toString();
  return write(one) === write(other);
}

/** Whether a list is filtered or searched. */
export const isFilteredOrSearched = ({ keyword, conditions, anyOf, awaitsMe, handledByMe }: ListQuery): boolean =>
  keyword !== '' || conditions.length > 0 || anyOf !== undefined || awaitsMe === true || handledByMe === true;

/** The query of a list nobody has filtered, searched or sorted. */
export const emptyListQuery: ListQuery = { conditions: [], keyword: '' };
