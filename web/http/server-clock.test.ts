import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const deviceTime = 1_800_000_000_000;
let clock: typeof import('./server-clock.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(deviceTime);
  vi.resetModules();
  clock = await import('./server-clock.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

/** An answer of a server whose clock is `ahead` seconds ahead of this computer, after `journey` ms each way. */
function answer(ahead: number, at: number, journey: number): void {
  const announced = Math.floor((at + journey) / 1000 + ahead);
  clock.noteServerTime(announced, at, at + 2 * journey);
}

describe('the clock of the server', () => {
  test('is the local clock before the first answer', () => {
    expect(clock.serverNow()).toBe(deviceTime / 1000);
  });

  test('is the middle of the range an answer allows', () => {
    answer(120, deviceTime, 40);
    expect(clock.serverNow()).toBe(deviceTime / 1000 + 120);
  });

  test('is accurate to a tenth of a second after answers at different moments of the second', () => {
    for (let ms = 0; ms < 1000; ms += 90) answer(7, deviceTime + ms, 20);
    vi.setSystemTime(deviceTime + 900);
    expect(clock.serverNow()).toBe(deviceTime / 1000 + 7);
    vi.setSystemTime(deviceTime + 1100);
    expect(clock.serverNow()).toBe(deviceTime / 1000 + 8);
  });

  test('follows a clock that was set', () => {
    answer(0, deviceTime, 10);
    answer(-3600, deviceTime + 5000, 10);
    vi.setSystemTime(deviceTime + 6000);
    expect(clock.serverNow()).toBe(deviceTime / 1000 + 6 - 3600);
  });

  test('ignores an answer without a time', () => {
    clock.noteServerTime(undefined, deviceTime);
    clock.noteServerTime(Number.NaN, deviceTime);
    expect(clock.serverNow()).toBe(deviceTime / 1000);
  });
});
