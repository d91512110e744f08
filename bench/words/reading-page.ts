import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import type { ProductInBrowser } from '../web/product-in-browser.ts';

/** The window of a phone, and how much slower its processor is than this machine's. */
const phone = { width: 390, height: 844 };
const throttle = 4;
const openings = 9;
/** Limits: KB of JavaScript that the page loads, and seconds until its text is visible. */
const most = { script: 20, seconds: 0.6 };
const kilo = 1024;

interface Opening {
  readonly seconds: number;
  readonly scriptBytes: number;
  readonly bytes: number;
}

/** An article of the demonstration as a phone opens it that has never been here: what it loads, and when its text is visible. */
export async function measureReadingPage({ open, url }: ProductInBrowser): Promise<Finding> {
  const listed = await (await fetch(`${url}/article`)).text();
  const [, path] = /href="(\/article\/[A-Za-z0-9]+)[?"]/.exec(listed) ?? [];
  if (path === undefined) throw new Error('no article is published');
  const opened: Opening[] = [];
  for (let at = 0; at < openings; at++) opened.push(await openCold(open, `${url}${path}`));
  const seconds = opened.map((one) => one.seconds);
  const visible = median(seconds);
  const script = Math.max(...opened.map(({ scriptBytes }) => scriptBytes)) / kilo;
  const whole = Math.max(...opened.map(({ bytes }) => bytes)) / kilo;
  return {
    name: 'page',
    title: `reading page, CPU ÷ ${throttle}`,
    seen:
      `${script.toFixed(1)} KB of JavaScript (≤ ${most.script}) of ${whole.toFixed(1)} KB in all; visible after ${visible.toFixed(2)} s ` +
      `(≤ ${most.seconds}; ${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)})`,
    met: script <= most.script && visible <= most.seconds,
    values: { scriptKilobytes: script, kilobytes: whole, seconds: visible },
  };
}

async function openCold(open: ProductInBrowser['open'], address: string): Promise<Opening> {
  const context = await open(undefined, phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const scripts = new Set<string>();
    let [bytes, scriptBytes] = [0, 0];
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.mimeType.includes('javascript')) scripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes += encodedDataLength;
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    const started = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const seconds = (performance.now() - started) / 1000;
    // what is in the document is no file of its own
    await page.waitForLoadState('networkidle');
    const inline = await page.locator('script').evaluateAll((all) => all.map((one) => one.textContent ?? '').join(''));
    return { seconds, scriptBytes: scriptBytes + Buffer.byteLength(inline), bytes };
  } finally {
    await context.close();
  }
}
