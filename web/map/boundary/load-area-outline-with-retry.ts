import type { AreaOutline } from './draw-division-boundaries-filled-by-value.ts';

/** Pauses between two attempts, in ms; the last one repeats. */
const retryPauses = [2_000, 5_000, 15_000, 60_000] as const;

/**
 * Loads the outline of an area and tries again after a failure: a wall that runs for weeks must not keep the shapes of
 * another area. `onOutline` gets undefined after a failed attempt. Returns how to stop.
 */
export function loadAreaOutlineWithRetry(
  code: string,
  read: (code: string) => Promise<AreaOutline | undefined>,
  onOutline: (outline: AreaOutline | undefined) => void,
): () => void {
  let live = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = async (tries: number): Promise<void> => {
    const outline = await read(code);
    if (!live) return;
    onOutline(outline);
    if (outline) return;
    timer = setTimeout(() => void attempt(tries + 1), retryPauses[Math.min(tries, retryPauses.length - 1)]);
  };
  void attempt(0);
  return () => {
    live = false;
    clearTimeout(timer);
  };
}
