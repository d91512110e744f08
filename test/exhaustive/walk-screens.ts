import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Locale } from '#kernel/text/text.ts';
import { violations } from '../../e2e/support/axe.ts';
import { thumbReport } from '../../e2e/support/thumb-report.ts';
import { shoot, type VisitOptions, type Visits } from '../../e2e/support/visits.ts';

export interface Rule {
  readonly type: string;
  readonly menu_type?: string | null;
  readonly name: string;
  readonly path: string;
  readonly url?: string | null;
  /** Its path in this client, if other clients know it by another one. */
  readonly own?: { readonly name: string; readonly path: string };
  readonly children?: readonly Rule[];
}

/** A screen of a menu, and whether its list offers to add a row. */
export interface Screen {
  readonly path: string;
  readonly adds: boolean;
}

export interface Look {
  readonly locale: Locale;
  readonly theme: 'light' | 'dark';
  readonly phone?: boolean;
}

/** Ways to look at screens: devices, languages, themes. Each account uses one of them. */
export const desktop = { locale: 'zh-cn', theme: 'light' } as const;
export const night = { locale: 'en', theme: 'dark' } as const;
export const phone = { locale: 'zh-cn', theme: 'dark', phone: true } as const;
export const abroad = { locale: 'en', theme: 'light', phone: true } as const;

const flat = (rules: readonly Rule[]): Rule[] => rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])]);

/** The screens that a menu leads to, without frames and links to other sites. */
export function screensOf(area: 'admin' | 'user', menus: readonly Rule[]): Screen[] {
  const rules = flat(menus).map((rule) => ({ ...rule, ...rule.own }));
  const names = new Set(rules.map(({ name }) => name));
  // clients without a page for one of our screens show it in a frame
  const isOurs = ({ menu_type, url }: Rule) =>
    menu_type === 'iframe' ? String(url).includes('/index/elsewhere?') : menu_type !== 'link';
  return rules
    .filter((rule) => rule.type === 'menu' && isOurs(rule))
    .map(({ name, path }) => ({ path: `/${area}/${path}`, adds: names.has(`${name}/add`) }));
}

/** Whether everything that loads late has arrived. */
const settled = (page: Page) =>
  expect.poll(() => page.locator('[aria-busy=true]:visible, [data-fetching], .xj-bone, .ant-skeleton').count()).toBe(0);

/** Words of the screen itself, not of its data, that are Chinese in the English language. */
const leftInChinese = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = 'th, label, legend, h1, h2, [role=tab], .xj-segments, .ant-btn, [role=menuitem]';
    const shown = [...document.querySelectorAll<HTMLElement>(own)]
      .filter((one) => one.checkVisibility() && !one.closest('td, [lang], [data-row], [role=tablist]'))
      .map((one) => (one.textContent ?? '').trim())
      .filter((text) => /\p{Script=Han}/u.test(text));
    return [...new Set(shown)];
  });

/** Faults of the current screen: accessibility, width, touch targets, untranslated words. */
async function faultsOf(page: Page, { locale, phone: byThumb }: Look): Promise<string[]> {
  const found = (await violations(page)).map((one) => `axe ${one}`);
  if ((await page.locator('h1, [role=heading][aria-level="1"]').count()) === 0) found.push('no heading');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (wide > 0) found.push(`${wide} px wider than the window`);
  if (byThumb) found.push(...(await thumbReport(page)).small);
  if (locale === 'en') found.push(...(await leftInChinese(page)).map((text) => `Chinese: ${text.slice(0, 60)}`));
  return found;
}

/** Opens the screens of an account: each by itself, with its first record, and with the form of a new one. */
export async function walkScreens(
  visits: Visits,
  screens: readonly Screen[],
  look: Look,
  options: VisitOptions,
): Promise<string[]> {
  const found: string[] = [];
  const [first] = screens;
  if (!first) return ['nothing in the menu'];
  const page = await visits.open(first.path, {
    locale: look.locale,
    theme: look.theme,
    ...(look.phone ? { size: [360, 740], context: { hasTouch: true, isMobile: true } } : {}),
    ...options,
  });
  const visit = async (address: string): Promise<void> => {
    await page.goto(`${visits.url}${address}`);
    try {
      // every screen waits for the boot answer
      await page.waitForURL(({ pathname }) => !pathname.includes('/loading/'));
      await page.locator('h1:visible, form:visible').first().waitFor();
      await settled(page);
    } catch (error) {
      found.push(`${address}: never comes to rest: ${String(error).split('\n', 1)[0]}`);
    }
    const [path = ''] = address.split('?');
    if (!new URL(page.url()).pathname.startsWith(path)) found.push(`${address}: leads to ${page.url()}`);
    await shoot(page, address);
    found.push(...(await faultsOf(page, look)).map((one) => `${address}: ${one}`));
  };
  for (const { path, adds } of screens) {
    await visit(path);
    const list = page.locator('[data-list] [data-row]:visible');
    const id = (await list.count()) > 0 ? await list.first().getAttribute('data-row') : null;
    if (id) await visit(`${path}?id=${id}`);
    if (adds) await visit(`${path}?form=add`);
  }
  return found;
}

/** Walking through all screens takes minutes. */
export const walkTimeout = 25 * 60_000;
