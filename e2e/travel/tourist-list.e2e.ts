import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { wpsWorkbook } from '../../test/support/foreign-workbook.ts';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';

/**
 * Child rows in a form: the tourists of a team, typed, pasted, corrected and undone by the agency. `rows.e2e.ts` tests
 * further features of such lists.
 */
const visits = startVisits();
let owner: Owner;
let area = 0;

beforeAll(async () => {
  owner = await registerOwner(visits, 'agency');
  const { list } = await owner.office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
  area = list[0]?.id ?? 0;
});

const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;
function idNumber(n: number): string {
  const born = new Date(Date.UTC(1950, 0, 1 + (n % 18_000))).toISOString().slice(0, 10).replaceAll('-', '');
  const body = `510104${born}${String(Math.floor(n / 18_000) + 101)}`;
  return body + idNumberCheckDigit(body);
}
/** A number in letters: names have no digits. */
const numbered = (n: number) => `王${[...String(n)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}`;
const tourist = (name: string, n: number) => ({ name, id_type: 'id_card', id_no: idNumber(n), mobile: '13600136000' });

async function addTeam(...names: string[]): Promise<number> {
  const { id } = await owner.office<{ id: number }>('/admin/travel.itinerary/add', {
    agency_id: owner.id,
    kind: 'one_day',
    area_code: '530102',
    destination_areas: [area],
    start_at: at('2030-05-01T08:00'),
    end_at: at('2030-05-01T18:00'),
    total_fee: '3000.00',
    emergency_contact: '赵六',
    emergency_mobile: '13500135000',
    tourists: names.map(tourist),
  });
  return id;
}
const namesOf = async (id: number) => {
  const { row } = await owner.office<{ row: { tourists: { name: string }[] } }>(
    `/admin/travel.itinerary/edit?id=${id}`,
  );
  return row.tourists.map(({ name }) => name);
};
async function openForm(id: number, size: readonly [number, number] = [1440, 900]) {
  const page = await visits.open(`/user/travel/itinerary?edit=${id}`, { storage: { userInfo: owner.info }, size });
  const form = page.locator('form.xj-form');
  const list = form.getByRole('group', { name: '游客名单' });
  await list.waitFor();
  return { page, form, list, grid: list.getByRole('grid', { name: '游客名单' }) };
}
const namesIn = (grid: Locator) =>
  grid
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((rows) => rows.map((row) => (row.querySelector('td')?.textContent ?? '').trim()));
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Pastes as from a spreadsheet, without the clipboard of the machine. */
const paste = (page: Page, content: string) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, content);
const save = async (page: Page, form: Locator) => {
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'hidden' });
};

it('tourists are edited by keyboard alone, undone step by step, and changes appear in the timeline', async () => {
  const id = await addTeam('王一', '王二');
  const { page, form, grid } = await openForm(id);
  await grid.focus();
  await press(page, 'ArrowDown', 'Enter', 'End');
  await page.keyboard.type('乙');
  await press(page, 'Tab', 'Control+Home');
  await expect.poll(() => namesIn(grid)).toEqual(['王一', '王二乙']);
  await press(page, 'Delete');
  await expect.poll(async () => (await namesIn(grid))[0]).not.toBe('王一');
  await press(page, 'Control+z');
  await expect.poll(() => namesIn(grid)).toEqual(['王一', '王二乙']);
  await press(page, 'Control+z');
  await expect.poll(() => namesIn(grid)).toEqual(['王一', '王二']);
  await press(page, 'Control+y', 'Alt+ArrowDown');
  await expect.poll(() => namesIn(grid)).toEqual(['王二乙', '王一']);
  await save(page, form);
  expect(await namesOf(id)).toEqual(['王二乙', '王一']);
  await page.goto(`${visits.url}/user/travel/itinerary/${id}?tab=timeline`);
  const shown = page.getByRole('list', { name: '时间线' });
  await shown.getByText('团队游客').first().waitFor();
  await shoot(page, 'tourists-told');
});

it('shows an error of the server at its cell', async () => {
  const id = await addTeam('王一', '王二', '王三');
  const { page, form, grid } = await openForm(id);
  await grid.focus();
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
  await paste(page, '510104199001010001');
  await press(page, 'Control+Home', 'Control+s');
  await form
    .getByText(/第 3 行 证件号码：/)
    .first()
    .waitFor();
  await expect.poll(() => grid.locator('td[aria-invalid]').count()).toBe(1);
  await shoot(page, 'tourists-wrong');
  expect(await namesOf(id)).toEqual(['王一', '王二', '王三']);
});

