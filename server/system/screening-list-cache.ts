import type { BannedWord } from '#kernel/screening/screen-text.ts';
import type { Database } from '#server/db/connect.ts';
import { reloadSerially } from './reload-serially.ts';

/** Where a module stores banned words, in tables with the trigger `notify_processes`. */
export interface ScreeningSource {
  readonly tables: readonly string[];
  /** All words published, with the days on which they are in force. */
  read(db: Database): Promise<readonly BannedWord[]>;
}

/** The words that screened fields must not contain, cached. */
export interface ScreeningListCache {
  /** The same list until it changes. */
  now(): readonly BannedWord[];
  readonly tables: readonly string[];
  reload(): Promise<void>;
}

/** Loads the words of all modules from the database. */
export async function openScreeningListCache(
  db: Database,
  sources: readonly ScreeningSource[],
): Promise<ScreeningListCache> {
  let list: readonly BannedWord[] = [];
  const reload = reloadSerially(async () => {
    list = (await Promise.all(sources.map((one) => one.read(db)))).flat();
  });
  await reload();
  return { now: () => list, tables: sources.flatMap(({ tables }) => tables), reload };
}
