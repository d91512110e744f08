import { type StoredOptionLists, setStoredOptionLists } from '#kernel/option/option-list.ts';
import { readJson, writeJson } from '#web/session/storage.ts';
import { get } from './client.ts';

interface StoredVersion {
  readonly version: string;
  readonly words: StoredOptionLists;
}

const key = 'words';
let applied: string | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Hears that the words of a page that speaks already became others: what is on the screen is drawn anew with them. */
export function onOptionListsChanged(listen: () => void): void {
  listeners.add(listen);
}

/** The version of the words this browser has, for the calls that send others along; '' where it has none. */
export const optionListVersion = (): string => readJson<StoredVersion>(localStorage, key)?.version ?? '';

/**
 * Speaks the words of the server's lists: those this browser kept where they are of the version that is wanted, else
 * they are read, as they are without a version, unless they were told already. A page that has none yet has what the declarations begin with.
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
