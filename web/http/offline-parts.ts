/** What the worker wrote into the cache of a set: which parts of the program it has (`web/http/offline-worker.js`). */
const recordOf = (set: string, entry: string): string => `/offline/${set}?of=${encodeURIComponent(entry)}`;

/** The file this page began with: it names the build. */
export const entryOf = (page: Document = document): string | undefined =>
  page.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined;

/** Which pages work without a network: the check of a team, or those of people who have signed in. */
export type OfflineSet = 'inside' | 'team';

/** The parts of this build that are kept with a set; nothing where it is not, or not all of it. */
export async function offlineParts(set: OfflineSet): Promise<readonly string[] | undefined> {
  const entry = entryOf();
  if (entry === undefined || !('caches' in window)) return undefined;
  const record = await caches.match(recordOf(set, entry)).catch(() => undefined);
  return record && ((await record.json()) as string[]);
}
