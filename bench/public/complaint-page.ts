import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import type { ProductInBrowser } from '../web/product-in-browser.ts';

/** The window of a phone, and how much slower its processor is than this machine's. */
const phone = { width: 390, height: 844 };
const throttle = 4;
const openings = 7;
/** Limits: KB of compressed JavaScript of the page besides the start, seconds until its form is visible. */
const most = { script: 60, seconds: 1.2 };
const kilo = 1024;

/** The page on which tourists complain: what it loads besides every public page's start, and when its form is visible. */
export async function measureComplaintPage({ open, url }: ProductInBrowser): Promise<Finding> {
  const own = await weighOwnScripts(open, url);
  const seconds: number[] = [];
  for (let at = 0; at < openings; at++) seconds.push(await openCold(open, url));
  const visible = median(seconds);
  return {
    name: 'page',
    title: `page of complaints, CPU ÷ ${throttle}`,
    seen:
      `${own.toFixed(1)} KB of compressed JavaScript of its own (≤ ${most.script}); visible after ${visible.toFixed(2)} s ` +
      `(≤ ${most.seconds}; ${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`,
    met: own <= most.script && visible <= most.seconds,
    values: { scriptKilobytes: own, seconds: visible },
  };
}

/** KB of compressed JavaScript that the page asks for and that the document does not name. */
async function weighOwnScripts(open: ProductInBrowser['open'], url: string): Promise<number> {
  const context = await open(undefined, phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const scripts = new Map<string, string>();
    let bytes = 0;
    let named: readonly string[] = [];
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType.includes('javascript')) scripts.set(requestId, new URL(response.url).pathname);
    });
    const sizes: [string, number][] = [];
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const path = scripts.get(requestId);
      if (path !== undefined) sizes.push([path, encodedDataLength]);
    });
    const answer = await page.goto(`${url}/complaint`);
    named = [...((await answer?.text()) ?? '').matchAll(/<script[^>]* src="([^"]+\.js)"/g)].map(([, one = '']) => one);
    await page.getByLabel('经过').waitFor();
    await sleep(2000);
    for (const [path, size] of sizes) if (!named.includes(path)) bytes += size;
    return bytes / kilo;
  } finally {
    await context.close();
  }
}

/** Seconds from the first request of a browser without a cache until the form is visible. */
async function openCold(open: ProductInBrowser['open'], url: string): Promise<number> {
  const context = await open(undefined, phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const started = performance.now();
    await page.goto(`${url}/complaint`, { waitUntil: 'commit' });
    await page.getByLabel('经过').waitFor();
    return (performance.now() - started) / 1000;
  } finally {
    await context.close();
  }
}
