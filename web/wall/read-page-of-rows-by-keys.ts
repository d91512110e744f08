/** Rows that a figure names by their keys, and the number of all of them. */
export interface NamedRows {
  readonly ids: readonly number[];
  readonly total: number;
}

/** A page of named rows, as the list of the caller has them. */
export interface PageOfNamedRows<R> extends NamedRows {
  readonly rows: R[];
  readonly estimated: false;
  /** Number of rows on further pages. */
  readonly rest: number;
  /** Rows of this page and of those before it that the list does not have: of other areas, or gone. */
  readonly unlisted: number;
}

/** Reads a page of named rows: `read` answers those of these keys that the list of the caller has. */
export async function readPageOfNamedRows<R>(
  { ids, total }: NamedRows,
  { page, size, unlisted }: { readonly page: number; readonly size: number; readonly unlisted: number },
  read: (ids: readonly number[]) => Promise<R[]>,
): Promise<PageOfNamedRows<R>> {
  const here = ids.slice((page - 1) * size, page * size);
  const rows = here.length === 0 ? [] : await read(here);
  return {
    ids,
    total,
    rows,
    estimated: false,
    rest: Math.max(0, ids.length - page * size),
    unlisted: unlisted + here.length - rows.length,
  };
}
