import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import type { ProductInBrowser } from '../web/product-in-browser.ts';

/** The window of a phone, and how much slower its processor is than this machine's. */
const phone = { width: 390, height: 844 };
const throttle = 4;
const openings = 7;
/** Limits: KB of compressed JavaScript of the page, seconds until its form is visible. */
const most = { script: 60, seconds: 1.2 };
const kilo = 1024;

/** The page on which tourists complain: how much script it loads, and when its form is visible. */
export async function measureComplaintPage({ open, url }: ProductInBrowser): Promise<Finding> {
  const script = await weighScripts(open, url);
  const seconds: number[] = [];
  for (let at = 0; at < openings; at++) seconds.push(await openCold(open, url));
  const visible = median(seconds);
  return {
    name: 'page',
    title: `page of complaints, CPU ÷ ${throttle}`,
    seen:
      `${script.toFixed(1)} KB of compressed JavaScript (≤ ${most.script}); visible after ${visible.toFixed(2)} s ` +
      `(≤ ${most.seconds}; ${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`,
    met: script <= most.script && visible <= most.seconds,
    values: { scriptKilobytes: script, seconds: visible },
  };
}

/** KB of compressed JavaScript that the page loads before anybody touches it, with the headers of the answers. */
async function weighScripts(open: ProductInBrowser['open'], url: string): Promise<number> {
  const context = await open(undefined, phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const scripts = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType.includes('javascript')) scripts.add(requestId);
    });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(`${url}/complaint`);
    await page.getByLabel('经过').waitFor();
    await sleep(2000);
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
