import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findRecord } from '../support/find-record.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

it('a form reads amounts and days as people type them, or marks them as wrong', async () => {
  const page = await visits.open('/admin/user/moneyLog?form=add', { as: 'admin' });
  const amount = page.locator('form.xj-form').getByRole('spinbutton', { name: /^变动金额/ });
  for (const [typed, shown] of [
    ['1280。5', '1,280.50'],
    ['１２３', '123.00'],
    ['1,280.5元', '1,280.50'],
    ['1,28', '1,28'],
  ] as const) {
    await amount.fill(typed);
    await amount.blur();
    await expect.poll(() => amount.inputValue(), { message: typed }).toBe(shown);
  }
  expect(await amount.getAttribute('aria-invalid')).toBe('true');

  await page.goto(`${visits.url}/admin/user/scoreLog?form=add`);
  const whole = page.locator('form.xj-form').getByRole('spinbutton').first();
  await whole.fill('19.6');
  await whole.blur();
  await expect.poll(() => whole.getAttribute('aria-invalid')).toBe('true');
  expect(await whole.inputValue()).toBe('19.6');

  await page.goto(`${visits.url}/admin/system/calendar?form=add`);
  const day = page.locator('form.xj-form .ant-picker input').first();
  await day.waitFor();
  for (const typed of ['2024/5/3', '2024-5-3', '2024.5.3', '20240503', '2024年5月3日', '２０２４。５。３']) {
    await day.fill('');
    await day.press('Tab');
    await expect.poll(() => day.inputValue()).toBe('');
    await day.fill(typed);
    await day.press('Tab');
    await expect.poll(() => day.inputValue(), { message: typed }).toBe('2024-05-03');
  }
  await day.fill('2027-02-30');
  await day.press('Tab');
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
  expect(await day.inputValue()).toBe('2027-02-30');
});

it('child rows read amounts in their cells, or keep them and mark them as wrong', async () => {
  const page = await visits.open('/admin/reward/policy?form=add', { as: 'admin' });
  const list = page.locator('form.xj-form').getByRole('group', { name: '奖励标准' });
  await list.getByRole('button', { name: '+ 增加一行' }).click();
  const grid = list.getByRole('grid', { name: '奖励标准' });
  const labels = await grid.locator('thead th').allTextContents();
  const at = (label: string) => labels.findIndex((one) => one.includes(label)) - 1;
  const cell = (label: string) => grid.locator('tbody tr[aria-rowindex]').first().locator('td').nth(at(label));
  const type = async (label: string, typed: string) => {
    await cell(label).click();
    await page.keyboard.press('Delete');
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  };
  for (const [label, typed, shown] of [
    ['标准', '1280。5', '1,280.50'],
    ['标准', '１２３', '123.00'],
    ['标准', '1,28', '1,28'],
    ['最低人数', '２０', '20'],
    ['最低人数', '19.6', '19.6'],
  ] as const) {
    await type(label, typed);
    await expect
      .poll(async () => (await cell(label).textContent())?.replace('¥', '').trim(), { message: typed })
      .toBe(shown);
  }
  // wrong values are marked in their cells before anything is sent
  await page.keyboard.press('Control+s');
  await expect.poll(() => cell('标准').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => cell('最低人数').getAttribute('aria-invalid')).toBe('true');
});

