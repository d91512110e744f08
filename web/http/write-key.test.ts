import { expect, test } from 'vitest';
import { settleWrite, writeKey } from './write-key.ts';

test('a write keeps its key until it is answered', () => {
  const first = writeKey('POST /a {"n":1}');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(writeKey('POST /a {"n":1}')).toBe(first);
  expect(writeKey('POST /a {"n":2}')).not.toBe(first);
  settleWrite('POST /a {"n":1}', first);
  expect(writeKey('POST /a {"n":1}')).not.toBe(first);
});

test('a late answer of an earlier write does not settle the next one', () => {
  const first = writeKey('POST /b', 0);
  const second = writeKey('POST /b', 600_000);
  expect(second).not.toBe(first);
  settleWrite('POST /b', first);
  expect(writeKey('POST /b', 600_001)).toBe(second);
});

test('the number of remembered writes is limited', () => {
  const first = writeKey('POST /c 0');
  for (let at = 1; at <= 200; at++) writeKey(`POST /c ${at}`);
  expect(writeKey('POST /c 0')).not.toBe(first);
});
