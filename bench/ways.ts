import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { desk, type Look } from './browser.ts';
import { median } from './measure.ts';
import type { Finding } from './report.ts';

/** Goes of each way. */
const goes = 20;
/** Ms the median of a way may take. */
const most = { menu: 150, tab: 50 };

const rows = '[data-list] tr[data-row] .xj-title-link';
const today = '.xj-workbench h1';

/**
 * Ms from a click to the frame that shows what it leads to. Told in the page itself, as text: what runs the bench gives
 * functions names by a helper that the page does not have.
 */
async function timeClick(page: Page, where: Locator, shows: string): Promise<number> {
  await where.waitFor();
  // nothing comes back of it: a promise would be waited for before the click
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

/** From the menu to a list that was not looked at since the page was opened, and between tabs that are kept. */
export async function measureWays({ open, url, account }: Look): Promise<Finding> {
  const context = await open(account, desk);
  try {
    const page = await context.newPage();
    const all = page.getByRole('navigation', { name: '菜单' });
    const link = all.getByRole('link', { name: '企业', exact: true });
    const menu: number[] = [];
    for (let at = 0; at < goes; at++) {
      await page.goto(`${url}/admin/dashboard`);
      await page.locator(today).waitFor();
      if (!(await link.isVisible())) await all.getByRole('button', { name: '企业管理' }).click();
      await sleep(1000); // what is fetched ahead of the first click
      menu.push(await timeClick(page, link, rows));
    }
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const kept: number[] = [];
    for (let at = 0; at < goes / 2; at++) {
      kept.push(await timeClick(page, tab('今日工作'), today));
      kept.push(await timeClick(page, tab('企业'), rows));
    }
    const [toList, toTab] = [median(menu), median(kept)];
    return {
      name: 'web-ways',
      title: `ways through the back office, medians of ${goes}`,
      seen: `menu → list ${toList.toFixed(0)} ms (≤ ${most.menu}), kept tab ${toTab.toFixed(0)} ms (≤ ${most.tab})`,
      met: toList <= most.menu && toTab <= most.tab,
      values: { menuToList: toList, keptTab: toTab },
    };
  } finally {
    await context.close();
  }
}
