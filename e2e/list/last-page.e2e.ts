import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { callAs, signInByCall, startVisits } from '../support/visits.ts';
import { chooseDelete, namesOf, rowsOf, waitForRows } from '../support/widgets.ts';

/** After the last row of the last page is deleted, the page before is shown. */
const visits = startVisits();
const stamp = String(Date.now()).slice(-6);

afterAll(() => visits.query('delete from message_notice where label like $1', [`末页消息${stamp}%`]));

const office = async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  return <T>(path: string, body?: unknown) => callAs<T>(visits.url, token, path, body);
};
const remove = async (page: Page, name: string) => {
  await chooseDelete(page, name);
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
};

it('after the last row of the last page is deleted, lists and groups show the page before', async () => {
  const call = await office();
  const stem = `末页岗位${String(Date.now()).slice(-6)}`;
  const names = Array.from({ length: 11 }, (_, n) => `${stem}-${String(n).padStart(2, '0')}`);
  const add = (name: string) =>
    call<{ id: number }>('/admin/auth.job/add', { code: name, name, level: 1, status: '1', group_arr: [] });
  const ids: number[] = [];
  for (const name of names) ids.push((await add(name)).id);
  const list = `/admin/auth/job?q=${encodeURIComponent(stem)}&limit=10`;
  const page = await visits.open(`${list}&page=2`, { as: 'admin' });
  await waitForRows(page);
  const [last = ''] = await namesOf(page);
  expect(await namesOf(page)).toHaveLength(1);
  await remove(page, last);
  await expect.poll(() => rowsOf(page).count()).toBe(10);
  expect(new URL(page.url()).searchParams.get('page') ?? '1').toBe('1');

  ids.push((await add(last)).id);
  await page.goto(`${visits.url}${list}&group=status`);
  await waitForRows(page);
  await page.locator('.xj-group-rows').getByRole('button', { name: '第 2 页' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  const [grouped = ''] = await namesOf(page);
  await remove(page, grouped);
  await expect.poll(() => rowsOf(page).count()).toBe(10);

  await page.goto(`${visits.url}${list}&page=7`);
  await expect.poll(() => rowsOf(page).count()).toBe(10);
  for (const id of ids) await call('/admin/auth.job/del', { ids: [id] }).catch(() => undefined);
});

it('after the last unread message of the last page is read, the inbox shows the page before', async () => {
  const { id } = await signInByCall(visits.url, 'county1', visits.password);
  await visits.query('delete from message_notice where label like $1', [`末页消息${stamp}%`]);
  await visits.query(
    `insert into message_notice (admin_id, kind, template_code, label, label_en, content, content_en)
     select $1, 'todo', 'last_page', $2 || n, 'Last page ' || n, '', '' from generate_series(1, 21) n`,
    [id, `末页消息${stamp}`],
  );
  const inbox = '/admin/message/notice';
  const page = await visits.open(`${inbox}?unread=1&page=2&q=${encodeURIComponent(`末页消息${stamp}`)}`, {
    as: 'county1',
  });
  const items = page.locator('.xj-notice-list > li');
  await expect.poll(() => items.count()).toBe(1);
  await items.first().getByRole('button').first().click();
  await expect.poll(() => items.count()).toBe(20);
  expect(new URL(page.url()).searchParams.has('page')).toBe(false);

  await page.goto(`${visits.url}${inbox}?unread=1&q=${encodeURIComponent('没有这样的消息')}`);
  await page.getByText('没有符合条件的消息').waitFor();
  await page.getByRole('button', { name: '清除全部条件' }).click();
  await items.first().waitFor();
  expect(await page.getByPlaceholder('查找标题或内容').inputValue()).toBe('');
});

it('a grouped list says why it is empty, and how many selected rows are not shown', async () => {
  const page = await visits.open('/admin/enterprise/enterprise?group=status&q=zzzz', { as: 'admin' });
  await page.getByText('没有符合条件的记录').waitFor();
  await page.getByRole('button', { name: '清除全部条件' }).click();
  await waitForRows(page);

  await page.goto(`${visits.url}/admin/enterprise/enterprise`);
  const rows = await waitForRows(page);
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: '批量操作' });
  await bar.getByText('已选 2 条').waitFor();
  await page.getByRole('button', { name: '第 2 页' }).click();
  await bar.getByText('（其中 2 条未显示）').waitFor();
  await page.getByText('日历', { exact: true }).first().click();
  await bar.waitFor({ state: 'hidden' });
});
