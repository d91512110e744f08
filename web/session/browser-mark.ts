import { readJson, writeJson } from './storage.ts';

const key = 'xj-browser';
let mark: string | undefined;

/**
 * Random id of this browser, sent with sign-in so that an account is notified of a sign-in from a new browser. It
 * survives signing out.
 */
export function browserMark(): string {
  mark ??= readJson<string>(localStorage, key);
  if (typeof mark !== 'string') {
    mark = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
    writeJson(localStorage, key, mark);
  }
  return mark;
}
