/** Storage that is forbidden, full or holds something else must never stop the product: every access is guarded. */
export function readJson<T>(storage: Storage, key: string): T | undefined {
  try {
    const kept = storage.getItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

export function writeJson(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Kept for this page only.
  }
}

export function removeKey(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
