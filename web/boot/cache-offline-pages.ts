import { type CachingState, cacheOfflineFilesAndAnnounceNewVersion } from '#web/http/offline/cache-offline-files.ts';
import { fetchAndCachePublicAnswer } from '#web/http/offline/cached-public-answer.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { storeBootAnswerForOffline } from './start-from-stored-boot-answer.ts';

/** Caches the offline pages of an area: the files they need, and the boot answer of this account. */
export function cacheOfflinePages(area: SignInArea, requested = false): Promise<CachingState> {
  storeBootAnswerForOffline(area);
  return cacheOfflineFilesAndAnnounceNewVersion('inside', requested);
}

/** The same, with the public answers that these pages use. */
export async function cacheOfflinePagesAndAnswers(area: SignInArea, answers: readonly string[]): Promise<void> {
  if ((await cacheOfflinePages(area)) !== 'cached') return;
  for (const path of answers) await fetchAndCachePublicAnswer(path).catch(() => undefined);
}
