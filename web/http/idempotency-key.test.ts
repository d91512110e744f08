import { expect, test } from 'vitest';
import { endIdempotencyKey, idempotencyKeyOf } from './idempotency-key.ts';

test('a write keeps its key until it is answered', () => {
  const first = idempotencyKeyOf('POST /a {"n":1}');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(idempotencyKeyOf('POST /a {"n":1}')).toBe(first);
  expect(idempotencyKeyOf('POST /a {"n":2}')).not.toBe(first);
  endIdempotencyKey('POST /a {"n":1}', first);
  expect(idempotencyKeyOf('POST /a {"n":1}')).not.toBe(first);
});

test('a late answer of an earlier write does not settle the next one', () => {
  const first = idempotencyKeyOf('POST /b', 0);
  const second = idempotencyKeyOf('POST /b', 600_000);
  expect(second).not.toBe(first);
  endIdempotencyKey('POST /b', first);
  expect(idempotencyKeyOf('POST /b', 600_001)).toBe(second);
});

test('the number of remembered writes is limited', () => {
  const first = idempotencyKeyOf('POST /c 0');
  for (let at = 1; at <= 200; at++) idempotencyKeyOf(`POST /c ${at}`);
  expect(idempotencyKeyOf('POST /c 0')).not.toBe(first);
});
