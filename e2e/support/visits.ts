import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page, Request, Response } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Locale } from '#kernel/text/text.ts';
import { findRunningPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type BrowserOptions, launchBrowser, shareBrowser } from '../../test/support/browser.ts';
import { productOfWorker } from '../../test/support/product-of-worker.ts';
import { isPooled, lendPage, openPage, type PageSettings, returnPage, takePage } from './page-pool.ts';

export interface VisitOptions {
  /** Officer who is signed in already; nobody by default. */
  as?: string;
  locale?: Locale;
  theme?: 'light' | 'dark';
  size?: readonly [width: number, height: number];
  /** Address of another product than the shared one. */
  url?: string;
  /** Complaints that are expected, because the test cuts the network. */
  tolerates?: RegExp;
  /** Further items of the local storage, by key. */
  storage?: Readonly<Record<string, string>>;
  /** Prepares the page before it goes to its address. */
  before?: (page: Page) => Promise<unknown>;
  context?: BrowserContextOptions;
  /** Its pixels or its opacity are tested: other pages are laid out but not drawn. */
  drawn?: boolean;
}

export interface Visits {
  /** A page that shares no storage, cookies or history with another visit (`page-pool.ts`). */
  open(path: string, options?: VisitOptions): Promise<Page>;
  /** A further tab beside a page. */
  openTab(page: Page, path: string, options?: Pick<VisitOptions, 'tolerates'>): Promise<Page>;
  /** Address of the shared product. */
  readonly url: string;
  readonly password: string;
  /** Data folder of the shared product. */
  readonly dataDir: string;
  /** Runs one statement on the database of the shared product, for what no call can do, such as letting a period end. */
  query(text: string, values: readonly unknown[]): Promise<void>;
}

/** In ms; machines that run tests are busy. */
const patience = 60_000;

/** Each file begins with another number: daily limits of an address apply across files. */
let addresses = Math.floor(Math.random() * 30_000);

/** An IP address that is unique in this run, as a proxy would forward it (from a range of RFC 5737). */
export function uniqueAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

const desktop: readonly [number, number] = [1440, 900];

/**
 * Browsers for the tests of a file. A test fails if a page it visited threw an error, logged one to the console (such as a
 * violation of the content security policy), got an answer of 500, or sent a request to another server. For a failed test
 * the text of its pages is printed, and screenshots are saved if the folder SHOTS is set.
 */
export function startVisits(own?: BrowserOptions): Visits {
  const shared = productOfWorker();
  if (!shared) throw new Error('no product was started for this worker');
  /** Open pages, each with a function that ends its visit. */
  const opened = new Map<Page, (failed: boolean) => Promise<void>>();
  const complaints: string[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await (own ? launchBrowser(own) : shareBrowser());
  });
  afterAll(async () => {
    if (own) await browser.close();
  });
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail';
    for (const page of failed ? opened.keys() : []) {
      process.stderr.write(`${await describe(page)}\n`);
      await shoot(page, `failed-${task.name}`).catch(() => undefined);
    }
    for (const end of opened.values()) await end(failed);
    opened.clear();
    const found = complaints.splice(0);
    if (found.length > 0) throw new Error(`pages complained:\n${[...new Set(found)].join('\n')}`);
  });

  const watch = (page: Page, origin: string, tolerates?: RegExp): (() => void) => {
    const complain = (what: string) => tolerates?.test(what) || complaints.push(`${what} [at ${page.url()}]`);
    const onError = (error: Error) => complain(`thrown: ${error.stack ?? error.message}`);
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === 'error') complain(`console: ${message.text()} ${message.location().url}`);
    };
    const onResponse = (response: Response) => {
      if (response.status() >= 500) complain(`${response.status()}: ${response.url()}`);
    };
    const onRequest = (request: Request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) complain(`left the server: ${url}`);
    };
    page.on('pageerror', onError).on('console', onConsole).on('response', onResponse).on('request', onRequest);
    return () => {
      page.off('pageerror', onError).off('console', onConsole).off('response', onResponse).off('request', onRequest);
    };
  };

  const visit = async (
    page: Page,
    address: string,
    { tolerates, before }: VisitOptions = {},
    storage?: Readonly<Record<string, string>>,
  ): Promise<Page> => {
    page.setDefaultTimeout(patience);
    const { origin } = new URL(address);
    const unwatch = watch(page, origin, tolerates);
    opened.set(page, async (failed) => {
      unwatch();
      if (isPooled(page)) await returnPage(page, origin, failed);
      else await page.context().close();
    });
    const filling = storage && (await page.addInitScript(fillStorage, { items: storage, visit: randomUUID() }));
    await before?.(page);
    await page.goto(address);
    await filling?.dispose();
    lendPage(page);
    return page;
  };

  return {
    url: shared.url,
    password: shared.password,
    dataDir: shared.dataDir,
    open: async (where, options = {}) => {
      const { as, locale = 'zh-cn', theme, size = desktop, url = shared.url, storage, context, drawn } = options;
      const stored: Record<string, string> = { lang: locale, ...storage };
      if (theme) stored.storeConfig_v2 = JSON.stringify({ theme });
      if (as) stored.adminInfo = JSON.stringify(await signInByCall(url, as, shared.password));
      // daily limits apply to an address: each visitor has their own
      const headers: Record<string, string> = as ? {} : { 'x-forwarded-for': uniqueAddress() };
      const settings: PageSettings = { size, theme: theme ?? 'light', headers };
      // preparations before the first document, and what service workers keep, cannot be undone
      const alone = own || drawn || options.before || context?.serviceWorkers === 'allow';
      const page = await (alone
        ? openPage(browser, settings, { ...context, ...(drawn && { drawn }) })
        : takePage(browser, settings, context));
      return visit(page, `${url}${where}`, options, stored);
    },
    query: async (text, values) => {
      const address = findRunningPostgres(path.join(shared.dataDir, 'postgres'));
      if (!address) throw new Error('no database runs');
      const db = await openDatabase({ ...address, max: 1 });
      try {
        await db.query(text, [...values]);
      } finally {
        await db.close();
      }
    },
    openTab: async (page, where, options) => {
      const tab = await page.context().newPage();
      return visit(tab, `${new URL(page.url()).origin}${where}`, options);
    },
  };
}

