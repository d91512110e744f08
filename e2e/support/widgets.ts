import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Chooses an option of a select by its label, in the list that opens. */
export async function choose(page: Page, select: Locator, option: string, typed?: string): Promise<void> {
  await select.click();
  if (typed !== undefined) await page.keyboard.type(typed);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
}

/** Opens a tab of a record, or its entry under "more" if the tab does not fit. */
export async function openRecordTab(scope: Locator, name: string): Promise<void> {
  const tab = scope.getByRole('tab', { name, exact: true });
  const more = scope.locator('.xj-record-tab[aria-haspopup=menu]');
  await scope.getByRole('tab').first().waitFor();
  if ((await tab.count()) === 0) {
    await more.click();
    await scope.page().getByRole('menuitem', { name, exact: true }).click();
  } else await tab.click();
}

/** Rows of a list that are shown now. */
export const rowsOf = (page: Page): Locator => page.locator('[data-list] tr[data-row]:visible');

/** Waits until a list shows rows fetched from the server. */
export async function waitForRows(page: Page): Promise<Locator> {
  const rows = rowsOf(page);
  await rows.first().waitFor();
  await page.locator('[data-list]:not([data-fetching]):visible').first().waitFor();
  return rows;
}

/** Chooses to delete a row in its menu, up to the question. */
export async function chooseDelete(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `更多：${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: '删除', exact: true }).click();
}

/** Names of the visible rows, from the links of their first column. */
export const namesOf = (page: Page): Promise<string[]> => rowsOf(page).locator('.xj-title-link').allTextContents();

/** {@link namesOf}, once there are at least `count`: between two answers there may be no rows for a moment. */
export async function firstNames(page: Page, count: number): Promise<string[]> {
  let found: string[] = [];
  const read = async () => {
    found = await namesOf(page);
    return found.length;
  };
  await expect.poll(read).toBeGreaterThanOrEqual(count);
  return found;
}

/** The total under the table. */
export async function totalOf(page: Page): Promise<number> {
  const totalText = await page.locator('.xj-pager-total:visible').textContent();
  return Number(totalText?.replace(/\D/g, ''));
}

/** Expects rows, each with a word in its name. */
export const expectNames = (page: Page, word: string): Promise<void> =>
  expect.poll(async () => [...new Set((await namesOf(page)).map((name) => name.includes(word)))]).toEqual([true]);
