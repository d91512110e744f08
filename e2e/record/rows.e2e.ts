import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/**
 * Child rows in a form: the covers of an insurance, the example of CONTRIBUTING, which is part of the product if `MODULES`
 * names it (`npm test -- sixty`).
 */
const visits = startVisits();
const list = '/admin/enterprise/insurance';
let token = '';
let holder = 0;
let serial = Math.floor(Math.random() * 1e6);

beforeAll(async () => {
  if (!process.env.MODULES) return;
  token = (await signInByCall(visits.url, 'admin', visits.password)).token;
  const found = await callAs<{ list: { id: number }[] }>(
    visits.url,
    token,
    '/admin/enterprise.enterprise/index?limit=1',
  );
  holder = found.list[0]?.id ?? 0;
});

async function addInsurance(covers: readonly Record<string, string>[], more = {}): Promise<number> {
  const policy_no = `R-${++serial}`;
  const { id } = await callAs<{ id: number }>(visits.url, token, '/admin/enterprise.insurance/add', {
    enterprise_id: holder,
    policy_no,
    insurer: '人保',
    starts_on: '2026-01-01',
    ends_on: '2027-01-01',
    premium: '1200',
    covers,
    ...more,
  });
  return id;
}
const coversOf = async (id: number) => {
  const path = `/admin/enterprise.insurance/edit?id=${id}`;
  const { row } = await callAs<{ row: { covers: { name: string; amount: string; from_on: string | null }[] } }>(
    visits.url,
    token,
    path,
  );
  return row.covers.map(({ name, amount, from_on }) => [name, amount, from_on]);
};
const numbered = (...names: string[]) => names.map((name, at) => ({ name, amount: String(100 * (at + 1)) }));
const openForm = async (id: number, size: readonly [number, number] = [1440, 900]) => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const page = await visits.open(`${list}?edit=${id}`, { as: 'admin', size, context });
  const form = page.locator('form.xj-form');
  await form.getByRole('group', { name: '承保项目' }).waitFor();
  return { page, form };
};
const gridOf = (form: Locator) => form.getByRole('grid', { name: '承保项目' });
const cells = (grid: Locator) =>
  grid
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').trim())),
    );
const namesIn = async (grid: Locator) => (await cells(grid)).map(([name]) => name);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const save = async (page: Page, form: Locator) => {
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'hidden' });
};

