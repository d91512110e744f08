import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';

/** Forms longer than a screen: missing fields, how to reach them, and the keyboard. */
const visits = startVisits();
const register = '/admin/enterprise/enterprise?form=add';

const formOf = (page: Page) => page.locator('form.xj-form');
const indexOf = (form: Locator) => form.getByRole('navigation', { name: '目录' });
const isFocused = (one: Locator) => expect.poll(() => one.evaluate((it) => it === document.activeElement)).toBe(true);

it('missing fields are listed by section, all of them after a failed save, and each entry leads to its field', async () => {
  const page = await visits.open(register, { as: 'county1', size: [1440, 900] });
  const form = formOf(page);
  const index = indexOf(form);
  await index.getByText(/还有 \d+ 项待填写/).waitFor();
  await shoot(page, 'long-form');
  await index.getByRole('button', { name: '法定代表人手机', exact: true }).click();
  await isFocused(form.getByRole('textbox', { name: /^法定代表人手机/ }));
  await form.getByRole('textbox', { name: /^法定代表人手机/ }).fill('13800138000');
  await expect.poll(() => index.getByRole('button', { name: '法定代表人手机', exact: true }).count()).toBe(0);

  // fields are side by side if there is room, next to the index
  const box = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const mainBox = await box(form.locator('.xj-form-main'));
  expect((await box(index)).x + (await box(index)).width).toBeLessThanOrEqual(mainBox.x);
  const legal = await box(form.getByRole('textbox', { name: /^法定代表人手机/ }));
  expect(legal.width).toBeLessThan(mainBox.width / 2);

  await form.getByRole('button', { name: '保存' }).click();
  const list = form.locator('.xj-faults');
  await list.getByText(/有 \d+ 项需要填写或更正/).waitFor();
  await shoot(page, 'long-form-refused');
  await list.getByRole('button', { name: /^另有 \d+ 项$/ }).click();
  const announced = Number(/\d+/.exec((await list.getByRole('status').textContent()) ?? '')?.[0]);
  expect(await list.getByRole('listitem').count()).toBe(announced);
  const last = list.getByRole('listitem').last().getByRole('button');
  const label = ((await last.textContent()) ?? '').split('：')[0] ?? '';
  await last.click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.xj-form-field')?.textContent ?? ''))
    .toContain(label);
});

it('a long form with a board uses its full width for every field', async () => {
  const page = await visits.open('/admin/travel/itinerary?form=add', { as: 'county1', size: [1366, 768] });
  const form = formOf(page);
  const file = form.locator('.xj-form-field').filter({ has: page.getByText('委托合同', { exact: true }) });
  await file.waitFor();
  const right = (one: Locator) => one.evaluate((it) => Math.round(it.getBoundingClientRect().right));
  expect(await right(file)).toBe(await right(form.locator('.xj-form-section').first()));
});

it('on a phone the index of a form is one sticky line that opens', async () => {
  const context = { hasTouch: true, isMobile: true };
  const page = await visits.open(register, { as: 'county1', size: [390, 844], context });
  const form = formOf(page);
  const index = indexOf(form);
  const line = index.getByText(/还有 \d+ 项待填写/);
  await line.waitFor();
  // the first field has the focus, not the close button; the screen keyboard stays away until a field is tapped
  const first = form.getByRole('textbox', { name: /^企业名称/ });
  await isFocused(first);
  expect(await first.getAttribute('inputmode')).toBe('none');
  await first.tap();
  await expect.poll(() => first.getAttribute('inputmode')).toBeNull();
  await form.getByRole('textbox', { name: /^经营地址/ }).scrollIntoViewIfNeeded();
  expect(await index.getByRole('button').count()).toBe(0);
  await line.click();
  await shoot(page, 'long-form-phone');
  await index.getByRole('button', { name: '联系人手机', exact: true }).click();
  await isFocused(form.getByRole('textbox', { name: /^联系人手机/ }));
});

it('a new child row is added at the end with the focus in it, and missing cells are linked', async () => {
  const page = await visits.open('/admin/reward/policy?form=add', { as: 'city', size: [1440, 900] });
  const form = formOf(page);
  const grid = form.getByRole('grid', { name: '奖励标准' });
  const add = form
    .locator('.xj-rows')
    .filter({ has: page.getByRole('grid', { name: '奖励标准' }) })
    .getByRole('button', { name: '增加一行' });
  await add.click();
  await page.keyboard.type('一');
  await add.click();
  await grid.locator('tbody tr').nth(1).waitFor();
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await add.click();
  await expect.poll(() => grid.locator('td[data-here]').getAttribute('id')).toMatch(/cell-2-0$/);
  await isFocused(form.locator('.xj-rows-typed').first());
  await shoot(page, 'long-form-rows');
  await indexOf(form)
    .getByRole('button', { name: /^奖励标准 第 2 行/ })
    .first()
    .click();
  await expect.poll(() => grid.locator('td[data-here]').getAttribute('id')).toMatch(/cell-1-\d$/);
});

it('what a draft lacks is listed before it is submitted, and leads to the field in its form', async () => {
  const owner = await registerOwner(visits, 'agency');
  const now = Math.floor(Date.now() / 1000);
  const { list } = await owner.office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
  const team = {
    agency_id: owner.id,
    kind: 'study',
    area_code: '530102',
    destination_areas: [list[0]?.id],
    start_at: now + 86_400,
    end_at: now + 2 * 86_400,
    emergency_contact: '张秋',
    emergency_mobile: '13800138000',
    total_fee: '100.00',
  };
  const { id } = await owner.office<{ id: number }>('/admin/travel.itinerary/add', team);
  const page = await visits.open(`/user/travel/itinerary/${id}`, {
    storage: { userInfo: owner.info },
    size: [1440, 900],
  });
  await page.getByRole('button', { name: '提交', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: /^提交/ });
  await dialog.getByText(/办理前还有 \d+ 项需要填写或更正/).waitFor();
  await shoot(page, 'long-form-lacks');
  await dialog.getByRole('button', { name: /^游客名单/ }).click();
  const form = formOf(page);
  await form.locator('.xj-faults').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.xj-form-field')?.textContent ?? ''))
    .toContain('游客名单');
  await shoot(page, 'long-form-led');
});
