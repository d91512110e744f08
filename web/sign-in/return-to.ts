import { readJson, removeKey, writeJson } from '#web/session/storage.ts';

const key = 'returnTo';

/** Remembers where someone wanted to go when they had to sign in first; for this window only. */
export const storeReturn = (path: string): void => void writeJson(sessionStorage, key, path);

/** Where to go after signing in; asked once. Only paths of the product, in the area just entered, are followed. */
export function takeReturn(area: '/admin' | '/user'): string | undefined {
  const path = readJson<unknown>(sessionStorage, key);
  removeKey(sessionStorage, key);
  return typeof path === 'string' && path.startsWith(`${area}/`) ? path : undefined;
}
