import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';
import { choose, waitForRows } from '../support/widgets.ts';

const visits = startVisits();

const numberIn = (content: string | null | undefined): number => Number(content?.replace(/\D/g, ''));
const total = async (page: Page) => numberIn(await page.locator('.xj-pager-total:visible').textContent());

/** A title of two lines moves all numbers of its row. */
async function expectNumbersInLine(cards: Locator): Promise<void> {
  const heights = await cards.evaluate((list) => {
    const title = list.querySelector('.xj-todo-title');
    const before = title?.textContent ?? '';
    if (title) title.textContent = 'Suspected coaches without a team, by day and by place';
    const tops = new Map<number, Set<number>>();
    for (const card of list.children) {
      const number = Math.round(card.querySelector('strong')?.getBoundingClientRect().top ?? 0);
      const row = Math.round(card.getBoundingClientRect().top);
      tops.set(row, (tops.get(row) ?? new Set()).add(number));
    }
    if (title) title.textContent = before;
    return [...tops.values()].map((row) => row.size);
  });
  expect(new Set(heights)).toEqual(new Set([1]));
}

it.each(['city', 'county1', 'admin'])('%s: every number of the workbench opens that many rows', async (as) => {
  const page = await visits.open('/admin/dashboard', { as });
  const card = page.locator('.xj-todo li').filter({ has: page.getByText('企业', { exact: true }) });
  await card.first().waitFor();
  await shoot(page, `workbench-${as}`);
  const count = numberIn(await card.locator('.xj-todo-count strong').textContent());
  const late = card.locator('a.xj-todo-overdue');
  const overdue = (await late.count()) > 0 ? numberIn(await late.textContent()) : undefined;
  // one unit of time for each kind of clock: time limits of reviews are in working days, those of incidents, opinion, visitors and calls for help in hours or minutes
  for (const line of await page.locator('.xj-pressing li').all()) {
    const inHours = (await line.locator('a').first().getAttribute('href'))?.match(
      /\/(incident|opinion|scenic)\/|\/travel\/sos\//,
    );
    for (const content of await line.locator('.xj-due').allTextContents())
      expect(content).not.toMatch(inHours ? /工作日/ : /小时|分钟/);
  }
  await expectNumbersInLine(page.locator('.xj-todo'));

  await card.locator('a').first().click();
  await waitForRows(page);
  await expect.poll(() => total(page)).toBe(count);
  if (overdue === undefined) return;
  await page.goBack();
  await late.click();
  await waitForRows(page);
  await expect.poll(() => total(page)).toBe(overdue);
  await shoot(page, `workbench-${as}-overdue`);
});

it('the filter says which search of personal data is recorded, and the palette finds a record', async () => {
  const page = await visits.open('/admin/enterprise/enterprise', { as: 'city' });
  await waitForRows(page);
  await page.getByRole('button', { name: '+ 筛选' }).click();
  const finder = page.getByRole('combobox', { name: '查找字段或取值' });
  await finder.waitFor();
  await page.keyboard.press('Escape');
  // a small laptop at 200 percent: the popup of the button stays on the page
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole('button', { name: '+ 筛选' }).click();
  await finder.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
  await page.setViewportSize({ width: 1440, height: 900 });
  await finder.fill('联系人手机');
  await page.getByRole('option', { name: '联系人手机', exact: true }).click();
  const editor = page.getByRole('form', { name: '筛选' });
  const hint = editor.getByRole('note');
  await expect.poll(() => hint.textContent()).toContain('会留下记录，每日最多 30 个值');
  await shoot(page, 'filter-exact');
  await choose(page, editor.getByRole('combobox', { name: '条件' }), '包含');
  await expect.poll(() => hint.textContent()).toBe('按所见内容查询，如 138****1234');
  await editor.getByRole('textbox', { name: '值' }).fill('1****');
  await editor.getByRole('button', { name: '应用' }).click();
  await waitForRows(page);

  // the palette finds a record and opens it
  await page.keyboard.press('Control+k');
  await page.keyboard.type('旅行社');
  const option = page.locator('.xj-palette-option').filter({ hasText: '企业 · ' }).first();
  await option.waitFor();
  await shoot(page, 'palette-found');
  await option.click();
  await page.waitForURL(/\/admin\/enterprise\/enterprise\/\d+/);
});
