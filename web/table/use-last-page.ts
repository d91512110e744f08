import { useEffect } from 'react';
import { defaultLimit, type ListQuery, withPage } from '#web/resource/list-query.ts';
import type { ListState } from '#web/table/use-list.ts';
import type { ListAddress } from '#web/table/use-list-address.ts';

/** The last page there is, of one that holds no rows any more. An estimated total may say too much: one page back at the least. */
export const lastPage = (page: number, limit: number, total: number): number =>
  Math.max(1, Math.min(page - 1, Math.ceil(total / limit)));

/** Leads from a page whose rows are gone to the last one there is: the last row of the last page was deleted, here or elsewhere. */
export function useLastPage(list: ListState, query: ListQuery, setQuery: ListAddress['setQuery']): void {
  const { page = 1, limit = defaultLimit } = query;
  const gone = page > 1 && !list.first && !list.fetching && list.error === undefined && list.rows.length === 0;
  useEffect(() => {
    if (gone) setQuery(withPage(query, lastPage(page, limit, list.total), limit), { replace: true });
  }, [gone, page, limit, list.total, query, setQuery]);
}
