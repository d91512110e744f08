import { fetchOrCached } from '#web/http/cached-answer.ts';
import { type CachingState, cacheOfflineProgram } from '#web/http/offline-program.ts';
import type { Area } from '#web/session/area.ts';
import { cacheBoot } from './cached-boot.ts';

/** Caches the offline pages of an area: the files they need, and the boot answer of this account. */
export function cacheProgram(area: Area, requested = false): Promise<CachingState> {
  cacheBoot(area);
  return cacheOfflineProgram('inside', requested);
}

/** The same, with the public answers that these pages use. */
export async function cacheProgramWith(area: Area, answers: readonly string[]): Promise<void> {
  if ((await cacheProgram(area)) !== 'cached') return;
  for (const path of answers) await fetchOrCached(path).catch(() => undefined);
}