describe.skipIf(!process.env.MODULES)('a list of rows in a form', () => {
  it('is edited by keyboard alone, and undone step by step', async () => {
    const id = await addInsurance(numbered('人身'));
    const { page, form } = await openForm(id);
    const grid = gridOf(form);
    await grid.focus();
    await press(page, 'ArrowDown', 'Enter', 'End');
    await page.keyboard.type('伤害');
    await press(page, 'Enter');
    await expect.poll(() => namesIn(grid)).toEqual(['人身伤害', '—无']);
    await page.keyboard.type('abc财产'); // at once: no key is lost before the input appears
    await press(page, 'Tab');
    await page.keyboard.type('5000');
    await press(page, 'Tab', 'Enter');
    await page.keyboard.type('2026-03-01');
    await press(page, 'Enter', 'Tab');
    await expect.poll(async () => (await cells(grid))[1]?.slice(0, 2)).toEqual(['abc财产', '5,000']);
    await shoot(page, 'rows-typed');
    await grid.focus();
    await press(page, 'Home');
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['c', 'ca', 'cai'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send('Input.insertText', { text: '财' });
    await page.keyboard.type('物');
    await press(page, 'Escape');
    await expect.poll(async () => (await cells(grid))[1]?.[0]).toBe('abc财产');
    for (const text of ['c', 'cai'])
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send('Input.insertText', { text: '财物' });
    await press(page, 'Tab');
    await expect.poll(async () => (await cells(grid))[1]?.[0]).toBe('财物');
    await press(page, 'ArrowLeft', 'Control+z', 'ArrowRight');
    await press(page, 'Delete');
    await expect.poll(async () => (await cells(grid))[1]?.[1]).not.toContain('5,000');
    await press(page, 'Control+z');
    await expect.poll(async () => (await cells(grid))[1]?.[1]).toBe('5,000');
    await press(page, 'Control+y');
    await expect.poll(async () => (await cells(grid))[1]?.[1]).not.toContain('5,000');
    await press(page, 'Control+z', 'Alt+ArrowUp');
    await save(page, form);
    expect(await coversOf(id)).toEqual([
      ['abc财产', '5000.00', '2026-03-01'],
      ['人身伤害', '100.00', null],
    ]);
  });

  it('pastes rows from a spreadsheet, copies cells, and moves a row by dragging', async () => {
    const id = await addInsurance(numbered('甲', '乙'));
    const { page, form } = await openForm(id);
    const grid = gridOf(form);
    await page.evaluate(() => navigator.clipboard.writeText('丙\t300\r\n丁\t400.5\r\n戊\t500\r\n'));
    await grid.focus();
    await press(page, 'ArrowDown', 'Control+v');
    await expect.poll(() => namesIn(grid)).toEqual(['甲', '丙', '丁', '戊']);
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight');
    await shoot(page, 'rows-chosen');
    await press(page, 'Control+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('丙\t300.00\n丁\t400.50');
    await press(page, 'Control+End', 'Home', 'Control+v');
    await expect.poll(() => namesIn(grid)).toEqual(['甲', '丙', '丁', '丙', '丁']);
    await grid.locator('tbody tr').nth(4).locator('th').dragTo(grid.locator('tbody tr').nth(0).locator('th'));
    await expect.poll(() => namesIn(grid)).toEqual(['丁', '甲', '丙', '丁', '丙']);
    await grid.focus();
    await press(page, 'Control+z');
    await expect.poll(() => namesIn(grid)).toEqual(['甲', '丙', '丁', '丙', '丁']);
    await save(page, form);
    expect((await coversOf(id)).map(([name]) => name)).toEqual(['甲', '丙', '丁', '丙', '丁']);
  });

  it('shows an error of the server at its cell', async () => {
    const id = await addInsurance(numbered('甲', '乙', '丙'));
    const { page, form } = await openForm(id);
    const grid = gridOf(form);
    await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(61)));
    await grid.focus();
    await press(page, 'ArrowDown', 'ArrowDown', 'Control+v', 'ArrowUp', 'ArrowUp', 'Control+s');
    await form.getByText('第 3 行 项目：不能超过 60 个字符').waitFor();
    await expect.poll(() => grid.locator('td[aria-invalid]').count()).toBe(1);
    await shoot(page, 'rows-wrong');
    await page.keyboard.press('Control+z');
  });

  it('shows cards on a phone, which are added, moved and edited', async () => {
    const id = await addInsurance(numbered('甲', '乙'));
    const { page, form } = await openForm(id, [390, 844]);
    await form.getByRole('button', { name: '增加一行' }).click();
    await shoot(page, 'rows-phone');
    await form.getByRole('textbox', { name: '第 3 行：项目' }).fill('丙');
    await form.getByLabel('第 3 行：保额（元）').fill('300');
    await form.getByRole('button', { name: '上移第 3 行' }).click();
    await form.getByRole('textbox', { name: '第 1 行：项目' }).fill('甲甲');
    await form.getByRole('button', { name: '下移第 1 行' }).click();
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden' });
    expect((await coversOf(id)).map(([name]) => name)).toEqual(['丙', '甲甲', '乙']);
  });
});

describe.skipIf(!process.env.MODULES)('the example of CONTRIBUTING', () => {
  it('is refused by its guard, pauses and resumes, and is summed up above its list', async () => {
    const id = await addInsurance(numbered('人身', '财产'));
    const page = await visits.open(`${list}/${id}`, { as: 'admin' });
    await page.getByText('人身').first().waitFor();
    await shoot(page, 'example-record');
    const approve = page.getByRole('button', { name: '通过' }).first();
    await expect.poll(() => approve.isDisabled()).toBe(true);
    await approve.hover({ force: true });
    await page.getByText('尚未登记缴费日期').first().waitFor();
    const move = (name: string, input = {}) =>
      callAs(visits.url, token, `/admin/enterprise.insurance/${name}`, { id, ...input });
    await move('query', { reason: '请补充缴费凭证' });
    await page.getByText('待补充').first().waitFor();
    await shoot(page, 'example-paused');
    await move('answer');
    await callAs(visits.url, token, '/admin/enterprise.insurance/edit', { id, paid_on: '2026-01-02' });
    await move('approve');
    await page.goto(`${visits.url}${list}`);
    await page.getByRole('button', { name: '统计图' }).click();
    await page
      .getByRole('region', { name: /统计|图/ })
      .or(page.getByText('保费', { exact: true }))
      .first()
      .waitFor();
    await shoot(page, 'example-list');
  });
});
