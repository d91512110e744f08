import type { Area } from '#web/session/area.ts';

/** Delay in ms: a phone that has just shown its first page needs time before it downloads more. */
const settled = 5000;

/**
 * Caches the offline pages on a touch device some seconds after the first page. The code that does it is loaded then.
 * Returns how to cancel.
 */
export function prepareOfflineLaterOnTouchDevice(area: Area, answers: readonly string[]): () => void {
  if (!window.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const cache = () =>
    void import('./prepare-offline.ts')
      .then(({ prepareOfflineWithAnswers }) => prepareOfflineWithAnswers(area, answers))
      .catch(() => undefined);
  const timer = setTimeout(cache, settled);
  return () => clearTimeout(timer);
}
