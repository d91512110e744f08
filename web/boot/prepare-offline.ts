import { type CachingState, cacheOfflineFiles } from '#web/http/offline/cache-offline-files.ts';
import { fetchOrCached } from '#web/http/offline/cached-answer.ts';
import type { Area } from '#web/session/area.ts';
import { storeBootForOffline } from './offline-boot.ts';

/** Caches the offline pages of an area: the files they need, and the boot answer of this account. */
export function prepareOffline(area: Area, requested = false): Promise<CachingState> {
  storeBootForOffline(area);
  return cacheOfflineFiles('inside', requested);
}

/** The same, with the public answers that these pages use. */
export async function prepareOfflineWithAnswers(area: Area, answers: readonly string[]): Promise<void> {
  if ((await prepareOffline(area)) !== 'cached') return;
  for (const path of answers) await fetchOrCached(path).catch(() => undefined);
}
