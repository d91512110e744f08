import type { WireRow } from '#web/resource/wire-row.ts';

/** Rows per chunk. */
export const chunkSize = 100;

/**
 * Places the rows of fetched chunks at their positions. If the total is an estimate, the number of rows follows from
 * the chunks.
 */
export function mergeChunks(
  pieces: readonly { readonly page: number; readonly list: readonly WireRow[] | undefined }[],
  reportedTotal: number,
): (WireRow | undefined)[] {
  let total = reportedTotal;
  for (const { page, list } of pieces) {
    if (!list) continue;
    const end = (page - 1) * chunkSize + list.length;
    if (list.length === chunkSize) total = Math.max(total, end);
    else if (list.length > 0 || page === 1) total = end;
  }
  const rows = Array.from<WireRow | undefined>({ length: total });
  for (const { page, list } of pieces)
    for (const [at, row] of (list ?? []).entries()) rows[(page - 1) * chunkSize + at] = row;
  return rows;
}
