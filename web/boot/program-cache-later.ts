import type { Area } from '#web/session/area.ts';

/** Ms after which a phone that has just shown its first page has time for this. */
const settled = 5000;

/**
 * Keeps the pages of the road on a phone whose owner may open them, once the first page has settled; what does it is loaded
 * then. Returns how to call it off.
 */
export function cacheProgramLater(area: Area, answers: readonly string[]): () => void {
  if (!window.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const cache = () =>
    void import('./program-cache.ts')
      .then(({ cacheProgramWith }) => cacheProgramWith(area, answers))
      .catch(() => undefined);
  const timer = setTimeout(cache, settled);
  return () => clearTimeout(timer);
}
