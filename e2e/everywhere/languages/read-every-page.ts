import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Locale } from '#kernel/text/text.ts';
import { type Rule, screensOf } from '../../../test/exhaustive/walk-screens.ts';
import type { Product } from '../../../test/support/start-product.ts';
import { publicCode, startMarkedProduct } from '../../support/marked-product.ts';
import { callAs, signInByCall, startVisits, type Visits } from '../../support/visits.ts';
import { closeOtherTabs, openWithoutReload, settle } from './move-between-screens.ts';
import { textsOf, textsOfStyles } from './texts-of-page.ts';

/** Members of the demonstration with different member centres. */
const members = ['agency1', 'coach1', 'homestay1', 'scenic1', 'guide1', 'tourist1'] as const;

/** Public pages. */
const openPages: readonly string[] = [
  '/',
  '/admin/newlogin',
  '/admin/resetpwd',
  '/user/login',
  '/user/login?type=register',
  '/user/resetpwd',
  '/enterprise/register',
  '/enterprise/register/progress',
  '/check',
  '/check/none',
  '/team',
  '/team/none',
  '/rate/none',
  '/evaluate/none',
  '/complaint',
  '/complaint/TS1',
  '/spots',
  '/safety',
  `/enterprise/s/${publicCode}`,
  '/rewards',
  '/screen/remote',
  '/404',
  '/401',
  '/nowhere/at/all',
];

interface Reading {
  readonly found: Found;
  readonly visits: Visits;
  readonly product: Product;
  readonly locale: Locale;
}

/** Texts of pages, with the place where each was read first. */
class Found {
  readonly phrases = new Map<string, string>();
  /** Screens that were read, as any user. */
  readonly screens = new Set<string>();
  pages = 0;

  async read(page: Page, read = textsOf): Promise<void> {
    const { pathname, search } = new URL(page.url());
    if (read === textsOf) this.pages += 1;
    for (const [phrase, where] of await read(page))
      if (!this.phrases.has(phrase)) this.phrases.set(phrase, `${pathname}${search} (${where.slice(0, 60)})`);
  }
}

/** Loads an address for somebody else in the same page, which keeps the compiled code of the product. */
async function changeVisitor(page: Page, url: string, storage: Readonly<Record<string, string>>): Promise<void> {
  await page.context().clearCookies();
  const filling = await page.addInitScript((items) => {
    if (window !== window.top) return;
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, storage);
  await page.goto(url);
  await filling.dispose();
}

/** Screens of a menu, each with its list, the form of a new row, the errors of that form sent empty, and the first row. */
async function readScreens(
  { found, product }: Reading,
  page: Page,
  area: 'admin' | 'user',
  { menus, storage }: { menus: readonly Rule[]; storage: Readonly<Record<string, string>> },
) {
  const screens = screensOf(area, menus);
  expect(screens.length).toBeGreaterThan(1);
  await changeVisitor(page, `${product.url}${screens[0]?.path ?? ''}`, storage);
  await page.locator('h1:visible').first().waitFor();
  const look = async (address: string) => {
    await openWithoutReload(page, address);
    await found.read(page);
  };
  for (const { path, adds } of screens) {
    // screens that several kinds of members share are the same, except for the home page
    if (found.screens.has(path) && !path.endsWith('/overview')) continue;
    found.screens.add(path);
    await look(path);
    await closeOtherTabs(page);
    const id = await page.evaluate(() =>
      [...document.querySelectorAll('[data-list] [data-row]')]
        .find((one) => one.checkVisibility())
        ?.getAttribute('data-row'),
    );
    if (adds) {
      await look(`${path}?form=add`);
      // an empty form shows its errors when it is sent
      await page.keyboard.press('Control+s');
      await settle(page);
      await found.read(page);
    }
    if (id) await look(`${path}?id=${id}`);
  }
  for (const keys of ['Control+k', 'F1']) {
    await page.keyboard.press(keys);
    await settle(page);
    await found.read(page);
    await page.keyboard.press('Escape');
  }
  await found.read(page, textsOfStyles);
}

async function readMember(reading: Reading, page: Page, who: string) {
  const { visits, product, locale } = reading;
  const call = async (path: string, body: object | undefined, token = '') => {
    const response = await fetch(`${product.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { server: 'true', 'ba-user-token': token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return ((await response.json()) as { data: { userInfo: { token: string }; menus: Rule[] } }).data;
  };
  const { userInfo } = await call('/api/user/checkIn', { tab: 'login', username: who, password: visits.password });
  const { menus } = await call('/api/user/index', undefined, userInfo.token);
  await readScreens(reading, page, 'user', { menus, storage: { lang: locale, userInfo: JSON.stringify(userInfo) } });
}

async function readOpenPages({ found, visits, product, locale }: Reading) {
  const page = await visits.open('/', { url: product.url, locale, tolerates: /404|401/, context: {} });
  for (const address of openPages) {
    await openWithoutReload(page, address);
    await found.read(page);
  }
  await page.context().close();
}

/** Each board of the wall, and its help. */
async function readWall({ found, product }: Reading, page: Page, storage: Readonly<Record<string, string>>) {
  await page.setViewportSize({ width: 1366, height: 768 });
  await changeVisitor(page, `${product.url}/admin/largedatascreen`, storage);
  await page.locator('.wall-boards button').first().waitFor();
  const boards = await page.locator('.wall-boards button').count();
  for (let at = 1; at <= boards; at += 1) {
    await page.keyboard.press(String(at));
    await settle(page);
    await found.read(page);
  }
  await page.keyboard.press('F1');
  await found.read(page);
}

async function readEverything(reading: Reading): Promise<void> {
  const { visits, product, locale } = reading;
  const officer = await signInByCall(product.url, 'admin', visits.password);
  const { menus } = await callAs<{ menus: Rule[] }>(product.url, officer.token, '/admin/index/index');
  const storage = { lang: locale, adminInfo: JSON.stringify(officer) };
  const page = await visits.open('/admin/newlogin', {
    url: product.url,
    locale,
    size: [1440, 720],
    context: {},
  });
  await readScreens(reading, page, 'admin', { menus, storage });
  for (const who of members) await readMember(reading, page, who);
  await readWall(reading, page, storage);
  await readOpenPages(reading);
}

/** Text in the other language on purpose: the number of a Chinese document, words that are searched, and the switch to it. */
const quoted =
  /\{authority\}文综罚字〔\{yyyy\}〕\{seq\}号|“旅游法 35”, “第三十五条”, “诱骗 购物”|add create new register|delete remove|export download|^切换为中文$|^Switch to English$/;

/**
 * A test for what is written in the wrong language on any page: starts a product whose data is written in a script of its
 * own (`e2e/support/marked-product.ts`), so no list of exceptions is needed, and reads every page in `locale`. Returns a
 * function that lists the phrases for which `isFault` holds, each after the place where it was read first.
 */
export function readEveryPage(locale: Locale): (isFault: (phrase: string) => boolean) => Promise<string[]> {
  const visits = startVisits();
  let product: Product;
  beforeAll(async () => {
    product = await startMarkedProduct(locale);
  });
  afterAll(() => product?.stop());
  return async (isFault) => {
    const found = new Found();
    await readEverything({ found, visits, product, locale });
    return [...found.phrases].flatMap(([phrase, where]) =>
      isFault(phrase.replace(quoted, '')) ? [`${where}: ${phrase.slice(0, 100)}`] : [],
    );
  };
}