it('the dialog of an action reads days and amounts, marks wrong ones, and keeps deleted ones empty', async () => {
  const enterprise = await findRecord(visits, 'city', 'enterprise.enterprise', 'active');
  const page = await visits.open(`/admin/enterprise/enterprise/${enterprise}`, { as: 'city' });
  await page.getByRole('button', { name: /^停业整顿/ }).click();
  const form = page.locator('form.xj-move');
  const day = form.getByRole('textbox', { name: /^停业截止日/ });
  for (const [typed, shown] of [
    ['2024/5/3', '2024-05-03'],
    ['20240503', '2024-05-03'],
    ['', ''],
    ['2027-02-30', '2027-02-30'],
  ] as const) {
    await day.fill(typed);
    await day.press('Tab');
    await expect.poll(() => day.inputValue(), { message: typed }).toBe(shown);
  }
  await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Control+Enter');
  await form.locator('.xj-form-field-error').first().waitFor();
  expect(await form.isVisible()).toBe(true);

  // an amount by the same rules as in a form
  const reward = await findRecord(visits, 'city', 'reward.application', 'approved');
  await page.goto(`${visits.url}/admin/reward/application/${reward}`);
  await page.getByRole('button', { name: /^核减/ }).click();
  const amount = form.getByRole('spinbutton', { name: /^核减后金额/ });
  for (const [typed, shown] of [
    ['1280。5', '1,280.50'],
    ['１２３', '123.00'],
    ['1,28', '1,28'],
  ] as const) {
    await amount.fill(typed);
    await amount.press('Tab');
    await expect.poll(() => amount.inputValue(), { message: typed }).toBe(shown);
  }
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Control+Enter');
  await form.getByText('请输入金额').first().waitFor();
  expect(await amount.inputValue()).toBe('1,28');
});

it('a filter reads amounts or says what is wrong, and the palette ignores the Enter of an input method', async () => {
  const page = await visits.open('/admin/enterprise/enterprise', { as: 'admin' });
  await page.locator('[data-list] tr[data-row]:visible').first().waitFor();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('enterprise.enterprise/index')) requests.push(decodeURIComponent(request.url()));
  });
  await page.getByRole('button', { name: '+ 筛选' }).click();
  await page.getByRole('option', { name: '注册资本（元）', exact: true }).click();
  const editor = page.locator('form.xj-filter-editor');
  const [from, to] = [editor.getByRole('spinbutton', { name: '从' }), editor.getByRole('spinbutton', { name: '到' })];
  const apply = editor.getByRole('button', { name: '应用' });
  await from.fill('1,28');
  await to.fill('9');
  await to.press('Enter');
  await editor.getByRole('alert').waitFor();
  expect([await from.inputValue(), await from.getAttribute('aria-invalid')]).toEqual(['1,28', 'true']);
  expect([await to.inputValue(), await to.getAttribute('aria-invalid')]).toEqual(['9', null]);
  expect(await apply.isDisabled()).toBe(true);
  await shoot(page, 'filter-unreadable');
  await from.fill('1。5');
  await to.fill('１２，０００');
  await to.press('Enter');
  await expect.poll(() => page.locator('.xj-chip:visible').allTextContents()).toHaveLength(1);
  await expect.poll(() => requests.some((one) => one.includes('1.50,12000.00'))).toBe(true);
  expect(requests.filter((one) => one.includes('1,28'))).toEqual([]);

  // the Enter that takes a word of an input method chooses nothing in the palette; the next one does
  const palette = page.getByRole('dialog', { name: '命令面板' });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').waitFor();
  await page.keyboard.type('许可证');
  await expect.poll(() => palette.getByRole('option', { selected: true }).textContent()).toContain('许可证');
  const finish = await takeWord(page, 'd', 'dl', "dao'you");
  expect(await palette.isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/admin/enterprise/enterprise');
  await finish('');
  await palette.getByRole('combobox').fill('许可证');
  await expect.poll(() => palette.getByRole('option', { selected: true }).textContent()).toContain('许可证');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/enterprise/licence');
});

