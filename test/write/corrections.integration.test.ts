import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import type { Correction } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { type Client, startApp, type TestApp, testArea } from '../support/test-engine.ts';

const label = text('演出', 'Show');

/** A show that its organiser reports and the office returns and approves. */
const show = resource({
  name: 'stage/show',
  label,
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  nodes: { books: text('查看预算', 'See the budget') },
  members: { owner: ['index', 'edit', 'send', 'rename'] },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 20 }),
    kind: field.select(text('类型', 'Kind'), {
      options: { play: text('话剧', 'Play'), song: text('歌会', 'Concert') },
    }),
    budget: field.money(text('预算', 'Budget'), { reads: 'books' }),
    after_id: field.reference(text('接在', 'Follows'), { to: 'stage/show' }),
    guard_mobile: field.mobile(text('安保手机', 'Mobile of the guard'), { privacy: 'masked' }),
    acts: field.rows(text('节目', 'Acts'), { of: 'stage/act' }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
    user_id: field.integer(text('账号', 'Account'), { write: 'server', list: 'never' }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: text('草稿', 'Draft'),
      sent: { ...text('已报', 'Sent'), editable: false },
      back: { ...text('已退回', 'Sent back'), editable: { member: { except: ['area_code', 'name'] } } },
      on: { ...text('准予', 'On'), editable: false },
    },
    moves: {
      send: {
        from: ['draft', 'back'],
        to: 'sent',
        label: text('报送', 'Send'),
        by: ['admin', 'member'],
        answers: true,
      },
      rename: {
        from: ['back'],
        label: text('改名', 'Rename'),
        by: ['member'],
        input: { new_name: field.text(text('新名称', 'New name'), { required: true, standsFor: 'name' }) },
      },
      look: { from: ['sent'], label: text('查看', 'View') },
      back: { from: ['sent'], to: 'back', label: text('退回', 'Send back'), marks: true },
      let: { from: ['sent', 'back'], to: 'on', label: text('准予', 'Let on') },
    },
  }),
});
const act = resource({
  name: 'stage/act',
  label: text('节目', 'Acts'),
  title: 'name',
  scope: 'parent',
  partOf: 'show_id',
  sortable: true,
  actions: [],
  fields: {
    show_id: field.reference(label, { to: 'stage/show', required: true }),
    name: field.text(text('名称', 'Name'), { required: true }),
  },
});
const stage = inventModule(module_({ name: 'stage', label, icon: 'bug', weigh: 1, entries: [show, act] }));

let app: TestApp;
let chief: Client;
let blind: Client;
let owner: Client;
beforeAll(async () => {
  app = await startApp({ also: stage });
  await app.db.query(`with g as (insert into auth_group (name, rules)
      select '不看预算', array_agg(id) from auth_menu where name <> 'stage/show/books' returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code)
      select 'unread', '不看预算', '', array[g.id], '${testArea.slice(0, 4)}02' from g`);
  [chief, blind, owner] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'unread' }),
    app.client({ member: '团长' }),
  ]);
});
afterAll(() => app.close());

const office = (name: string) => `/admin/stage.show/${name}`;
const own = (name: string) => `/api/stage.show/${name}`;
type Row = Readonly<Record<string, unknown>> & { readonly _moves: string[] };
const read = async (id: number, who = chief, at = office('edit')) => (await who.get<{ row: Row }>(at, { id })).data.row;
const correctionsOf = async (id: number, who = chief, at = office('corrections')) =>
  (await who.get<{ list: Correction[] }>(at, { id })).data.list;
const errorsOf = async (work: ReturnType<Client['post']>) =>
  ((await work).data as { errors?: Record<string, string[]> } | null)?.errors;
const here = `${testArea.slice(0, 4)}02`;
let made = 0;
async function add(more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  made += 1;
  const input = { name: `演出 ${made}`, kind: 'play', budget: '100.00', guard_mobile: '13800001111', area_code: here };
  const set = { user_id: (await app.member('团长')).id };
  return (
    await write(app.engine, show, await app.officer('admin'), { operation: 'add', input: { ...input, ...more }, set })
  ).id;
}
async function sentBack(marks: readonly { key: string; value: string }[], more = {}): Promise<number> {
  const id = await add(more);
  await owner.post(own('send'), { id });
  expect(await chief.post(office('back'), { id, marks })).toMatchObject({ code: 1 });
  return id;
}
const mark = (key: string, value = '不对') => ({ key, value });

