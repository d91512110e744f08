import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDocument } from '#kernel/module/official-document.ts';
import { suspensionDecisionDocument } from '#modules/enterprise/contract/suspension-decision-document.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { signatureLines } from '../server/default-docx-template.ts';

let app: TestApp;
let chief: Client;
let writer: Client;
let checker: Client;
beforeAll(async () => {
  app = await startApp();
  await app.db.query(`with g as (insert into auth_group (name, rules)
      select '文书', array_agg(id) from auth_menu where name like 'document%' returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code)
      select u, u, '', array[g.id], '530100' from g, unnest(array['writer', 'checker']) u`);
  [chief, writer, checker] = (await Promise.all(
    ['admin', 'writer', 'checker'].map((officer) => app.client({ officer })),
  )) as [Client, Client, Client];
});
afterAll(() => app.close());

const at = (name: string) => `/admin/document.document/${name}`;
type Done = { id: number; errors: Record<string, string[]>; row: Record<string, unknown>; reason: string };
const post = (who: Client, name: string, input: object) => who.post<Done>(at(name), input);
const content = {
  party: '甲社',
  facts: '未按规定公示',
  basis: '《旅行社条例》',
  from: '2026-12-01',
  remedy: '可以申请行政复议',
};
const set = async (name: string, value: string | null) => {
  await app.db.query('update system_setting set value = $2 where name = $1', [name, value && JSON.stringify(value)]);
  await app.engine.settingCache.reload();
};
async function written(more: object = {}): Promise<number> {
  const made = await post(writer, 'add', { code: suspensionDecisionDocument.name, area_code: '530102', ...more });
  expect(made.code, made.msg).toBe(1);
  expect((await post(writer, 'fill', { id: made.data.id, values: content })).code).toBe(1);
  return made.data.id;
}

test('nothing is issued before authority and public address are set, and the page says so beforehand', async () => {
  const id = await written();
  const ready = async (who: Client) =>
    (await who.get<{ missing: { label: string }[]; may_set: boolean }>(at('ready'), { id })).data;
  const todos = async (who: Client) =>
    (await who.get<{ todo: { resource: string; title: string; path: string }[] }>('/admin/dashboard/dashboard')).data
      .todo;
  const todo = async (who: Client) => (await todos(who)).find(({ resource }) => resource === 'system/setting');
  expect(await ready(writer)).toMatchObject({
    missing: [{ label: '主管部门' }, { label: '验证页面地址' }],
    may_set: false,
  });
  expect(await todo(chief)).toMatchObject({
    title: '设置主管部门、验证页面地址：设置前不能制发文书',
    path: '/admin/system/setting?section=site',
  });
  expect((await todos(chief))[0]?.resource, 'first of all: nobody issues anything before').toBe('system/setting');
  expect(await todo(writer), 'who may not set them is not asked to').toBeUndefined();
  expect((await post(checker, 'approve', { id })).code).toBe(1);
  const none = await post(checker, 'issue', { id });
  expect([none.code, none.msg, none.data]).toEqual([
    0,
    '尚未设置“主管部门”、“验证页面地址”，不能制发文书：请管理员在“系统设置”中填写',
    { reason: 'not_ready' },
  ]);
  await set('site.authority', '云岭县文化和旅游局');
  const half = await post(await app.client({ officer: 'checker' }, 'en'), 'issue', { id });
  expect(half.msg).toContain('“Address of the verification page” is not set');
  expect(await todo(chief)).toMatchObject({ path: '/admin/system/setting?section=document' });
  expect((await chief.get<{ row: object }>(at('edit'), { id })).data.row, 'no number was taken').toMatchObject({
    status: 'approved',
    number: null,
  });
  // the public address must be one at which anybody can check a document
  await set('site.address', 'https://wl.example.gov.cn/');
  expect(await ready(writer)).toMatchObject({ missing: [] });
  expect(await todo(chief)).toBeUndefined();
  const issued = await post(checker, 'issue', { id });
  expect(issued.data.row, issued.msg).toMatchObject({ status: 'issued', number: expect.stringMatching(/〕1号$/) });
});

test('is titled by its kind', async () => {
  const add = (title: string) =>
    post(writer, 'add', { code: suspensionDecisionDocument.name, area_code: '530102', title });
  for (const title of ['责令改正通知书', '停业整顿决定书（一）', 'Suspension decision'])
    expect((await add(title)).data.errors, title).toEqual({
      title: ['标题须以文书种类结尾，如“停业整顿决定书”或“关于……的停业整顿决定书”'],
    });
  expect((await add('关于甲社的停业整顿决定书')).code).toBe(1);
  const id = await written();
  const title = async () => (await writer.get<{ row: { title: string } }>(at('edit'), { id })).data.row.title;
  expect(await title()).toBe('停业整顿决定书');
  expect((await post(writer, 'edit', { id, title: '责令改正通知书' })).data.errors).toHaveProperty('title');
  expect((await post(writer, 'edit', { id, title: '' })).code).toBe(1);
  expect(await title()).toBe('停业整顿决定书');
});

test('authors and editors may not approve it where the law requires another officer', async () => {
  const id = await written();
  const mine = async (who: Client) => (await who.get<{ own_work: boolean }>(at('ready'), { id })).data.own_work;
  expect([await mine(writer), await mine(checker)]).toEqual([true, false]);
  // a move that would be refused is offered neither on the page nor in the list nor among pending work
  type Offered = { id: number; _moves: string[] };
  const offers = async (who: Client) => {
    const { row } = (await who.get<{ row: Offered }>(at('edit'), { id })).data;
    const { list } = (await who.get<{ list: Offered[] }>(at('index'), { limit: '100' })).data;
    return [row, ...list.filter((one) => one.id === id)].map(({ _moves }) => _moves.includes('approve'));
  };
  expect(await offers(writer)).toEqual([false, false]);
  expect(await offers(checker)).toEqual([true, true]);
  const awaiting = (await writer.get<{ list: Offered[] }>(at('index'), { awaits: 'me', limit: '100' })).data.list;
  expect(awaiting.map((one) => one.id)).not.toContain(id);
  const own = await post(writer, 'approve', { id });
  expect([own.code, own.msg, own.data.reason]).toEqual([
    0,
    '起草、修改文书的人不能审批同一份文书，请由他人审批',
    'forbidden',
  ]);
  const both = await writer.post<{ failed: unknown[] }>(at('batch'), { do: 'approve', ids: [id] });
  expect(both.code === 0 || both.data.failed.length > 0, 'nor among others').toBe(true);
  // a super administrator who edited the draft counts as one of its writers
  expect((await post(chief, 'fill', { id, values: { facts: '未按规定公示许可证' } })).code).toBe(1);
  expect((await post(chief, 'approve', { id })).data.reason).toBe('forbidden');
  expect((await post(checker, 'approve', { id })).code).toBe(1);
});

test('is signed by two officers, each on a line', () => {
  expect(signatureLines(suspensionDecisionDocument)).toEqual(['执法人员1', '执法人员2', '当事人签收']);
  expect(findDocument(suspensionDecisionDocument.name)?.approvedByAnother).toBe(true);
});
