import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { DeclaredNotification } from '#server/engine/declared-notifications-of-added-or-moved-rows.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { NotificationsByEvent } from '#server/engine/write-hook-types-for-any-resource.ts';
import { collectHooks } from '#server/write/hook/run-write-hooks.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

/** A yard whose owner is told of visits, which other people make. */
const label = text('字段', 'Field');
const yard = resource({
  name: 'shop/yard',
  label: text('场站', 'Yard'),
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  members: { owner: ['index'] },
  fields: {
    name: field.text(label, { required: true }),
    phone: field.mobile(label, { privacy: 'masked' }),
    grade: field.select(label, { options: { fine: text('优', 'Fine'), poor: text('差', 'Poor') } }),
    user_id: field.integer(label, { write: 'server', list: 'never' }),
    area_code: field.area(label),
  },
});
const visit = resource({
  name: 'shop/visit',
  label: text('到访', 'Visit'),
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  members: { owner: ['index'] },
  fields: {
    name: field.text(label, { required: true }),
    yard_id: field.reference(label, { to: 'shop/yard' }),
    fee: field.money(label),
    begins: field.datetime(label),
    until: field.date(label, { write: 'server' }),
    visitor: field.text(label, { privacy: 'masked' }),
    user_id: field.integer(label, { write: 'server', list: 'never' }),
    area_code: field.area(label),
  },
  life: lifecycle({
    initial: 'planned',
    states: { planned: label, changing: label, made: label, refused: label },
    moves: {
      make: { from: ['planned'], to: 'made', orTo: ['refused'], label, input: { until: field.date(label) } },
      change: { from: ['planned'], to: 'changing', label, proposes: ['name', 'yard_id'] },
      agree: { from: ['changing'], to: 'planned', label, accepts: 'change' },
    },
  }),
});

const places = { what: { ...label, sample: '一' } };
const template = (code: string, inbox?: 'todo' | 'system') =>
  messageTemplate({ code, ...(inbox && { inbox }), label, text: text('{what}', '{what}'), places });
const [planned, made, charged, agreed] = [
  template('visit_planned', 'todo'),
  template('visit_made', 'system'),
  template('visit_charged'),
  template('visit_agreed', 'system'),
];

const notify: NotificationsByEvent = {
  added: {
    template: planned,
    values: { what: text('{name}，{begins}，{fee} 元', '{name}, {begins}, CNY {fee}') },
    to: { holdersOf: 'yard_id' },
    by: ['admin'],
  },
  make: [
    { template: made, values: { what: { day: 'begins' } }, where: [['fee', 'NULL']] },
    { template: made, values: { what: 'yard_id.grade' }, where: [['yard_id.grade', '=', 'poor']] },
    { template: charged, values: { what: 'until' }, sms: 'yard_id.phone', where: [['fee', 'NOT NULL']] },
  ],
  agree: { template: agreed, values: { what: 'name' }, sms: 'yard_id.phone', before: true },
};

const own: AnyResource[] = [yard, visit];
let on: TestEngine;
let engine: Engine;
let [chief, keeper, other, visitor] = [systemCaller(), systemCaller(), systemCaller(), systemCaller()];
beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  [keeper, other, visitor] = await Promise.all([on.member('keeper'), on.member('other'), on.member('visitor')]);
  const base = `area_code text, version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now()`;
  await on.db.query(
    `create table shop_yard (id bigint generated always as identity primary key, name text, phone text, grade text, user_id bigint, ${base})`,
  );
  await on.db.query(`create table shop_visit (id bigint generated always as identity primary key, name text, yard_id bigint, fee bigint, begins timestamptz, until date,
    visitor text, user_id bigint, status text, due_at timestamptz, pending jsonb, pending_sealed jsonb, search_text text, ${base})`);
  const find = (name: string) => own.find((one) => one.name === name) ?? on.engine.find(name);
  const messages = { ...on.engine.messages, textOf: (one: { readonly text: typeof label }) => one.text };
  const hooks = collectHooks([{ hooks: { 'shop/visit': { notify } } }], own);
  engine = { ...on.engine, resources: own, hooks, find, messages: messages as never };
});
afterAll(() => on.close());
beforeEach(() => on.db.query('truncate shop_yard, shop_visit, event, history, message_notice, message_sms cascade'));

const addYard = async ({ id }: Caller, grade: string, phone: string | null) =>
  (
    await on.db.row<{ id: number }>(
      sql`insert into shop_yard (name, grade, phone, user_id, area_code) values (${`场站${grade}`}, ${grade}, ${phone}, ${id}, '530102') returning id`,
    )
  )?.id ?? 0;
const begins = Date.parse('2026-12-01T23:30:00+08:00') / 1000;
const add = async (caller: Caller, name: string, more: Readonly<Record<string, unknown>>) => {
  const input = { name, area_code: '530102', begins, ...more };
  return (await write(engine, visit, caller, { operation: 'add', input, set: { user_id: visitor.id } })).id;
};
const move = (id: number, name: string, input: Readonly<Record<string, unknown>> = {}) =>
  write(engine, visit, chief, { operation: 'move', move: name, id, input });