describe('a return', () => {
  test('marks fields that the answering person can correct, in the form or by a move of its own, each with what is wrong', async () => {
    const id = await add();
    await owner.post(own('send'), { id });
    for (const key of ['area_code', 'budget', 'user_id', 'status', 'nothing', '__proto__'])
      expect(await errorsOf(chief.post(office('back'), { id, marks: [mark(key)] }))).toEqual({
        marks: ['请选择可以更正的字段'],
      });
    expect(await errorsOf(chief.post(office('back'), { id, marks: [mark('kind', ' ')] }))).toEqual({
      marks: ['请写明问题'],
    });
    expect(await chief.post(office('back'), { id, marks: [mark('kind'), mark('name')] })).toMatchObject({ code: 1 });
    expect(await read(id, owner, own('edit'))).toMatchObject({ marks: [mark('kind'), mark('name')], status: 'back' });
    // a move without `to` that corrects a mark counts as a correction
    expect(await owner.post(own('rename'), { id, new_name: '新名称' })).toMatchObject({ code: 1 });
    expect(await read(id)).toMatchObject({ marks: [mark('kind'), mark('name')] });
  });

  test('is answered by another officer than the one who returned the row', async () => {
    const id = await sentBack([]);
    expect((await read(id))._moves).toEqual(['let']);
    expect(await chief.post(office('send'), { id })).toMatchObject({ code: 0, data: { reason: 'forbidden' } });
    expect((await read(id, blind))._moves).toEqual(['send', 'let']);
    expect((await blind.post(office('send'), { id })).code).toBe(1);
  });
});

describe('an answer', () => {
  test('corrects or explains each mark, for all kinds of fields, and is shown side by side with the previous values', async () => {
    const one = await add({ name: '先演的' });
    const two = await add({ name: '后演的' });
    const keys = ['kind', 'after_id', 'guard_mobile', 'acts'];
    const id = await sentBack(
      keys.map((key) => mark(key)),
      { after_id: one, acts: [{ name: '开场' }] },
    );
    const refused = await errorsOf(owner.post(own('send'), { id, explanations: [mark('kind', '无')] }));
    expect(Object.keys(refused ?? {}).toSorted()).toEqual(['acts', 'after_id', 'guard_mobile', 'kind']);
    expect(refused?.kind).toEqual(['说明至少 2 个字']);
    const change = { guard_mobile: '13900002222', after_id: two, acts: [{ name: '谢幕' }] };
    expect(await owner.post(own('edit'), { id, ...change, kind: 'song' })).toMatchObject({ code: 1 });
    // a value changed and changed back is no correction
    await owner.post(own('edit'), { id, kind: 'play' });
    const explanations = [mark('kind', '就是话剧'), mark('area_code', '别的字段')];
    expect(await owner.post(own('send'), { id, explanations })).toMatchObject({ code: 1 });
    expect(await read(id)).toMatchObject({ marks: null, explanations: [mark('kind', '就是话剧')] });
    expect(await correctionsOf(id)).toMatchObject([
      { field: 'kind', remark: '不对', changed: false, before: null, explanation: '就是话剧' },
      { field: 'after_id', changed: true, before: { value: '先演的', to: one } },
      { field: 'guard_mobile', changed: true, before: { value: '138****1111' }, explanation: null },
      { field: 'acts', changed: true, before: null },
    ]);
    expect((await correctionsOf(id, owner, own('corrections')))[2]).toMatchObject({ before: { value: '13800001111' } });
    expect(await blind.get(office('corrections'), { id: await add({ area_code: '110101' }) })).toMatchObject({
      code: 0,
    });
    const stranger = await app.client({ member: '路人' });
    expect(await stranger.get(own('corrections'), { id })).toMatchObject({ code: 0 });
    await chief.post(office('look'), { id });
    expect(await read(id)).toMatchObject({ explanations: [mark('kind', '就是话剧')] });
    await chief.post(office('let'), { id });
    expect(await read(id)).toMatchObject({ marks: null, explanations: null });
  });

  test('that corrects everything without explanations is shown side by side too', async () => {
    const id = await sentBack([mark('kind'), mark('guard_mobile')]);
    await owner.post(own('edit'), { id, kind: 'song', guard_mobile: '13900002222' });
    expect(await owner.post(own('send'), { id })).toMatchObject({ code: 1 });
    expect(await read(id)).toMatchObject({ marks: null, explanations: [] });
    expect(await correctionsOf(id)).toMatchObject([
      { field: 'kind', changed: true, explanation: null },
      { field: 'guard_mobile', changed: true, before: { value: '138****1111' } },
    ]);
  });

  test('is no longer expected after the row has moved on without it', async () => {
    const id = await sentBack([mark('kind')]);
    expect((await chief.post(office('let'), { id })).code).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'on', marks: null, explanations: null });
    expect(await app.db.row('select returned_by from stage_show where id = $1', [id])).toEqual({ returned_by: null });
  });
});
