// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readJson, removeKey, removeKeys, writeJson } from './json-storage-with-memory-fallback.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

const full = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });

test('a value a full storage rejects lasts for this page', () => {
  expect(writeJson(localStorage, 'a', { n: 1 })).toBe(true);
  const filled = full();
  expect(writeJson(localStorage, 'a', { n: 2 })).toBe(false);
  expect(readJson(localStorage, 'a')).toEqual({ n: 2 });
  removeKey(localStorage, 'a');
  expect(readJson(localStorage, 'a')).toBeUndefined();
  writeJson(localStorage, 'a', { n: 3 });
  filled.mockRestore();
  expect(writeJson(localStorage, 'a', { n: 4 })).toBe(true);
  expect([readJson(localStorage, 'a'), localStorage.getItem('a')]).toEqual([{ n: 4 }, '{"n":4}']);
});

test('a value stored by another window wins', () => {
  const filled = full();
  writeJson(localStorage, 'a', { n: 1 });
  filled.mockRestore();
  localStorage.setItem('a', '{"n":2}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'a', storageArea: localStorage }));
  expect(readJson(localStorage, 'a')).toEqual({ n: 2 });
});

test('removing by name removes stored and unstored values', () => {
  writeJson(localStorage, 'draft:1', 1);
  writeJson(localStorage, 'kept', 1);
  const filled = full();
  writeJson(localStorage, 'draft:2', 2);
  filled.mockRestore();
  removeKeys(localStorage, (key) => key.startsWith('draft:'));
  expect(['draft:1', 'draft:2', 'kept'].map((key) => readJson(localStorage, key))).toEqual([undefined, undefined, 1]);
});