it('tourists are read from a workbook of an agency, without its titles and totals, and skipped rows stay listed', async () => {
  const id = await addTeam('王一');
  const { page, form, list, grid } = await openForm(id);
  const file = wpsWorkbook(
    {
      name: '行程',
      rows: [
        ['日期', '景点'],
        ['5月1日', '石林'],
        ['5月2日', '翠湖'],
      ],
    },
    {
      name: '名单',
      merged: ['A1:E1', 'C3:D3'],
      rows: [
        ['昆明一日游游客名单'],
        ['出团日期：2030年5月1日', null, null, '共 2 人'],
        ['序号', '\u200b姓名*', '证件', null, '联系电话'],
        [null, null, '证件类型', '证件号码', null],
        [1, '阿不都•热合曼', '身份证', idNumber(70), 13_600_136_000],
        [2, '李　丽', '身份证', `${idNumber(71).slice(0, 6)} ${idNumber(71).slice(6)}`, '１３７００１３７０００'],
        ['合计', '2 人'],
        ['注：以上信息属实'],
      ],
    },
    { name: '备用', state: 'hidden', rows: [['姓名', '证件号码']] },
  );
  await list.locator('input[type=file]').setInputFiles({
    name: '名单.xlsx',
    buffer: file,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
  const shown = list.getByRole('status').filter({ hasText: '已读入 2 行' });
  await shown.getByText(/等 4 行不是名单内容/).waitFor();
  await shown.getByText(/“行程”.*“备用”：隐藏的工作表/).waitFor();
  await expect.poll(() => namesIn(grid)).toEqual(['王一', '阿不都·热合曼', '李 丽']);
  await shoot(page, 'tourists-from-file');
  await save(page, form);
  expect(await namesOf(id)).toEqual(['王一', '阿不都·热合曼', '李 丽']);

  // the same rows, copied out of the workbook
  const copied = await openForm(await addTeam('王一'));
  await copied.grid.focus();
  await copied.page.keyboard.press('Control+End');
  await copied.page.keyboard.press('ArrowDown');
  await paste(
    copied.page,
    `昆明一日游游客名单\t\t\n姓名\t证件号码\t联系电话\n王明\t${idNumber(72)}\t13600136000\n合计\t1 人\t\n注：以上属实\t\t`,
  );
  await copied.list
    .getByRole('status')
    .getByText(/等 3 行不是名单内容/)
    .waitFor();
  await expect.poll(() => namesIn(copied.grid)).toEqual(['王明']);
});

it('a phone shows tourists as cards, which are edited, moved, removed and restored', async () => {
  const id = await addTeam('王一', '王二', '王三');
  const { page, form, list } = await openForm(id, [390, 844]);
  await list.getByRole('textbox', { name: '第 3 行：姓名' }).fill('王三丙');
  await list.getByRole('button', { name: '上移第 3 行' }).click();
  await shoot(page, 'tourists-phone');
  await list.getByRole('button', { name: '删除第 1 行' }).click();
  await expect.poll(() => list.getByRole('textbox', { name: /：姓名/ }).count()).toBe(2);
  await page.locator('.xj-toast-action').click();
  await expect.poll(() => list.getByRole('textbox', { name: /：姓名/ }).count()).toBe(3);
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'hidden' });
  expect(await namesOf(id)).toEqual(['王一', '王三丙', '王二']);
});

it('five thousand tourists are pasted, scrolled through, edited and undone; only visible ones are drawn', async () => {
  const id = await addTeam('王一');
  const { page, grid } = await openForm(id);
  await grid.focus();
  const rows = Array.from({ length: 5000 }, (_, n) => `${numbered(n + 1)}\t身份证\t${idNumber(n + 10)}`);
  await paste(page, rows.join('\n'));
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('5001');
  await press(page, 'Control+End', 'Home');
  await grid.getByRole('row', { name: /王五零零零/ }).waitFor();
  expect(await grid.locator('tbody tr[aria-rowindex]').count()).toBeLessThan(40);
  await press(page, 'Enter', 'End');
  await page.keyboard.type('末');
  await press(page, 'Tab');
  await expect.poll(async () => (await namesIn(grid)).at(-1)).toBe('王五零零零末');
  await press(page, 'Control+z');
  await expect.poll(async () => (await namesIn(grid)).at(-1)).toBe('王五零零零');
  await press(page, 'Control+Home');
  await expect.poll(async () => (await namesIn(grid))[0]).toBe('王一');
  await press(page, 'Control+z');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
});
