import { type StoredOptionLists, setStoredOptionLists } from '#kernel/option/declare-editable-option-list.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import { get } from './client.ts';

interface StoredVersion {
  readonly version: string;
  readonly words: StoredOptionLists;
}

const key = 'words';
let applied: string | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Calls back when the option lists of a running page change, so that it can be rendered. */
export function onOptionListsChanged(listen: () => void): void {
  listeners.add(listen);
}

/** Version of the option lists in this browser, sent with calls that return newer ones; '' when there are none. */
export const optionListVersion = (): string => readJson<StoredVersion>(localStorage, key)?.version ?? '';

/**
 * Applies the server's option lists: those sent with an answer, else those stored in this browser if they have the
 * requested version, else the result of a request. Before that, a page uses the lists of the declarations.
 */
export async function loadOptionLists(version?: string, sent?: StoredOptionLists): Promise<void> {
  if (version !== undefined && version === applied) return;
  if (version !== undefined && sent) {
    storeLists({ version, words: sent });
    return;
  }
  const stored = readJson<StoredVersion>(localStorage, key);
  if (stored && version !== undefined && stored.version === version) applyLists(stored);
  else {
    loading ??= read().finally(() => {
      loading = undefined;
    });
    await loading;
  }
}

async function read(): Promise<void> {
  storeLists(await get<StoredVersion>('/api/words/index', {}, { quiet: true, duplicate: 'allow', area: 'api' }));
}

function storeLists(lists: StoredVersion): void {
  writeJson(localStorage, key, lists);
  applyLists(lists);
}

function applyLists({ version, words }: StoredVersion): void {
  const changed = applied !== undefined && applied !== version;
  setStoredOptionLists(words);
  applied = version;
  if (changed) for (const listen of listeners) listen();
}
