import type { BannedWord } from '#kernel/screening/screen-text-against-banned-word-list.ts';
import type { Database } from '#server/db/open-database.ts';
import { runReloadsOneAfterAnother } from './run-cache-reloads-one-after-another.ts';

/** Where a module stores banned words, in tables with the trigger `notify_processes`. */
export interface BannedWordSource {
  readonly tables: readonly string[];
  /** All words published, with the days on which they are in force. */
  read(db: Database): Promise<readonly BannedWord[]>;
}

/** The words that screened fields must not contain, cached. */
export interface BannedWordCache {
  /** The same list until it changes. */
  now(): readonly BannedWord[];
  readonly tables: readonly string[];
  reload(): Promise<void>;
}

/** Loads the words of all modules from the database. */
export async function openBannedWordCache(
  db: Database,
  sources: readonly BannedWordSource[],
): Promise<BannedWordCache> {
  let list: readonly BannedWord[] = [];
  const reload = runReloadsOneAfterAnother(async () => {
    list = (await Promise.all(sources.map((one) => one.read(db)))).flat();
  });
  await reload();
  return { now: () => list, tables: sources.flatMap(({ tables }) => tables), reload };
}
