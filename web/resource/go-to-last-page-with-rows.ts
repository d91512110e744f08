import { useEffect } from 'react';

/** A page of a list as it is shown. */
interface ShownPage {
  readonly page: number;
  readonly limit: number;
  /** Number of its rows; undefined while it is loading. */
  readonly rows: number | undefined;
  /** Rows on all pages, as far as known. */
  readonly total: number;
}

/** The last page with rows, seen from an empty one. An estimated total may be too high: at least one page back. */
export const lastPageWithRows = ({ page, limit, total }: Omit<ShownPage, 'rows'>): number =>
  Math.max(1, Math.min(page - 1, Math.ceil(total / limit)));

/** Goes from an empty page to the last one with rows: its last row was deleted, here or elsewhere. */
export function useGoToLastPageWithRows({ page, limit, rows, total }: ShownPage, go: (page: number) => void): void {
  const next = page > 1 && rows === 0 ? lastPageWithRows({ page, limit, total }) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is found empty, however it is gone to
  useEffect(() => {
    if (next !== undefined) go(next);
  }, [next, page]);
}
