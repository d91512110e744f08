import { afterEach, expect, test, vi } from 'vitest';
import { importChunkWithRetry, MissingChunkError } from './import-chunk-with-retry.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A window whose network comes back on a signal, and a server that may not answer. */
function stand(answers: () => boolean, online = answers) {
  vi.useFakeTimers();
  const network = new EventTarget();
  vi.stubGlobal('window', network);
  vi.stubGlobal('navigator', {
    get onLine() {
      return online();
    },
  });
  vi.stubGlobal('fetch', () => (answers() ? Promise.resolve({ ok: true }) : Promise.reject(new Error('offline'))));
  return () => network.dispatchEvent(new Event('online'));
}

test('a module is not requested without a network, loads once there is one, and then stays available', async () => {
  let online = false;
  const comesBack = stand(() => online);
  const load = vi.fn(() => Promise.resolve('part'));
  const part = importChunkWithRetry('form', load);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(load).not.toHaveBeenCalled();
  online = true;
  comesBack();
  expect(await part).toBe('part');
  online = false;
  expect(await importChunkWithRetry('form', load)).toBe('part');
});

test('a module that fails while the server is unreachable is requested until it loads', async () => {
  let up = false;
  stand(
    () => up,
    () => true,
  );
  const load = vi.fn(() => (up ? Promise.resolve('part') : Promise.reject(new Error('away'))));
  const part = importChunkWithRetry('list', load);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(load.mock.calls.length).toBeGreaterThan(3);
  up = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await part).toBe('part');
});

test('a module the server does not have is reported after a second attempt', async () => {
  stand(() => true);
  const load = vi.fn(() => Promise.reject(new Error('404')));
  const part = expect(importChunkWithRetry('map', load)).rejects.toBeInstanceOf(MissingChunkError);
  await vi.advanceTimersByTimeAsync(5_000);
  await part;
  expect(load).toHaveBeenCalledTimes(2);
});
