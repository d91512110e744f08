import { readJson, writeJson } from './json-storage-with-memory-fallback.ts';

const key = 'xj-browser';
let id: string | undefined;

/**
 * Random id of this browser, sent with sign-in so that an account is notified of a sign-in from a new browser. It
 * survives signing out.
 */
export function browserId(): string {
  id ??= readJson<string>(localStorage, key);
  if (typeof id !== 'string') {
    id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    writeJson(localStorage, key, id);
  }
  return id;
}
