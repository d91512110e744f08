/**
 * Browser storage that is forbidden, full or holds something else must never break the product: a value that cannot be
 * stored lasts as long as this page. Where the browser forbids storage, `localStorage` itself is a store of this page
 * (web/public/early.js).
 */
const unstored = new Map<Storage, Map<string, string>>();

export function readJson<T>(storage: Storage, key: string): T | undefined {
  try {
    const stored = unstored.get(storage)?.get(key) ?? storage.getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as T);
  } catch {
    return undefined;
  }
}

/** Whether the browser has stored it; otherwise it lasts as long as this page. */
export function writeJson(storage: Storage, key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    storage.setItem(key, text);
    unstored.get(storage)?.delete(key);
    return lasts(storage);
  } catch {
    const ofStorage = unstored.get(storage) ?? new Map<string, string>();
    unstored.set(storage, ofStorage.set(key, text));
    return false;
  }
}

/** Whether this is the browser's own storage, not the replacement. */
const lasts = (storage: Storage): boolean => typeof Storage !== 'undefined' && storage instanceof Storage;

/** Removes every key that passes `isMeant`. */
export function removeKeys(storage: Storage, isMeant: (key: string) => boolean): void {
  for (const key of unstored.get(storage)?.keys() ?? []) if (isMeant(key)) unstored.get(storage)?.delete(key);
  try {
    for (const key of Object.keys(storage)) if (isMeant(key)) storage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export function removeKey(storage: Storage, key: string): void {
  unstored.get(storage)?.delete(key);
  try {
    storage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

// A change by another window is newer than the value held here.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ storageArea, key }) => {
    if (!storageArea) return;
    if (key === null) unstored.delete(storageArea);
    else unstored.get(storageArea)?.delete(key);
  });
