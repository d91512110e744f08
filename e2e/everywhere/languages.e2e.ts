import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locale } from '#kernel/text/text.ts';
import { type Rule, screensOf } from '../../test/exhaustive/walk-screens.ts';
import type { Product } from '../../test/support/start-product.ts';
import { publicCode, startMarkedProduct } from '../support/marked-product.ts';
import { callAs, signInByCall, startVisits } from '../support/visits.ts';

/**
 * Every page in both languages: Chinese on an English page, or English on a Chinese one, is a missing translation. Data
 * is written in a script of its own (`e2e/support/marked-product.ts`), so no list of exceptions is needed.
 */
const visits = startVisits();
let product: Product;
beforeAll(async () => {
  product = await startMarkedProduct();
});
afterAll(() => product?.stop());

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
  `/enterprise/s/${publicCode}`,
  '/rewards',
  '/screen/remote',
  '/404',
  '/401',
  '/nowhere/at/all',
];

/** Visible text and text for screen readers, each with its place. */
const textsOf = (page: Page): Promise<[phrase: string, where: string][]> =>
  page.evaluate(() => {
    const seen = new Map<string, string>([[document.title, 'title']]);
    const language = document.documentElement.lang.slice(0, 2);
    /** Codes are not words, and elements marked with another language are intended. */
    const isApart = (one: Element) =>
      one.matches('script, style, code, kbd, pre, [translate=no], .xj-code, .maplibregl-ctrl-attrib') ||
      (one.hasAttribute('lang') && !one.getAttribute('lang')?.startsWith(language));
    const isShown = (one: Element) => one.checkVisibility() || getComputedStyle(one).display === 'contents';
    const note = (content: string | null | undefined, one: Element, how: string) => {
      const trimmed = content?.trim();
      if (trimmed && !seen.has(trimmed)) seen.set(trimmed, `${one.closest('[class]')?.className ?? ''} ${how}`);
    };
    const walk = (one: Element, aloud: boolean) => {
      if (isApart(one) || !isShown(one)) return;
      const heard = aloud && one.getAttribute('aria-hidden') !== 'true';
      for (const name of ['placeholder', 'title', 'alt', ...(heard ? ['aria-label', 'aria-description'] : [])])
        note(one.getAttribute(name), one, name);
      if (one instanceof HTMLInputElement && ['button', 'submit', 'file'].includes(one.type))
        note(one.value, one, 'value');
      // texts of the browser itself are in the language of the browser
      if (one instanceof HTMLInputElement && one.type === 'file' && one.offsetWidth > 1)
        note('Choose File 选择文件', one, 'bare');
      for (const node of one.childNodes) {
        if (node instanceof Element) walk(node, heard);
        else if (node.nodeType === Node.TEXT_NODE) note(node.textContent, one, 'text');
      }
    };
    walk(document.body, true);
    return [...seen];
  });

/** Texts in style sheets; our tables do not use the filters of the library. */
const textsOfStyles = (page: Page): Promise<[phrase: string, where: string][]> =>
  page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .flatMap((rule) =>
        rule instanceof CSSStyleRule &&
        !rule.selectorText.includes('.ant-table-filter') &&
        /^"[^"]*\p{L}{2}/u.test(rule.style.content)
          ? [[rule.style.content.slice(1, -1), `style of ${rule.selectorText}`] as [string, string]]
          : [],
      ),
  );

/** Interval of polls. Each makes the browser lay out the page. */
const pollMs = 100;

/**
 * Opens another screen without a reload, as a link does, so that a hundred of them take seconds.
 * The earlier screen may stay until the next one is ready.
 */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const shown = () =>
      [document.title, ...document.querySelectorAll<HTMLElement>('h1, form, .xj-record-sheet')]
        .map((one) => (typeof one === 'string' ? one : one.checkVisibility() ? (one.textContent ?? '') : ''))
        .join('|');
    Object.assign(window, { stood: shown(), shown });
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  const isAnother = () => {
    const { stood, shown } = window as unknown as { stood: string; shown: () => string };
    return shown() !== stood;
  };
  // a few screens look like the previous one
  await page.waitForFunction(isAnother, undefined, { polling: pollMs, timeout: 1500 }).catch(() => undefined);
  await settle(page);
}

/** Waits until late content has arrived. */
async function settle(page: Page): Promise<void> {
  const rests = () => {
    const shown = (selector: string) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
    return (
      shown('h1, [role=heading][aria-level="1"], form, .xj-remote') &&
      !shown('[aria-busy=true], [data-fetching], .xj-bone, .ant-skeleton, .xj-loading, [data-tile][data-state=reading]')
    );
  };
  await page.waitForTimeout(30);
  await page.waitForFunction(rests, undefined, { polling: pollMs });
}

