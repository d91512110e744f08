import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { previewWrite } from '#server/message/preview-messages-and-moves-of-write.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { checkItem } from '../../contract/check-item/check-item.ts';
import { checklist } from '../../contract/checklist/checklist.ts';

let on: TestApp;
let editor: Caller;
let reviewer: Caller;
let client: Client;
beforeAll(async () => {
  on = await startApp();
  await on.db.query(`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'reviewer', '复核员', '', group_arr, area_code from auth_admin where username = 'admin'`);
  editor = await on.officer('admin');
  reviewer = await on.officer('reviewer');
  client = await on.client({ officer: 'admin' });
});
afterAll(() => on.close());

type Values = Readonly<Record<string, unknown>>;
type Library = typeof checkItem | typeof checklist;

const today = shanghaiToday();
const reason = '不再适用，予以停用';
let next = 0;

const add = async (of: Library, input: Values) =>
  (await write(on.engine, of, editor, { operation: 'add', input: { code: `X${++next}`, ...input } })).id;
const edit = (id: number, input: Values) => write(on.engine, checklist, editor, { operation: 'edit', id, input });
const move = async (of: Library, id: number, name: string, input: Values = {}, by = editor) =>
  (await write(on.engine, of, by, { operation: 'move', move: name, id, input })).row as Values;
const publish = async (of: Library, id: number) => {
  await move(of, id, 'review', {}, reviewer);
  await move(of, id, 'publish');
};
const addItem = (more: Values = {}) =>
  add(checkItem, {
    name: '证照齐全',
    kinds: ['shop'],
    category: 'general',
    content: '查验证照',
    methods: ['on_site'],
    evidence: 'none',
    answer_kind: 'yes_no_na',
    severity: '3',
    effective_from: addDays(today, -5),
    ...more,
  });
const publishedItem = async (more: Values = {}) => {
  const id = await addItem(more);
  await publish(checkItem, id);
  return id;
};
const addChecklist = (items: readonly number[], more: Values = {}) =>
  add(checklist, {
    name: '专项检查清单',
    kinds: ['shop'],
    effective_from: today,
    items: items.map((item_id) => ({ item_id })),
    ...more,
  });
const itemsOf = async (id: number) =>
  (
    await on.db.rows<{ item_id: number }>(
      sql`select item_id from library_checklist_item where checklist_id = ${id} order by weigh, id`,
    )
  ).map(({ item_id }) => item_id);
const codeOf = async (id: number) =>
  (await on.db.row<{ code: string }>(sql`select code from library_check_item where id = ${id}`))?.code;

