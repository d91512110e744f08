import { readJson, writeJson } from './storage.ts';

const key = 'xj-browser';
let mark: string | undefined;

/** What this browser is known by to accounts that sign in from it, so that they are told of another; it stays when they sign out. */
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
