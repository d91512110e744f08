import { beforeAll, expect, it } from 'vitest';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** Grades of a discretion standard, and a checklist with its versions. */
const visits = startVisits();
let token = '';
const call = <T>(action: string, body?: unknown) => callAs<T>(visits.url, token, `/admin/library.${action}`, body);
const idOf = async (resource: string, code: string) => {
  const { list } = await call<{ list: { id: number }[] }>(`${resource}/index?quick_search=${code}&limit=1`);
  return list[0]?.id ?? 0;
};

beforeAll(async () => {
  token = (await signInByCall(visits.url, 'admin', visits.password)).token;
});

const grade = (kind: string, from: string, to: string) => ({
  penalty_no: 1,
  grade: kind,
  circumstances: '适用情形',
  fine_from: from,
  fine_to: to,
});

it('a gap between grades is told while they are typed, and refused at its cell', async () => {
  const { id } = await call<{ id: number }>('discretion/add', {
    name: `未报告裁量基准 ${Date.now()}`,
    cause_id: await idOf('cause', 'TA11'),
    basis_doc: '本局裁量基准',
    effective_from: shanghaiToday(),
    grades: [grade('lenient', '5000', '20000'), grade('severe', '20000', '50000')],
  });
  const page = await visits.open(`/admin/library/discretion?edit=${id}`, { as: 'admin' });
  const form = page.locator('form.xj-form');
  const fines = form.getByRole('list', { name: '罚款幅度与裁量档次' });
  await fines.getByText('从轻处罚：5,000.00 至 20,000.00').waitFor();
  const cell = form.getByRole('grid').locator('tbody tr[aria-rowindex]').nth(1).getByText('20,000.00', { exact: true });
  await cell.dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('30000');
  await page.keyboard.press('Tab');
  await form.getByText('第 2 行：20000.00 至 30000.00 没有档次').waitFor();
  await shoot(page, 'discretion-gap');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await form.getByText('20000.00 至 30000.00 没有档次').nth(1).waitFor();
});

it('the facts of a case lead to a grade and its range', async () => {
  const page = await visits.open(`/admin/library/discretion/${await idOf('discretion', 'CL0001')}`, { as: 'admin' });
  await page.getByRole('tab', { name: '裁量试算' }).click();
  await page.getByText('罚款 5,000.00 至 15,000.00 元').waitFor();
  await page.getByLabel('违法所得或经营额（元）').fill('200000');
  await page.getByLabel('涉及人数').fill('40');
  await page.getByText('罚款 700,000.00 至 1,000,000.00 元').waitFor();
  await shoot(page, 'discretion-calculator');
});

it('two versions of a checklist are compared, and an item names the lists that hold it', async () => {
  const list = await idOf('checklist', 'QD-GW');
  await call('checklist/revise', { id: list });
  const { row } = await call<{ row: { next_id: number } }>(`checklist/edit?id=${list}`);
  const draft = await call<{ row: { items: { id: number; item_id: number }[] } }>(`checklist/edit?id=${row.next_id}`);
  await call('checklist/edit', {
    id: row.next_id,
    items: [...draft.row.items.slice(1), { item_id: await idOf('checkItem', 'LX20') }],
  });
  const page = await visits.open(`/admin/library/checklist/${row.next_id}`, { as: 'admin' });
  await page.getByRole('tab', { name: '版本与引用' }).click();
  const differences = page.getByRole('table').filter({ hasText: '投诉处理台账' });
  await differences.getByText('证照', { exact: true }).waitFor();
  await shoot(page, 'checklist-versions');
  await page.goto(`${visits.url}/admin/library/checkItem/${await idOf('checkItem', 'LX20')}`);
  await page.getByRole('tab', { name: '清单事项' }).click();
  await page.getByText('旅行社检查清单').first().waitFor();
  expect(await page.getByText('旅游购物店检查清单').count()).toBeGreaterThan(0);
});
