import { setTimeout as sleep } from 'node:timers/promises';

/** Limits count by the minutes of the clock: waits for the next where this one ends before a test could. */
export async function ensureMinuteLasts(seconds = 12): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < seconds * 1000) await sleep(left + 50);
}
