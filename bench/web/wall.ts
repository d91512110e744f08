import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Finding } from '../support/report.ts';
import { type ProductInBrowser, withProductInBrowser } from './product-in-browser.ts';

interface Size {
  readonly width: number;
  readonly height: number;
  /** Milliseconds of the longest frame, and frames a second, that are aimed at. */
  readonly longestFrame?: number;
  readonly frames?: number;
}

/** The measured walls: one screen, and four of them. */
const sizes: readonly Size[] = [
  { width: 1920, height: 1080, longestFrame: 50 },
  { width: 3840, height: 2160, frames: 50 },
];
/** Seconds for which a wall is watched. */
const watched = 10;
/** Replayed hours, a whole day; after each the heap is measured, after a garbage collection. */
const hours = 24;
/** Minutes from one replayed moment to the next. */
const step = 15;
/** MB per hour below which the heap counts as flat: in a day it grows by less than a picture. */
const flat = 0.1;

/** The frame rate of the wall screen, and its memory over several hours of a replayed day. */
export const measureWall = (): Promise<Finding[]> => withProductInBrowser(measureWallIn);

export async function measureWallIn(browser: ProductInBrowser): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const size of sizes) findings.push(await watchWall(browser, size));
  return findings;
}

async function watchWall(
  { open, url, account }: ProductInBrowser,
  { width, height, longestFrame = Number.POSITIVE_INFINITY, frames: least = 0 }: Size,
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
        `${perSecond.toFixed(1)} frames a second${least > 0 ? ` (≥ ${least})` : ''}, the longest ${longest.toFixed(0)} ms${Number.isFinite(longestFrame) ? ` (≤ ${longestFrame})` : ''}; heap over ` +
        `${hours} hours replayed ${[...heapSizes.slice(0, 3), ...heapSizes.slice(-3)].map((one) => one.toFixed(1)).join(' ')} MB, slope ${slope.toFixed(2)} MB an hour (≤ ${flat})`,
      met: longest <= longestFrame && perSecond >= least && slope <= flat,
      values: { framesPerSecond: perSecond, longestFrame: longest, slope },
    };
  } finally {
    await context.close();
  }
}

/** Milliseconds between frames, for a while. */
const readFrames = (page: Page, ms: number): Promise<number[]> =>
  // as text: the bundler of the bench adds calls of a helper to named functions that the page does not have
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

/** MB in use after each hour of yesterday, in steps of a quarter; the first hour is a warm-up and not returned. */
async function replayDay(page: Page, heap: CDPSession): Promise<number[]> {
  await page.keyboard.press('r');
  const time = page.locator('.wall-mode input[type=range]');
  await page.locator('.wall-day').getByRole('button').click();
  await page.getByRole('menuitemradio').nth(1).click();
  const heapSizes: number[] = [];
  for (let hour = 0; hour < hours; hour++) {
    for (let minute = 0; minute < 60; minute += step) {
      await showMinute(page, time, hour * 60 + minute);
    }
    await heap.send('HeapProfiler.collectGarbage');
    const { metrics } = await heap.send('Performance.getMetrics');
    const used = metrics.find((one) => one.name === 'JSHeapUsedSize')?.value ?? 0;
    if (hour > 0) heapSizes.push(used / 2 ** 20);
  }
  return heapSizes;
}

/** Seconds to wait for a moment to appear on the wall: one that hangs should fail the bench. */
const patience = 60;

/** Drags the time of the replay to a minute of the day, and waits until the map has loaded it. */
async function showMinute(page: Page, time: Locator, minute: number): Promise<void> {
  if ((await time.inputValue()) === String(minute)) return;
  const answered = page.waitForResponse((one) => /\/admin\/screen\.map\/index\?.*\bat=/.test(one.url()), {
    timeout: patience * 1000,
  });
  await time.fill(String(minute));
  await answered;
}

/** Slope of the least-squares line through equidistant values. */
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
