import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetStoredDataOfAccounts } from './forget-stored-data-of-accounts.ts';
import { readForOffline, storeForOffline } from './offline-account-storage.ts';

/** Starts every test with an empty storage. */
beforeEach(() => {
  // As in a browser, stored keys are properties.
  const storage: Record<string, string> = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

test('is read by its account, for three days', () => {
  storeForOffline('member', 7, 'road', { teams: [1] }, 1000);
  expect(readForOffline('member', 7, 'road', 2000)).toEqual({ at: 1000, value: { teams: [1] } });
  expect(readForOffline('admin', 7, 'road', 2000)).toBeUndefined();
  expect(readForOffline('member', 7, 'road', 1000 + 3 * 86_400_000)).toBeUndefined();
  // It has been removed by then.
  expect(readForOffline('member', 7, 'road', 2000)).toBeUndefined();
});

test('is removed when another account reads it, and with the session', () => {
  storeForOffline('member', 7, 'road', 1, 1000);
  expect(readForOffline('member', 8, 'road', 2000)).toBeUndefined();
  expect(readForOffline('member', 7, 'road', 2000)).toBeUndefined();
  storeForOffline('member', 7, 'road', 1, 1000);
  storeForOffline('admin', 7, 'boot', 1, 1000);
  forgetStoredDataOfAccounts('member');
  expect(readForOffline('member', 7, 'road', 2000)).toBeUndefined();
  expect(readForOffline('admin', 7, 'boot', 2000)?.value).toBe(1);
  localStorage.setItem('xj-own member road', 'null');
  expect(readForOffline('member', 7, 'road', 2000)).toBeUndefined();
});
