import type { WireRow } from '#web/resource/wire-row.ts';

/** Rows per chunk. */
export const rowChunkSize = 100;

/**
 * Places the rows of fetched chunks at their positions. If the total is an estimate, the number of rows follows from
 * the chunks.
 */
export function mergeRowChunks(
  pieces: readonly { readonly page: number; readonly list: readonly WireRow[] | undefined }[],
  reportedTotal: number,
): (WireRow | undefined)[] {
  let total = reportedTotal;
  for (const { page, list } of pieces) {
    if (!list) continue;
    const end = (page - 1) * rowChunkSize + list.length;
    if (list.length === rowChunkSize) total = Math.max(total, end);
    else if (list.length > 0 || page === 1) total = end;
  }
  const rows = Array.from<WireRow | undefined>({ length: total });
  for (const { page, list } of pieces)
    for (const [at, row] of (list ?? []).entries()) rows[(page - 1) * rowChunkSize + at] = row;
  return rows;
}
