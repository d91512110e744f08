import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { packageRoot } from '#server/package-root.ts';
import { median } from './measure.ts';
import { isWanted, type Options } from './options.ts';
import type { Finding } from './report.ts';
import { measureScroll } from './scroll.ts';
import { startServer } from './server-process.ts';
import { makeFolder, productSettings, serverFile, signIn } from './stage.ts';

/** How much slower than this machine's the visitor's processor is. */
const throttle = 4;
const visits = 3;
/** Milliseconds after the page is visible in which it still fetches what it needs. */
const settling = 2000;
const kilo = 1024;

interface PageAim {
  name: string;
  title: string;
  path: string;
  signedIn: boolean;
  /** What a person waits for. */
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
    name: 'web-list',
    title: 'list page of enterprises',
    path: '/admin/enterprise/enterprise',
    signedIn: true,
    visible: (page) => page.locator('[data-list] tr[data-row] .xj-title-link').first().waitFor(),
    most: { script: 360, requests: 12, seconds: 3.5 },
  },
];

/** The fallback font, which only machines without a Chinese font of their own fetch. */
const isFallbackFont = (url: string) => url.includes('/assets/noto-sans-sc');

interface Visit {
  script: number;
  total: number;
  requests: number;
  /** Bytes and files of the fallback font, counted in none of the above. */
  fontBytes: number;
  fonts: number;
  seconds: number;
}

/** What a first visit costs: bytes, requests, and the time until there is something to use, on a slow processor. */
export async function measureWeb(options: Options): Promise<Finding[]> {
  const folder = makeFolder();
  const server = await startServer(
    ['--enable-source-maps', serverFile],
    { ...productSettings, DEMO: '1', DATABASE_URL: '', DATA_DIR: path.join(folder, 'data') },
    '/ready',
  );
  const browser = await launchBrowser();
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const account = await signIn(server.port, 'admin');
    const findings: Finding[] = [];
    for (const page of isWanted(options, 'web') ? pages : []) {
      const seen: Visit[] = [];
      for (let at = 0; at < visits; at++) seen.push(await visit(browser, url, page, account));
      findings.push(describeVisits(page, seen));
    }
    if (isWanted(options, 'scroll')) findings.push(await scroll(browser, url, account));
    return findings;
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(fs.realpathSync(folder), { recursive: true, force: true });
  }
}

/** A desk's window. */
const desk = { width: 1440, height: 900 };

/** Scrolling, by somebody who is signed in; how they keep the table is told as the page itself tells it. */
async function scroll(browser: Browser, url: string, account: { token?: string }): Promise<Finding> {
  const context = await openAs(browser, url, account, desk);
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

/** The browser of the tests, as they find it. */
export async function launchBrowser(): Promise<Browser> {
  const found = execFileSync(process.execPath, [path.join(packageRoot, 'scripts', 'chromium.mjs')], {
    encoding: 'utf8',
  });
  const { executable, libraries } = JSON.parse(found) as { executable: string; libraries: string };
  const env = Object.fromEntries(Object.entries(process.env).filter((one): one is [string, string] => !!one[1]));
  if (libraries) env.LD_LIBRARY_PATH = libraries;
  return chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--font-render-hinting=none'], env });
}

/** A browser that has never been here, signed in as an account. */
export function openAs(
  browser: Browser,
  url: string,
  account: object | undefined,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const storage = { lang: 'zh-cn', ...(account ? { adminInfo: JSON.stringify(account) } : {}) };
  return browser.newContext({
    viewport,
    locale: 'zh-CN',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })) }],
    },
  });
}

/** One visit in a browser that has never been here. */
async function visit(browser: Browser, url: string, aim: PageAim, account: object): Promise<Visit> {
  const context = await openAs(browser, url, aim.signedIn ? account : undefined, desk);
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