/** Closes the tabs of screens that were read: those kept alive are rendered along, which was two fifths of the cost of a screen. */
const closeOtherTabs = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('.xj-tab:not([data-active]) .xj-tab-close')) one.click();
  });

/** Loads an address for somebody else in the same page, which keeps the compiled code of the product. */
async function changeVisitor(page: Page, address: string, storage: Readonly<Record<string, string>>): Promise<void> {
  await page.context().clearCookies();
  const filling = await page.addInitScript((items) => {
    if (window !== window.top) return;
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, storage);
  await page.goto(`${product.url}${address}`);
  await filling.dispose();
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

/** Screens of a menu, each with its list, the form of a new row, the errors of that form sent empty, and the first row. */
async function readScreens(
  found: Found,
  page: Page,
  area: 'admin' | 'user',
  { menus, storage }: { menus: readonly Rule[]; storage: Readonly<Record<string, string>> },
) {
  const screens = screensOf(area, menus);
  expect(screens.length).toBeGreaterThan(1);
  await changeVisitor(page, screens[0]?.path ?? '', storage);
  await page.locator('h1:visible').first().waitFor();
  const look = async (address: string) => {
    await go(page, address);
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

async function readMember(found: Found, page: Page, who: string, locale: Locale) {
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
  await readScreens(found, page, 'user', { menus, storage: { lang: locale, userInfo: JSON.stringify(userInfo) } });
}

async function readOpenPages(found: Found, locale: Locale) {
  const page = await visits.open('/', { url: product.url, locale, tolerates: /404|401/, context: {} });
  for (const address of openPages) {
    await go(page, address);
    await found.read(page);
  }
  await page.context().close();
}

/** Each board of the wall, and its help. */
async function readWall(found: Found, page: Page, storage: Readonly<Record<string, string>>) {
  await page.setViewportSize({ width: 1366, height: 768 });
  await changeVisitor(page, '/admin/largedatascreen', storage);
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

async function readEverything(locale: Locale): Promise<Found> {
  const found = new Found();
  const officer = await signInByCall(product.url, 'admin', visits.password);
  const { menus } = await callAs<{ menus: Rule[] }>(product.url, officer.token, '/admin/index/index');
  const storage = { lang: locale, adminInfo: JSON.stringify(officer) };
  const page = await visits.open('/admin/newlogin', {
    url: product.url,
    locale,
    size: [1440, 720],
    context: {},
  });
  await readScreens(found, page, 'admin', { menus, storage });
  for (const who of members) await readMember(found, page, who, locale);
  await readWall(found, page, storage);
  await readOpenPages(found, locale);
  return found;
}

const report = (found: Found, isFault: (phrase: string) => boolean): string[] =>
  [...found.phrases].flatMap(([phrase, where]) => (isFault(phrase) ? [`${where}: ${phrase.slice(0, 100)}`] : []));

/** Text in the other language on purpose: the number of a Chinese document, words that are searched, and the switch to it. */
const quoted =
  /\{authority\}文综罚字〔\{yyyy\}〕\{seq\}号|“旅游法 35”, “第三十五条”, “诱骗 购物”|add create new register|delete remove|export download|^切换为中文$|^Switch to English$/;

it('English pages contain no Chinese', { timeout: 600_000 }, async () => {
  const found = await readEverything('en');
  expect(report(found, (phrase) => /\p{Script=Han}/u.test(phrase.replace(quoted, '')))).toEqual([]);
});

it('Chinese pages contain no English', { timeout: 600_000 }, async () => {
  const found = await readEverything('zh-cn');
  expect(report(found, (phrase) => isEnglish(phrase.replace(quoted, '')))).toEqual([]);
});

/** Names without a Chinese word: programs, keys, formats, controllers and the Int of LB/T 034. Abbreviations are ignored. */
const names =
  /\b(Excel|Word|Ctrl|Alt|Shift|Enter|Esc|Tab|Insert|Delete|PgUp|PgDn|PageUp|PageDown|WebP|Int|Unix|Sms|Ems|Alioss)\b|^Mozilla\/.*/g;

/**
 * Whether a phrase contains English: a capitalised word, or several words. A single lower-case word is a stored code, and
 * text in braces, paths, addresses and numbers are not words.
 */
function isEnglish(phrase: string): boolean {
  const rest = phrase.replaceAll(names, '').replaceAll(/\{\w+\}|\S*[@_/\\:.-]\w\S*|\w*\d\w*/g, ' ');
  return /\b[A-Z][a-z]{2,}\b|\b[A-Za-z]{2,} [a-z]{2,}\b/.test(rest);
}
