import { createHash } from 'node:crypto';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import {
  type ListedOption,
  type StoredOptionLists,
  setStoredOptionLists,
} from '#kernel/option/declare-editable-option-list.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runReloadsOneAfterAnother } from './run-cache-reloads-one-after-another.ts';

/** All option lists, cached. */
export interface OptionListCache {
  /** Changes with any list; browsers cache lists under it. */
  version(): string;
  /** Whether a list has this option, retired ones included. */
  has(list: string, value: string): boolean;
  /** All lists as JSON text. */
  text(): string;
  /**
   * The lists as a part of the boot answer. Clients send the version they have, '' for none, and get the lists if it
   * differs; clients that send nothing get none.
   */
  bootPart(cachedVersion: unknown): { spoken?: StoredOptionLists };
  reload(): Promise<void>;
}

/** Loads the lists from the database. `declared`: lists that are not stored, such as names. */
export async function openOptionListCache(db: Database, declared: StoredOptionLists = {}): Promise<OptionListCache> {
  let text = '{}';
  let all: StoredOptionLists = {};
  let version = '';
  const reload = runReloadsOneAfterAnother(async () => {
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
