import { setTimeout as sleep } from 'node:timers/promises';

/** Limits count per minute of the clock: waits for the next minute if this one would end before the test. */
export async function ensureMinuteLasts(seconds = 12): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < seconds * 1000) await sleep(left + 50);
}