/** Message of the refusal in Chinese, or its errors at fields. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('not refused');
  return (error.data as { errors?: unknown } | null)?.errors ?? error.messageIn('zh-cn');
}

test('an item that is not published cannot be put into a checklist, and is named', async () => {
  const [good, draft] = [await publishedItem(), await addItem()];
  expect(await refusal(addChecklist([good, draft]))).toEqual({
    'items.1.item_id': ['“证照齐全”未发布，只能引用已发布的版本'],
  });
});

test('neither can one that is retired, or not in force', async () => {
  const [retired, later] = [await publishedItem(), await publishedItem({ effective_from: addDays(today, 9) })];
  await move(checkItem, retired, 'retire', { effective_to: today, reason });
  expect(await refusal(addChecklist([retired, later]))).toEqual({
    'items.0.item_id': [`${await codeOf(retired)} 证照齐全 已停用，不能列入检查清单`],
    'items.1.item_id': [`${await codeOf(later)} 证照齐全 第 1 版在 ${today} 不在施行中，不能列入检查清单`],
  });
  // of a checklist that is used later
  const list = await addChecklist([later], { effective_from: addDays(today, 9) });
  await publish(checklist, list);
  expect(await refusal(addChecklist([later, later], { effective_from: addDays(today, 9) }))).toEqual({
    'items.1.item_id': ['检查事项已存在'],
  });
});

test('an item that is retired while a draft holds it stays there, and stops its publication', async () => {
  const [kept, lost] = [await publishedItem(), await publishedItem()];
  const list = await addChecklist([kept, lost]);
  await move(checklist, list, 'review', {}, reviewer);
  await move(checkItem, lost, 'retire', { effective_to: today, reason });
  const told = `${await codeOf(lost)} 证照齐全 已停用，不能列入检查清单`;
  expect(await refusal(move(checklist, list, 'publish'))).toBe(told);
  await move(checklist, list, 'reopen', { reason: '请更换事项' });
  await edit(list, { purpose: '节前检查' });
  expect(await refusal(move(checklist, list, 'review', {}, reviewer))).toBe(told);
  await edit(list, { items: [{ item_id: kept }] });
  await publish(checklist, list);
  expect(await itemsOf(list)).toEqual([kept]);
});

test('one without items is not approved', async () => {
  expect(await refusal(move(checklist, await addChecklist([]), 'review', {}, reviewer))).toBe('清单还没有事项');
});

test('a published checklist is changed by a new version, of which there is one draft', async () => {
  const [first, second] = [await publishedItem(), await publishedItem()];
  const list = await addChecklist([second, first], { effective_from: addDays(today, -3) });
  await publish(checklist, list);
  await expect(edit(list, { items: [] })).rejects.toThrow(Refused);
  const both = await Promise.allSettled([
    move(checklist, list, 'revise'),
    move(checklist, list, 'revise', {}, reviewer),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await refusal(move(checklist, list, 'revise'))).toBe('新版本已在编制');
  const draft = Number(
    (await on.db.row<Values>(sql`select next_id from library_checklist where id = ${list}`))?.next_id,
  );
  expect(await itemsOf(draft)).toEqual([second, first]);
  expect(await itemsOf(list)).toEqual([second, first]);
});

test('a new version takes over the items as they are in force now, and keeps those that are no more', async () => {
  const [amended, retired] = [await publishedItem(), await publishedItem()];
  const list = await addChecklist([retired, amended], { effective_from: addDays(today, -3) });
  await publish(checklist, list);
  const current = Number((await move(checkItem, amended, 'revise')).next_id);
  await write(on.engine, checkItem, editor, { operation: 'edit', id: current, input: { effective_from: today } });
  await publish(checkItem, current);
  await move(checkItem, retired, 'retire', { effective_to: addDays(today, -1), reason });
  const draft = Number((await move(checklist, list, 'revise')).next_id);
  expect(await itemsOf(draft)).toEqual([retired, current]);
  // what is published cites what it cited
  expect(await itemsOf(list)).toEqual([retired, amended]);
});

test('who retires an item is told how many checklists have to be revised', async () => {
  const id = await publishedItem();
  await publish(checklist, await addChecklist([id]));
  await publish(checklist, await addChecklist([id]));
  await addChecklist([id]);
  const order = { operation: 'move', move: 'retire', id, input: { effective_to: today, reason } } as const;
  const effects = await previewWrite(on.engine, checkItem, editor, order);
  expect(effects.sentences).toEqual(['2 份已发布的检查清单列有此事项，须编制新版本']);
});

test('an item is listed with the checklists that hold it', async () => {
  const id = (await on.db.row<{ id: number }>(sql`select id from library_check_item where code = 'LX01'`))!.id;
  const { data } = await client.get<{ list: Values[]; total: number }>(
    `/admin/library.checklistItem/index?search[0][field]=item_id&search[0][operator]=%3D&search[0][val]=${id}`,
  );
  expect(data.total).toBe(1);
  expect(data.list[0]).toMatchObject({ checklist: { name: '旅行社检查清单' } });
});

test('published items are open to the public', async () => {
  const { data } = await (await on.client('nobody')).get<{ list: Values[] }>(
    '/api/library.checkItem/published?limit=1',
  );
  expect(data.list[0]).toMatchObject({ code: 'CB01', name: '许可', revision: 1 });
  expect(Object.keys(data.list[0] ?? {})).not.toContain('cause_id');
});
