import { type StoredOptionLists, setStoredOptionLists } from '#kernel/option/option-list.ts';
import { readJson, writeJson } from '#web/session/storage.ts';
import { get } from './client.ts';

interface KeptWords {
  readonly version: string;
  readonly words: StoredOptionLists;
}

const key = 'words';
let spoken: string | undefined;
let asking: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Hears that the words of a page that speaks already became others: what is on the screen is drawn anew with them. */
export function onOptionListsChanged(listen: () => void): void {
  listeners.add(listen);
}

/** The version of the words this browser has, for the calls that send others along; '' where it has none. */
export const optionListVersion = (): string => readJson<KeptWords>(localStorage, key)?.version ?? '';

/**
 * Speaks the words of the server's lists: those this browser kept where they are of the version that is wanted, else
 * they are read, as they are without a version, unless they were told already. A page that has none yet has what the declarations begin with.
 */
export async function loadOptionLists(version?: string, told?: StoredOptionLists): Promise<void> {
  if (version !== undefined && version === spoken) return;
  if (version !== undefined && told) {
    keep({ version, words: told });
    return;
  }
  const kept = readJson<KeptWords>(localStorage, key);
  if (kept && version !== undefined && kept.version === version) speak(kept);
  else {
    asking ??= read().finally(() => {
      asking = undefined;
    });
    await asking;
  }
}

async function read(): Promise<void> {
  keep(await get<KeptWords>('/api/words/index', {}, { quiet: true, duplicate: 'allow', area: 'api' }));
}

function keep(words: KeptWords): void {
  writeJson(localStorage, key, words);
  speak(words);
}

function speak({ version, words }: KeptWords): void {
  const changed = spoken !== undefined && spoken !== version;
  setStoredOptionLists(words);
  spoken = version;
  if (changed) for (const listen of listeners) listen();
}
