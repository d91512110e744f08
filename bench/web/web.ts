import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { isWanted, type Options } from '../options.ts';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import { measureNavigation } from './navigation.ts';
import { desktop, type ProductInBrowser, withProductInBrowser } from './product-in-browser.ts';
import { measureScroll } from './scroll.ts';

/** How much slower the visitor's processor is than this machine's. */
const throttle = 4;
const visits = 3;
/** Milliseconds after the page is visible in which it still loads what it needs. */
const settling = 2000;
const kilo = 1024;

interface PageAim {
  name: string;
  title: string;
  path: string;
  signedIn: boolean;
  /** The element that a person waits for. */
  visible(page: Page): Promise<void>;
  /** Compressed JavaScript in KB, requests, seconds to visible. */
  most: { script: number; requests: number; seconds: number };
}

const pages: readonly PageAim[] = [
  {
    name: 'web-sign-in',
    title: 'sign-in page',
    path: '/',
    signedIn: false,
    visible: (page) => page.getByLabel('密码', { exact: true }).waitFor(),
    most: { script: 95, requests: 12, seconds: 2 },
  },
  {
    name: 'web-member-sign-in',
    title: 'sign-in page of members',
    path: '/user/login',
    signedIn: false,
    visible: (page) => page.getByLabel('密码', { exact: true }).waitFor(),
    most: { script: 150, requests: 12, seconds: 2 },
  },
  {
    name: 'web-list',
    title: 'list page of enterprises',
    path: '/admin/enterprise/enterprise',
    signedIn: true,
    visible: (page) => page.locator('[data-list] tr[data-row] .xj-title-link').first().waitFor(),
    most: { script: 360, requests: 12, seconds: 3.5 },
  },
];

/** The fallback font, which only machines without a Chinese font load. */
const isFallbackFont = (url: string) => url.includes('/assets/noto-sans-sc');

interface Visit {
  script: number;
  total: number;
  requests: number;
  /** Bytes and files of the fallback font, not included in the others. */
  fontBytes: number;
  fonts: number;
  seconds: number;
}

/** The cost of a first visit: bytes, requests, and the time until the page is usable, on a slow processor. */
export async function measureWeb(options: Options): Promise<Finding[]> {
  return await withProductInBrowser(async (browser) => {
    const findings: Finding[] = [];
    for (const page of isWanted(options, 'web') ? pages : []) {
      const seen: Visit[] = [];
      for (let at = 0; at < visits; at++) seen.push(await visit(browser, page));
      findings.push(describeVisits(page, seen));
    }
    if (isWanted(options, 'web')) findings.push(await measureNavigation(browser));
    if (isWanted(options, 'scroll')) findings.push(await scroll(browser));
    return findings;
  });
}

/** Scrolling in a signed-in session; preferences of the table are saved like the page does. */
async function scroll({ open, url, account }: ProductInBrowser): Promise<Finding> {
  const context = await open(account, desktop);
  try {
    return await measureScroll(await context.newPage(), url, async (endless) => {
      await fetch(`${url}/admin/preference/save`, {
        method: 'POST',
        headers: { server: 'true', batoken: String(account.token), 'content-type': 'application/json' },
        body: JSON.stringify({ key: 'table:enterprise/enterprise', value: endless ? { endless } : null }),
      });
    });
  } finally {
    await context.close();
  }
}

/** One visit in a browser without earlier visits. */
async function visit({ open, url, account }: ProductInBrowser, aim: PageAim): Promise<Visit> {
  const context = await open(aim.signedIn ? account : undefined, desktop);
  try {
    return await load(context, `${url}${aim.path}`, aim);
  } finally {
    await context.close();
  }
}

async function load(context: BrowserContext, address: string, { visible }: PageAim): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const scripts = new Set<string>();
  const fonts = new Set<string>();
  const counts = { script: 0, total: 0, requests: 0, fontBytes: 0, fonts: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (isFallbackFont(request.url)) {
      fonts.add(requestId);
      counts.fonts++;
    } else if (request.url.startsWith('http')) counts.requests++;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (fonts.has(requestId)) counts.fontBytes += encodedDataLength;
    else counts.total += encodedDataLength;
    if (scripts.has(requestId)) counts.script += encodedDataLength;
  });
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await visible(page);
  const seconds = (performance.now() - started) / 1000;
  await sleep(settling);
  return { ...counts, seconds };
}

function describeVisits({ name, title, most }: PageAim, seen: readonly Visit[]): Finding {
  const middle = (pick: (one: Visit) => number) => median(seen.map(pick));
  const script = middle((one) => one.script) / kilo;
  const total = middle((one) => one.total) / kilo;
  const requests = middle((one) => one.requests);
  const seconds = middle((one) => one.seconds);
  const fonts = middle((one) => one.fonts);
  const font = middle((one) => one.fontBytes) / kilo;
  const fallback = fonts
    ? `; besides ${fonts} files, ${font.toFixed(0)} KB of the font for machines without a Chinese one`
    : '';
  return {
    name,
    title: `${title}, first visit, CPU ÷ ${throttle}`,
    seen:
      `${script.toFixed(0)} KB of compressed JavaScript (≤ ${most.script}), ${total.toFixed(0)} KB in all, ` +
      `${requests} requests (≤ ${most.requests}), visible after ${seconds.toFixed(1)} s (≤ ${most.seconds})${fallback}`,
    met: script <= most.script && requests <= most.requests && seconds <= most.seconds,
    values: { scriptKilobytes: script, totalKilobytes: total, requests, seconds, fonts, fontKilobytes: font },
  };
}
