import { useEffect } from 'react';

/** A page as it is shown. */
export interface ShownPage {
  readonly page: number;
  readonly limit: number;
  /** How many rows it holds; undefined while others than its own are shown, or none have come. */
  readonly rows: number | undefined;
  /** How many there are on all pages, as far as that is known. */
  readonly total: number;
}

/** The last page there is, of one that holds no rows any more. An estimated total may say too much: one page back at the least. */
export const lastPageWithRows = ({ page, limit, total }: Omit<ShownPage, 'rows'>): number =>
  Math.max(1, Math.min(page - 1, Math.ceil(total / limit)));

/** Leads from a page whose rows are gone to the last one there is: the last row of the last page was deleted, here or elsewhere. */
export function useLeaveEmptyPage({ page, limit, rows, total }: ShownPage, go: (page: number) => void): void {
  const next = page > 1 && rows === 0 ? lastPageWithRows({ page, limit, total }) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is found empty, however it is gone to
  useEffect(() => {
    if (next !== undefined) go(next);
  }, [next, page]);
}
