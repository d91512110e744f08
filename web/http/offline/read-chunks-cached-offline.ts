/**
 * Cache key under which the service worker stores which modules of the build a set contains
 * (`web/http/offline/offline-worker.js`).
 */
const recordOf = (set: string, entry: string): string => `/offline/${set}?of=${encodeURIComponent(entry)}`;

/** The entry script of this page; it identifies the build. */
export const entryScriptOfPage = (page: Document = document): string | undefined =>
  page.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined;

/**
 * Sets of pages that work without a network: `team` is the public check of a tour group, `field` the kit of officers on
 * site, `inside` are those of signed-in users.
 */
export type OfflinePageSet = 'field' | 'inside' | 'team';

/** Modules of this build that a set has cached; undefined when the set is missing or incomplete. */
export async function readChunksCachedOffline(set: OfflinePageSet): Promise<readonly string[] | undefined> {
  const entry = entryScriptOfPage();
  if (entry === undefined || !('caches' in window)) return undefined;
  const record = await caches.match(recordOf(set, entry)).catch(() => undefined);
  return record && ((await record.json()) as string[]);
}
