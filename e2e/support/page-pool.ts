import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { leaveUndrawn } from './leave-undrawn.ts';

/** Settings that differ between visits. */
export interface PageSettings {
  size: readonly [width: number, height: number];
  theme: 'light' | 'dark';
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
}

/** Common to all pages: a browser in China. Frames are drawn by the processor here, so motion is reduced. */
const contextOptions = {
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  reducedMotion: 'reduce',
  // only tests of service workers allow them
  serviceWorkers: 'block',
} as const;

/** A page is closed after this many visits, since its process grows. */
const mostVisits = 20;
/** Pages kept for the next visit of one kind; a test seldom needs more at once. */
const mostIdle = 3;
/** An address of the product that answers without a page. */
const bare = '/health';

/** Members whose effects outlast a document: a page on which one was used is closed afterwards. */
const lastingOfBoth = [
  'on',
  'once',
  'route',
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'setExtraHTTPHeaders',
  'clock',
];
const lasting = {
  page: [...lastingOfBoth, 'emulateMedia', 'setDefaultTimeout'],
  context: [
    ...lastingOfBoth,
    'newCDPSession',
    'setOffline',
    'setGeolocation',
    'grantPermissions',
    'addCookies',
    'close',
  ],
} as const;

interface PooledPage {
  /** Options of its context. */
  readonly kind: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  visits: number;
  /** A test has changed what outlasts a document. */
  changed: boolean;
  /** Each restores one member that is hidden during a test. */
  readonly hidden: (() => void)[];
}

const pooled = new WeakMap<Page, PooledPage>();
const idle: PooledPage[] = [];

/**
 * A page without storage, cookies or history, in a context of its own. It may have been used by another test whose context
 * had the same options: its data is removed, but the code of the product stays compiled, which saves half of the cost of
 * a visit.
 */
export async function takePage(
  browser: Browser,
  { size, theme, headers }: PageSettings,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const kind = JSON.stringify(options);
  for (const one of idle.splice(0)) if (!one.page.isClosed() && one.context.browser() === browser) idle.push(one);
  const at = idle.findLastIndex((one) => one.kind === kind);
  const entry = idle.splice(at, at === -1 ? 0 : 1)[0] ?? (await createPage(browser, options));
  const { page, context } = entry;
  entry.visits += 1;
  await context.setExtraHTTPHeaders({ ...headers });
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.emulateMedia({ colorScheme: theme });
  return page;
}

/** Whether a page is reused for further visits. */
export const isPooled = (page: Page): boolean => pooled.has(page);

/** A page for one visit, in a context with options of its own. `drawn`: its pixels or opacity are tested. */
export async function openPage(
  browser: Browser,
  { size: [width, height], theme, headers }: PageSettings,
  { drawn, ...options }: BrowserContextOptions & { drawn?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...contextOptions,
    viewport: { width, height },
    colorScheme: theme,
    extraHTTPHeaders: headers,
    ...options,
  });
  if (!drawn) await leaveUndrawn(context);
  return context.newPage();
}

/** Lends the page to a test, and notes changes that outlast a document. */
export function lendPage(page: Page): void {
  const entry = pooled.get(page);
  if (!entry) return;
  for (const part of ['page', 'context'] as const) for (const name of lasting[part]) hide(entry, entry[part], name);
}

/** Replaces a member of an object with one that notes its use. */
function hide(entry: PooledPage, target: object, name: string): void {
  const original: unknown = Reflect.get(target, name);
  const own = Object.getOwnPropertyDescriptor(target, name);
  const get = () => {
    entry.changed = true;
    return original;
  };
  Object.defineProperty(target, name, { configurable: true, get });
  entry.hidden.push(() => (own ? Object.defineProperty(target, name, own) : Reflect.deleteProperty(target, name)));
}

/** Takes a page back, or closes it if its test failed or made changes that outlast a document. */
export async function returnPage(page: Page, origin: string, failed: boolean): Promise<void> {
  const entry = pooled.get(page);
  if (!entry) return;
  const { context, devtools } = entry;
  for (const restore of entry.hidden.splice(0)) restore();
  const alike = idle.filter(({ kind }) => kind === entry.kind).length;
  const fit = !failed && !entry.changed && entry.visits < mostVisits && alike < mostIdle && !page.isClosed();
  if (!fit || !(await empty())) {
    await context.close();
    return;
  }
  idle.push(entry);

  async function empty(): Promise<boolean> {
    try {
      for (const other of context.pages()) if (other !== page) await other.close();
      // Of the same origin, so that the process stays and with it the code it has compiled: after about:blank each visit
      // had a new one and cost twice as much.
      await page.goto(`${origin}${bare}`);
      await page.mouse.move(0, 0);
      await context.clearCookies();
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await devtools.send('Page.resetNavigationHistory');
      return true;
    } catch {
      return false; // crashed or closed meanwhile: a new one is created
    }
  }
}

async function createPage(browser: Browser, options: BrowserContextOptions): Promise<PooledPage> {
  const context = await browser.newContext({ ...contextOptions, ...options });
  await leaveUndrawn(context);
  const page = await context.newPage();
  const entry: PooledPage = {
    kind: JSON.stringify(options),
    page,
    context,
    devtools: await context.newCDPSession(page),
    visits: 0,
    changed: false,
    hidden: [],
  };
  pooled.set(page, entry);
  return entry;
}