const sent = () =>
  on.db.rows(
    `select template_code as code, user_id, resource, row_id, content, content_en from message_notice order by id`,
  );
const texted = () =>
  on.db.rows(
    `select template_code as code, mobile, content, area_code, resource, row_id, row_title from message_sms order by id`,
  );

test('those who hold the row of a reference are told of it, and nobody else, if the declared callers add a row', async () => {
  const [fine, poor] = [await addYard(keeper, 'fine', null), await addYard(other, 'poor', null)];
  await add(chief, '甲', { yard_id: fine, fee: '12.5' });
  await add(systemCaller(), '乙', { yard_id: poor });
  await add(chief, '丙', {});
  expect(await sent()).toEqual([
    {
      code: 'visit_planned',
      user_id: keeper.id,
      resource: 'shop/yard',
      row_id: fine,
      content: '甲，2026-12-01 23:30，12.50 元',
      content_en: '甲, 2026-12-01 23:30, CNY 12.50',
    },
  ]);
});

test('each message of a move goes out where its conditions are met, in the inbox or by text message', async () => {
  const [fine, poor] = [await addYard(keeper, 'fine', '13900001111'), await addYard(other, 'poor', null)];
  const ids = [
    await add(systemCaller(), '甲', { yard_id: fine, fee: '1.00' }),
    await add(systemCaller(), '乙', { yard_id: poor, fee: '2.00' }),
    await add(systemCaller(), '丙', { yard_id: fine }),
  ];
  await move(ids[0] ?? 0, 'make', { until: '2026-12-31' });
  await moveRows(engine, visit, chief, { where: sql`t.id = any(${ids.slice(1)}::bigint[])`, move: 'make' });
  const message = { code: 'visit_made', user_id: visitor.id, resource: 'shop/visit' };
  expect(await sent()).toEqual([
    { ...message, row_id: ids[2], content: '2026-12-01', content_en: '2026-12-01' },
    { ...message, row_id: ids[1], content: '差', content_en: 'Poor' },
  ]);
  expect(await texted()).toEqual([
    {
      code: 'visit_charged',
      mobile: '13900001111',
      content: '2026-12-31',
      area_code: '530102',
      resource: 'shop/visit',
      row_id: ids[0],
      row_title: '甲',
    },
  ]);
});

test('an accepted change is told with what it replaces, to the mobile on record until then', async () => {
  const [from, to] = [await addYard(keeper, 'fine', '13900001111'), await addYard(other, 'poor', '13900002222')];
  const id = await add(systemCaller(), '原名', { yard_id: from });
  await move(id, 'change', { name: '新名', yard_id: to });
  await move(id, 'agree');
  expect(await sent()).toMatchObject([{ user_id: visitor.id, row_id: id, content: '原名' }]);
  expect(await texted()).toMatchObject([{ mobile: '13900001111', content: '原名', row_title: '原名' }]);
});

test('a write that is refused sends nothing', async () => {
  const id = await add(systemCaller(), '甲', {});
  await on.engine.db
    .transaction(async (tx) => {
      await write(engine, visit, chief, { operation: 'move', move: 'make', id, input: {} }, tx);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await sent()).toEqual([]);
});

test('declarations that reach nobody, show personal data or compare nothing are refused at start', () => {
  const collect = (event: string, one: Partial<DeclaredNotification>) => () =>
    collectHooks(
      [{ hooks: { 'shop/visit': { notify: { [event]: { template: made, values: { what: 'name' }, ...one } } } } }],
      own,
    );
  const refused: readonly [event: string, one: Partial<DeclaredNotification>, why: RegExp][] = [
    ['leave', {}, /leave, which is no move/],
    ['added', { values: { what: 'yard_id.phone' } }, /personal data in \{what\}/],
    ['added', { values: { what: text('{visitor}', '{name}') } }, /personal data in \{what\}/],
    ['added', { values: { what: 'yard_id.size' } }, /nothing fills \{what\}/],
    ['added', { values: { what: 'name.size' } }, /nothing fills \{what\}/],
    ['added', { values: { what: { day: 'name' } } }, /name is no moment/],
    ['added', { to: { holdersOf: 'missing' } }, /no field missing/],
    ['added', { to: { holdersOf: 'area_code' } }, /nobody holds the row of area_code/],
    ['added', { sms: 'name' }, /name is no mobile number/],
    ['added', { sms: 'yard_id.missing' }, /yard_id.missing is no mobile number/],
    ['added', { template: charged }, /has no inbox/],
    ['added', { template: charged, sms: 'yard_id.phone', to: { holdersOf: 'yard_id' } }, /has no inbox/],
    ['added', { where: [['missing', 'NULL']] }, /names missing, which is not a field/],
    ['added', { where: [['yard_id.phone', 'NULL']] }, /personal data/],
    ['make', { where: [['fee', '=']] }, /without a value/],
    ['make', { before: true }, /before is for moves that accept a change/],
  ];
  for (const [event, one, why] of refused) expect(collect(event, one)).toThrow(why);
  expect(collect('added', { values: { what: 'yard_id.grade' } })).not.toThrow();
});
