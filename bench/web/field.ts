import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import type { ProductInBrowser } from './product-in-browser.ts';

/** The window of a phone, and how much slower its processor is than this machine's. */
const phone = { width: 390, height: 844 };
const throttle = 4;
const openings = 7;
/** Limits: KB of compressed JavaScript of the first visit, seconds to the PIN without a network. */
const most = { script: 180, seconds: 1.5 };
const pin = '482913';
const kilo = 1024;

/**
 * The field kit: what the first visit loads until the kit can be set up, and how long a further tab takes without a network
 * until it asks for the PIN.
 */
export async function measureFieldKit({ open, url, account }: ProductInBrowser): Promise<Finding> {
  const context = await open(account, phone);
  try {
    const page = await context.newPage();
    const script = await weighVisit(page, `${url}/field`);
    await setUp(page);
    await context.setOffline(true);
    await page.close();
    const seconds: number[] = [];
    for (let at = 0; at < openings; at++) seconds.push(await openOffline(context, `${url}/field`));
    const opened = median(seconds);
    return {
      name: 'field',
      title: `field kit, CPU ÷ ${throttle}`,
      seen:
        `${script.toFixed(0)} KB of compressed JavaScript (≤ ${most.script}); without a network asks for the PIN after ` +
        `${opened.toFixed(2)} s (≤ ${most.seconds}; ${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`,
      met: script <= most.script && opened <= most.seconds,
      values: { scriptKilobytes: script, seconds: opened },
    };
  } finally {
    await context.close();
  }
}

/** KB of compressed JavaScript that the page itself asks for; the service worker stores more of it afterwards. */
async function weighVisit(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  await page.getByLabel('设置 PIN（6 至 12 位数字）').waitFor();
  await sleep(2000);
  return bytes / kilo;
}

/** Sets the kit up and waits until the service worker has stored the page. */
async function setUp(page: Page): Promise<void> {
  await page.getByLabel('设置 PIN（6 至 12 位数字）').fill(pin);
  await page.getByLabel('再输入一次').fill(pin);
  await page.getByRole('button', { name: '启用' }).click();
  await page.getByRole('button', { name: '启用' }).waitFor({ state: 'detached' });
  const isStored = `(async () => {
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes('/offline/field')) return true;
    return false;
  })()`;
  for (let tries = 0; !(await page.evaluate<boolean>(isStored)); tries++) {
    if (tries > 60) throw new Error('the field kit was not stored for use without a network');
    await sleep(500);
  }
}

async function openOffline(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByLabel('PIN', { exact: true }).waitFor();
  const seconds = (performance.now() - started) / 1000;
  await page.close();
  return seconds;
}
