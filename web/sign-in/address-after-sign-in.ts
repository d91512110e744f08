import { readJson, removeKey, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';

const key = 'returnTo';

/** Stores the address to open after sign-in, for this window. */
export const storeAddressAfterSignIn = (path: string): void => void writeJson(sessionStorage, key, path);

/** Takes the stored address, once. Only paths in the area just entered, and the field kit, are returned. */
export function takeAddressAfterSignIn(area: '/admin' | '/user'): string | undefined {
  const path = readJson<unknown>(sessionStorage, key);
  removeKey(sessionStorage, key);
  return typeof path === 'string' && (path.startsWith(`${area}/`) || path === '/field') ? path : undefined;
}