/**
 * Fills the local storage from the first document of the visit itself: Playwright's `storageState` opens an extra page with
 * its process for it, which costs a seventh of a visit. What an earlier visit of the page wrote as it was left may arrive
 * after its data was removed, so everything is removed here again.
 */
function fillStorage({ items, visit }: { items: Readonly<Record<string, string>>; visit: string }): void {
  if (window !== window.top || sessionStorage.getItem('visit') === visit) return;
  localStorage.clear();
  sessionStorage.clear();
  sessionStorage.setItem('visit', visit);
  window.name = '';
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
}

interface SignedIn {
  id: number;
  token: string;
  refreshToken: string;
}

/** Signs an officer in by a call, for tests of later steps. */
export async function signInByCall(
  url: string,
  username: string,
  password: string,
  remember = false,
): Promise<SignedIn> {
  const response = await fetch(`${url}/admin/index/login`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, keep: remember }),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { userInfo: SignedIn } };
  if (code !== 1) throw new Error(`${username} could not sign in: ${msg}`);
  return data.userInfo;
}

/** Signs a new officer in for the first time, by calls, and replaces their initial password. */
export async function replaceInitialPassword(url: string, username: string, given: string, own: string): Promise<void> {
  const call = async (path: string, body: object) => {
    const headers = { server: 'true', 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { code: number; msg: string; data: { ticket: string } };
  };
  const signedIn = await call('/admin/index/login', { username, password: given, steps: true });
  const { code, msg } = await call('/admin/signIn/next', { ticket: signedIn.data.ticket, password: own });
  if (code !== 1) throw new Error(`${username} could not sign in: ${msg}`);
}

/** One call as an officer, to prepare data for a page. Throws if it is refused. */
export async function callAs<T>(url: string, token: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { server: 'true', batoken: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
  if (code !== 1) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`);
  return data;
}

/** Holds the answers to some calls of a page until they are released, as a slow network would. */
export function holdAnswers(calls: RegExp): { before(page: Page): Promise<void>; release(): void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const before = async (page: Page) => {
    await page.route(calls, async (route) => {
      await released;
      // the request may be aborted, or the page closed
      await route.continue().catch(() => undefined);
    });
  };
  return { before, release };
}

let shots = 0;

/** The last code sent to a mobile number, as a super administrator reads it without an SMS provider. */
export async function codeSentTo(url: string, token: string, mobile: string): Promise<string> {
  const { list } = await callAs<{ list: { mobile: string; text: string }[] }>(url, token, '/admin/message.sink/index');
  const code = /\d{6}/.exec(list.find((one) => one.mobile === mobile)?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was sent to ${mobile}`);
  return code;
}

/** The address of a page and the beginning of its text, to explain failures that do not happen again. */
async function describe(page: Page): Promise<string> {
  const content = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: Error) => error.message);
  return `a failed test left ${page.url()} showing: ${content.replace(/\s+/g, ' ').slice(0, 400)}`;
}

/** Saves a screenshot for people to review, if the folder SHOTS is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  fs.mkdirSync(folder, { recursive: true });
  shots += 1;
  await page.evaluate(() => document.fonts.ready);
  const file = `${String(shots).padStart(3, '0')}-${name.replace(/[\s/]+/g, '-')}.png`;
  await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
}