it('a search waits while an input method composes a word', async () => {
  const page = await visits.open('/admin/enterprise/enterprise', {
    as: 'admin',
    before: (opened) => opened.clock.install(),
  });
  const search = page.locator('input.xj-quick-search, .xj-quick-search input').first();
  await search.waitFor();
  const requests: (string | null)[] = [];
  page.on('request', (request) => {
    const query = new URL(request.url()).searchParams.get('quick_search');
    if (query) requests.push(query);
  });
  await search.focus();
  const devtools = await page.context().newCDPSession(page);
  for (const text of ['k', 'ku', 'kun', "kun'm"])
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const key of ['Enter', 'Escape'])
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
  expect(await search.inputValue(), 'the Escape of a word empties no field').toBe("kun'm");
  // anything that waits for a typing pause runs, and its requests would come before this one
  await page.clock.runFor(10_000);
  await page.evaluate(async () => void (await fetch('/health')));
  expect(requests).toEqual([]);
  await devtools.send('Input.insertText', { text: '昆明' });
  await page.clock.runFor(10_000);
  await expect.poll(() => requests.at(-1)).toBe('昆明');
  expect(new Set(requests)).toEqual(new Set(['昆明']));
  // a composition whose end is not reported does not block the search
  await devtools.send('Input.imeSetComposition', { text: 'd', selectionStart: 1, selectionEnd: 1 });
  await search.evaluate((input) => input.dispatchEvent(new Event('input', { bubbles: true })));
  await page.clock.runFor(10_000);
  await expect.poll(() => requests.at(-1)).toBe('昆明d');
});

/** Composes a word and accepts it with Enter, with the events of an input method. */
async function takeWord(page: Page, ...composed: readonly string[]) {
  const devtools = await page.context().newCDPSession(page);
  for (const text of composed)
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
  // effects of the keys happen first
  await page.evaluate(async () => void (await fetch('/health')));
  await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (text: string) => devtools.send('Input.insertText', { text });
}

/** Paths of the calls by which the page saves something. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(add|edit|batch)$/.test(new URL(request.url()).pathname))
      writes.push(new URL(request.url()).pathname);
  });
  return writes;
}

it('the Enter of an input method does not send a form; the next one does', async () => {
  const page = await visits.open('/admin/auth/job?form=add', { as: 'admin' });
  const writes = writesOf(page);
  const form = page.locator('form.xj-form');
  await form.getByRole('textbox', { name: /^岗位编码/ }).fill(`ime${Date.now()}`);
  const name = form.getByRole('textbox', { name: /^岗位名称/ });
  await name.focus();
  const finish = await takeWord(page, 'w', "wen'l", "wen'lü");
  expect(writes).toEqual([]);
  expect(await form.isVisible()).toBe(true);
  await finish('文旅专员');
  await expect.poll(() => name.inputValue()).toBe('文旅专员');
  await page.keyboard.press('Enter');
  await expect.poll(() => writes).toEqual(['/admin/auth.job/add']);
});

it('the Enter of an input method saves no cell and no dialog; the next one does', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const code = `ime${Date.now()}`;
  const job = { code, name: '待改岗位', level: 1, status: '1', group_arr: [] };
  await callAs(visits.url, token, '/admin/auth.job/add', job);
  const page = await visits.open(`/admin/auth/job?q=${code}`, { as: 'admin' });
  const writes = writesOf(page);
  await page.locator('[data-row]').first().waitFor();
  const cell = page.locator('[data-row] input[type=text]:visible, [data-row] input:not([type]):visible').first();
  // saved columns may arrive after the first rows and redraw the chosen cell
  const begin = async () => {
    if (await cell.isVisible()) return true;
    await page.locator('[data-row]').first().getByText(code).click();
    await page.keyboard.press('F2');
    return cell.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(begin).toBe(true);
  const finish = await takeWord(page, 'x', 'xin');
  expect(writes).toEqual([]);
  expect(await cell.isVisible()).toBe(true);
  await finish('新');
  await page.keyboard.press('Enter');
  await expect.poll(() => writes.length).toBe(1);

  await page.goto(`${visits.url}/admin/enterprise/enterprise?status.eq=active`);
  await page.locator('[data-row]').first().waitFor();
  await page.getByRole('button', { name: '视图', exact: false }).first().click();
  await page.getByRole('menuitem', { name: '保存为视图…' }).click();
  const dialog = page.getByRole('dialog', { name: '保存视图' });
  const named = dialog.getByRole('textbox', { name: '视图名称' });
  await expect.poll(() => named.evaluate((one) => one === document.activeElement)).toBe(true);
  const saved = await takeWord(page, 'z', 'zai');
  expect(await dialog.isVisible()).toBe(true);
  expect(await page.getByText('视图已保存').count()).toBe(0);
  await saved('在营');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('视图已保存').waitFor();
});
