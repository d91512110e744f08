import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Finding } from '../support/report.ts';
import { type ProductInBrowser, withProductInBrowser } from './product-in-browser.ts';

/** Walls that are looked at: one screen, and four of them. */
const sizes = [
  [1920, 1080],
  [3840, 2160],
] as const;
/** Seconds a wall is watched as it stands. */
const watched = 10;
/** Hours of the day that are replayed; the heap is read, swept, after each. */
const hours = 6;
const longestFrame = 100;
/** MB an hour below which the heap is flat: what is kept for good in six hours is less than a picture. */
const flat = 0.5;

/** Frames of the wall and its memory, over hours of a day that is replayed. */
export async function measureWall(): Promise<Finding[]> {
  return await withProductInBrowser(async (browser) => {
    const findings: Finding[] = [];
    for (const size of sizes) findings.push(await watchWall(browser, size));
    return findings;
  });
}

async function watchWall(
  { open, url, account }: ProductInBrowser,
  [width, height]: readonly [number, number],
): Promise<Finding> {
  const context = await open(account, { width, height });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/admin/largedatascreen`);
    await page.locator('.wall .xj-map[data-ready] .xj-cluster').first().waitFor({ timeout: 60_000 });
    await sleep(2000); // the map's first second
    const frames = await readFrames(page, watched * 1000);
    const heap = await context.newCDPSession(page);
    await heap.send('HeapProfiler.enable');
    await heap.send('Performance.enable');
    const heapSizes = await replayDay(page, heap);
    const slope = slopeOf(heapSizes);
    const perSecond = frames.length / watched;
    const longest = Math.max(0, ...frames);
    return {
      name: `wall-${width}`,
      title: `wall ${width} × ${height}, software rendering`,
      seen:
        `${perSecond.toFixed(1)} frames a second, the longest ${longest.toFixed(0)} ms (≤ ${longestFrame}); heap over ` +
        `${hours} hours replayed ${heapSizes.map((one) => one.toFixed(1)).join(' ')} MB, slope ${slope.toFixed(2)} MB an hour (≤ ${flat})`,
      met: longest <= longestFrame && slope <= flat,
      values: { framesPerSecond: perSecond, longestFrame: longest, slope },
    };
  } finally {
    await context.close();
  }
}

/** Milliseconds from frame to frame, for a while. */
const readFrames = (page: Page, ms: number): Promise<number[]> =>
  // as text: what runs the bench gives functions names by a helper that the page does not have
  page.evaluate<number[]>(`new Promise((done) => {
    const frames = [];
    let last = performance.now();
    const end = last + ${ms};
    requestAnimationFrame(function next(now) {
      frames.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(next);
      else done(frames);
    });
  })`);

/** MB in use after each hour of a day, in steps of five minutes; the first hour warms up and is not told. */
async function replayDay(page: Page, heap: CDPSession): Promise<number[]> {
  await page.keyboard.press('r');
  const time = page.locator('.wall-mode input[type=range]');
  const day = page.locator('.wall-mode input[type=date]');
  const from = await day.getAttribute('max');
  await day.fill(dayBefore(from ?? ''));
  const heapSizes: number[] = [];
  for (let hour = 0; hour <= hours; hour++) {
    for (let minute = 0; minute < 60; minute += 5) {
      await showMinute(page, time, hour * 60 + minute);
    }
    await heap.send('HeapProfiler.collectGarbage');
    const { metrics } = await heap.send('Performance.getMetrics');
    const used = metrics.find((one) => one.name === 'JSHeapUsedSize')?.value ?? 0;
    if (hour > 0) heapSizes.push(used / 2 ** 20);
  }
  return heapSizes;
}

/** Seconds after which a moment that is not on the wall ends the bench: a wall that hangs is a finding, not a wait. */
const patience = 60;

/** Drags the time of the replay to a minute of the day, and waits until the map has heard of it. */
async function showMinute(page: Page, time: Locator, minute: number): Promise<void> {
  if ((await time.inputValue()) === String(minute)) return;
  const answered = page.waitForResponse((one) => /\/admin\/screen\.map\/index\?.*\bat=/.test(one.url()), {
    timeout: patience * 1000,
  });
  await time.fill(String(minute));
  await answered;
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Slope of the line through values one apart, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  let [above, below] = [0, 0];
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
