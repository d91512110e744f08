import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** What differs from one visit to the next. */
export interface PageSettings {
  size: readonly [width: number, height: number];
  theme: 'light' | 'dark';
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
}

/** What is the same for every page: a browser in China. Every frame is drawn by the processor here, so motion is reduced. */
const contextOptions = {
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  reducedMotion: 'reduce',
  // nothing stays for another day, but by tests of just that
  serviceWorkers: 'block',
} as const;

/** After as many visits a page is closed: its process has grown. */
const mostVisits = 20;
/** Pages that wait for their next visit; a test seldom needs more at once. */
const mostIdle = 3;

/** Members whose effects outlast a document: whoever uses one has the page alone, and it is closed afterwards. */
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
    'newPage',
    'newCDPSession',
    'setOffline',
    'setGeolocation',
    'grantPermissions',
    'addCookies',
    'close',
  ],
} as const;

interface PooledPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  visits: number;
  /** A test has changed what outlasts a document. */
  changed: boolean;
  /** Each puts back one member that is hidden while a test has the page. */
  readonly hidden: (() => void)[];
}

const pooled = new WeakMap<Page, PooledPage>();
const idle: PooledPage[] = [];

/**
 * A page without storage, cookies or history, in a context of its own. It may have served another test before: what that
 * left is removed, and the code of the product need not be read and compiled anew, which is half of what a visit costs.
 */
export async function takePage(browser: Browser, { size, theme, headers }: PageSettings): Promise<Page> {
  let entry = idle.pop();
  while (entry && (entry.page.isClosed() || entry.context.browser() !== browser)) entry = idle.pop();
  entry ??= await createPage(browser);
  const { page, context } = entry;
  entry.visits += 1;
  await context.setExtraHTTPHeaders({ ...headers });
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.emulateMedia({ colorScheme: theme });
  return page;
}

/** Whether a page serves one visit after the other. */
export const isPooled = (page: Page): boolean => pooled.has(page);

/** A page for one visit, in a context with options of its own. */
export async function openPage(
  browser: Browser,
  { size: [width, height], theme, headers }: PageSettings,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...contextOptions,
    viewport: { width, height },
    colorScheme: theme,
    extraHTTPHeaders: headers,
    ...options,
  });
  return context.newPage();
}

/** From now on a test has the page: what it changes for longer than a document is noticed. */
export function lendPage(page: Page): void {
  const entry = pooled.get(page);
  if (!entry) return;
  for (const part of ['page', 'context'] as const) for (const name of lasting[part]) hide(entry, entry[part], name);
}

/** Puts a member of its own before one of the object's, which notes that it was used. */
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

/** Takes a page back, or closes it where its test failed or changed what outlasts a document. */
export async function returnPage(page: Page, origin: string, failed: boolean): Promise<void> {
  const entry = pooled.get(page);
  if (!entry) return;
  const { context, devtools } = entry;
  for (const restore of entry.hidden.splice(0)) restore();
  const fit = !failed && !entry.changed && entry.visits < mostVisits && idle.length < mostIdle && !page.isClosed();
  if (!fit || !(await empty())) {
    await context.close();
    return;
  }
  idle.push(entry);

  async function empty(): Promise<boolean> {
    try {
      for (const other of context.pages()) if (other !== page) await other.close();
      await page.goto('about:blank');
      await page.mouse.move(0, 0);
      await context.clearCookies();
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await devtools.send('Page.resetNavigationHistory');
      return true;
    } catch {
      return false; // crashed, or closed meanwhile: another is made
    }
  }
}

async function createPage(browser: Browser): Promise<PooledPage> {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const entry: PooledPage = {
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
