import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { median } from '../support/measure.ts';
import type { Finding } from '../support/report.ts';
import { desktop, type ProductInBrowser } from './product-in-browser.ts';

/** Repetitions of each navigation. */
const goes = 20;
/** Limit for the median of each navigation, in ms. */
const most = { menu: 150, tab: 50, sheet: 250 };

const rows = '[data-list] tr[data-row] .xj-title-link';
const today = '.xj-workbench h1';
const sheet = '.xj-record-sheet';
const sheetsOfPage = 5;

/**
 * Ms from a click to the frame that shows its result, measured in the page itself. As text: the bundler of the bench
 * adds calls of a helper to named functions that the page does not have.
 */
async function timeClick(page: Page, where: Locator, shows: string): Promise<number> {
  await where.waitFor();
  // returns nothing: a promise would be awaited before the click
  await page.evaluate(`void (window.xjShown = new Promise((done) => {
    addEventListener('click', ({ timeStamp }) => {
      const look = () => {
        const there = [...document.querySelectorAll(${JSON.stringify(shows)})].some((one) => one.checkVisibility());
        if (there) requestAnimationFrame(() => done(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  }))`);
  await where.click();
  return page.evaluate<number>('window.xjShown');
}

/**
 * From the menu to a list that was not opened before on this page, between open tabs, and from a list to the fields of
 * a record in the sheet beside it.
 */
export async function measureNavigation({ open, url, account }: ProductInBrowser): Promise<Finding> {
  const context = await open(account, desktop);
  try {
    const page = await context.newPage();
    const all = page.getByRole('navigation', { name: '菜单' });
    const link = all.getByRole('link', { name: '企业', exact: true });
    const menu: number[] = [];
    for (let at = 0; at < goes; at++) {
      await page.goto(`${url}/admin/dashboard`);
      await page.locator(today).waitFor();
      if (!(await link.isVisible())) await all.getByRole('button', { name: '企业管理' }).click();
      await sleep(1000); // prefetches before the first click
      menu.push(await timeClick(page, link, rows));
    }
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const tabTimes: number[] = [];
    for (let at = 0; at < goes / 2; at++) {
      tabTimes.push(await timeClick(page, tab('今日工作'), today));
      tabTimes.push(await timeClick(page, tab('企业'), rows));
    }
    const filled: number[] = [];
    for (let at = 0; at < goes; at++) {
      const place = at % sheetsOfPage;
      if (place === 0) await page.goto(`${url}/admin/enterprise/enterprise?page=${1 + at / sheetsOfPage}`);
      // every other one: the record after an open one is prefetched
      filled.push(await timeClick(page, page.locator(rows).nth(2 * place), `${sheet} dd`));
      await page.keyboard.press('Escape');
      await page.locator(sheet).waitFor({ state: 'detached' });
    }
    const [toList, toTab, toSheet] = [median(menu), median(tabTimes), median(filled)];
    return {
      name: 'web-ways',
      title: `ways through the back office, medians of ${goes}`,
      seen:
        `menu → list ${toList.toFixed(0)} ms (≤ ${most.menu}), kept tab ${toTab.toFixed(0)} ms (≤ ${most.tab}), ` +
        `sheet filled ${toSheet.toFixed(0)} ms (≤ ${most.sheet})`,
      met: toList <= most.menu && toTab <= most.tab && toSheet <= most.sheet,
      values: { menuToList: toList, tabRestored: toTab, sheetFilled: toSheet },
    };
  } finally {
    await context.close();
  }
}
