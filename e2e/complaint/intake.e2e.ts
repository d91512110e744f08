import { expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

/** A complaint by telephone, written down by an officer. */
const visits = startVisits();

it('an empty list of rows keeps its whole head under Tab, is passed in one step, and begins with Enter', async () => {
  const page = await visits.open('/admin/complaint/complaint?form=add', { as: 'admin' });
  const grid = page.locator('form.xj-form').getByRole('grid', { name: '投诉请求' });
  await grid.waitFor();
  const box = grid.locator('xpath=..');
  const typed = box.getByRole('combobox');
  const add = grid.locator('xpath=ancestor::fieldset[1]').getByRole('button', { name: '增加一行' });
  await add.focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => typed.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await box.evaluate((one) => [one.scrollTop, one.scrollHeight - one.clientHeight])).toEqual([0, 0]);
  await shoot(page, 'complaint-empty-rows');
  await page.keyboard.press('Tab');
  await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => grid.locator('tbody tr[aria-rowindex]').count()).toBe(1);
  await expect.poll(() => typed.evaluate((one) => one === document.activeElement)).toBe(true);
});
