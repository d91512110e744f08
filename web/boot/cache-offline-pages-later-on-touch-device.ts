import type { SignInArea } from '#web/session/admin-or-member-area.ts';

/** Delay in ms: a phone that has just shown its first page needs time before it downloads more. */
const settled = 5000;

/**
 * Caches the offline pages on a touch device some seconds after the first page. The code that does it is loaded then.
 * Returns how to cancel.
 */
export function cacheOfflinePagesLaterOnTouchDevice(area: SignInArea, answers: readonly string[]): () => void {
  if (!window.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const cache = () =>
    void import('./cache-offline-pages.ts')
      .then(({ cacheOfflinePagesAndAnswers }) => cacheOfflinePagesAndAnswers(area, answers))
      .catch(() => undefined);
  const timer = setTimeout(cache, settled);
  return () => clearTimeout(timer);
}
