import { createHash } from 'node:crypto';
import type { Tone } from '#kernel/declaration/option.ts';
import { type ListedOption, type StoredOptionLists, setStoredOptionLists } from '#kernel/option/option-list.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { readSerially } from './read-serially.ts';

/** The words of all lists, as this process speaks them. */
export interface OptionListCache {
  /** Changes with any of them; a browser keeps what it read under it. */
  version(): string;
  /** Whether a list has this word, also where it is retired. */
  has(list: string, value: string): boolean;
  /** All of them as JSON text, for browsers. */
  text(): string;
  /**
   * What goes beside the answer a browser starts with. It says the version it has, '' where it has none, and is spared a
   * call when there is another; who says nothing, as clients of the family, is not sent them.
   */
  bootPart(cachedVersion: unknown): { spoken?: StoredOptionLists };
  reload(): Promise<void>;
}

/** Reads the words of the database and speaks them from now on, with what is told beside them: names nobody keeps. */
export async function openOptionListCache(db: Database, declared: StoredOptionLists = {}): Promise<OptionListCache> {
  let text = '{}';
  let all: StoredOptionLists = {};
  let version = '';
  const reload = readSerially(async () => {
    const rows = await db.rows<{
      list: string;
      value: string;
      label: string;
      label_en: string;
      tone: Tone | null;
      valid_from: string | null;
      valid_to: string | null;
    }>(
      sql`select list, value, label, label_en, tone, valid_from, valid_to from system_word order by list, weigh, id`.asBrief(),
    );
    const spoken: Record<string, Record<string, ListedOption>> = {};
    for (const { list, value, label, label_en, tone, valid_from, valid_to } of rows) {
      spoken[list] ??= {};
      spoken[list][value] = {
        'zh-cn': label,
        en: label_en,
        ...(tone ? { tone } : {}),
        ...(valid_from ? { from: valid_from } : {}),
        ...(valid_to ? { until: valid_to } : {}),
      };
    }
    const lists: StoredOptionLists = { ...spoken, ...declared };
    text = JSON.stringify(lists);
    version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
    all = lists;
    setStoredOptionLists(all);
  });
  await reload();
  return {
    version: () => version,
    has: (list, value) => Object.hasOwn(all, list) && Object.hasOwn(all[list] ?? {}, value),
    text: () => text,
    bootPart: (cachedVersion) =>
      typeof cachedVersion !== 'string' || cachedVersion === version ? {} : { spoken: all },
    reload,
  };
}
