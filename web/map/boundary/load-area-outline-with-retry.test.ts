import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AreaOutline } from './draw-division-boundaries-filled-by-value.ts';
import { loadAreaOutlineWithRetry } from './load-area-outline-with-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outline = (code: string): AreaOutline => ({
  code,
  own: { type: 'FeatureCollection', features: [] },
  around: undefined,
});

test('without its outline an area shows none of another, and loading is retried', async () => {
  const answers = [undefined, undefined, outline('530100')];
  const shown: (string | undefined)[] = [];
  let reads = 0;
  const stop = loadAreaOutlineWithRetry(
    '530100',
    () => Promise.resolve(answers[reads++]),
    (one) => shown.push(one?.code),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown).toEqual([undefined, undefined, '530100']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reads).toBe(3);
  stop();
});

test('an outline that arrives after another area was chosen is ignored', async () => {
  const shown: unknown[] = [];
  const stop = loadAreaOutlineWithRetry(
    '530700',
    () => Promise.resolve(undefined),
    (one) => shown.push(one),
  );
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(shown).toEqual([]);
});
