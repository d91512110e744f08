import type { AnyResource } from '#kernel/declaration/resource.ts';
import { findFilterByRelatedRows } from '#kernel/resource/filters-by-child-or-referring-rows.ts';
import { filterNames } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { can } from '#web/session/session.ts';

/** The filters of a list that this person may use: not those by rows that they may not list. */
export const filtersWithoutRelatedRowsCallerMayNotList = (resource: AnyResource): string[] =>
  filterNames(resource).filter((name) => {
    const filter = findFilterByRelatedRows(resource, name);
    return !filter || !('of' in filter) || can(`${filter.of}/index`);
  });
