import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { DeclaredNotification } from '#server/engine/declared-notifications-of-added-or-moved-rows.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { collectHooks } from '#server/write/hook/run-write-hooks.ts';
import { moveRows, moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

/** A reform order: with a limit counted from its service, paused, ended, and closed by a guard while money is owed. */
const label = text('字段', 'Field');
const order = resource({
  name: 'shop/order',
  label: text('责令改正', 'Reform order'),
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  members: { owner: ['index'] },
  fields: {
    name: field.text(label, { required: true }),
    kind: field.select(label, { options: { safety: text('安全', 'Safety'), price: text('价格', 'Prices') } }),
    owed: field.money(label),
    result: field.text(label, { write: 'server' }),
    served_on: field.date(label, { write: 'server' }),
    served_by: field.reference(label, { to: 'auth/admin', write: 'server', related: false }),
    legal_name: field.text(label, { privacy: 'masked' }),
    user_id: field.integer(label, { write: 'server', list: 'never' }),
    area_code: field.area(label),
  },
  life: lifecycle({
    initial: 'issued',
    states: { issued: label, served: label, paused: label, overdue: label, done: { ...label, final: true } },
    clocks: {
      serve: { ...text('送达期限', 'Service'), rule: 'shop_serve', in: ['issued'], served: true },
      reform: { ...text('改正期限', 'Reform'), rule: 'shop_reform', in: ['served', 'paused'], served: true },
    },
    moves: {
      serve: { from: ['issued'], to: 'served', label, emits: 'served', stamps: ['served_on', 'served_by'] },
      pause: {
        from: ['served'],
        to: 'paused',
        label,
        pauses: ['reform'],
        input: { reason: field.textarea(label), document_no: field.text(label) },
      },
      resume: { from: ['paused'], to: 'served', label, resumes: ['reform'] },
      expire: { from: ['served'], to: 'overdue', label, by: [] },
      finish: {
        from: ['served', 'overdue'],
        to: 'done',
        label,
        input: { result: field.text(text('结果', 'Result'), { max: 50 }) },
        when: [{ if: [['owed', 'NULL']], or: [['owed', '<=', 0]], else: text('尚有欠款', 'Money is owed') }],
      },
      remind: { from: ['issued', 'served', 'overdue'], label, starts: [] },
    },
  }),
});

const finished = messageTemplate({
  code: 'order_finished',
  inbox: 'todo',
  label: text('已办结', 'Finished'),
  text: text('{name}（{kind}）已办结：{result}。', '{name} ({kind}) is finished: {result}.'),
  places: {
    name: { ...label, sample: '某旅行社' },
    kind: { ...label, sample: '安全' },
    result: { ...label, sample: '已改正' },
  },
});

let on: TestEngine;
let engine: Engine;
let chief: Caller;
let owner: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  [chief, owner] = await Promise.all([on.officer('admin'), on.member('owner')]);
  await on.db.query(`create table shop_order (id bigint generated always as identity primary key, name text, kind text, owed numeric, result text,
    served_on date, served_by bigint, legal_name text, user_id bigint, area_code text, status text, due_at timestamptz, due_unit text, search_text text,
    version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  await on.db.query(`insert into system_time_rule (code, name, unit, amount, roll, article, valid_from, valid_to, warn) values
    ('shop_serve', '送达', 'workingDay', 5, 'nextWorkday', '第1条', '2010-01-01', null, '{t-1}'),
    ('shop_reform', '改正', 'day', 15, 'nextWorkday', '第2条', '2010-01-01', null, '{t-3,t}')`);
  const own: AnyResource[] = [order];
  const hooks = collectHooks([{ hooks: { 'shop/order': { notify: { finish: { template: finished } } } } }], own);
  const find = (name: string) => own.find((one) => one.name === name) ?? on.engine.find(name);
  const messages = {
    ...on.engine.messages,
    textOf: (one: { readonly code: string }) =>
      one.code === finished.code ? finished.text : on.engine.messages.textOf(one as never),
  };
  engine = { ...on.engine, resources: own, hooks, find, messages };
  await engine.reference.reload();
});
afterAll(() => on.close());
beforeEach(() => on.db.query('truncate shop_order, deadline, event, history, message_notice cascade'));

/** Orders in the first state; they have started their clock by an ordinary write. */
async function add(count: number, set: Readonly<Record<string, unknown>> = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const input = { name: `第${n}号`, kind: 'safety', area_code: '530102' };
    const stored = await write(engine, order, chief, { operation: 'add', input, set: { user_id: owner.id, ...set } });
    ids.push(stored.id);
  }
  return ids;
}

const among = (ids: readonly number[]) => sql`t.id = any(${[...ids]}::bigint[])`;

/** Everything a move leaves behind, without keys and moments. */
async function tracesOf(ids: readonly number[]) {
  const some = [...ids];
  const { rows, clocks, history, events } = (await on.db.row<Record<string, object[]>>(sql`select
    (select json_agg(json_build_array(status, due_at::date, due_unit, result, served_on, served_by, version) order by id) from shop_order where id = any(${some}::bigint[])) as rows,
    (select json_agg(json_build_array(o.name, d.clock, d.move, d.status, d.due_at::date, jsonb_array_length(d.pauses), d.pauses->0->>'reason', d.served, d.area_code, d.warn_at is null) order by d.row_id, d.id)
      from deadline d join shop_order o on o.id = d.row_id where d.row_id = any(${some}::bigint[])) as clocks,
    (select json_agg(json_build_array(h.action, h.move, h.from_status, h.to_status, h.note, h.changes - 'due_at') order by h.row_id, h.id) from history h where h.row_id = any(${some}::bigint[])) as history,
    (select json_agg(json_build_array(name, payload - 'title', owner_id, area_code) order by row_id, id) from event where row_id = any(${some}::bigint[])) as events`)) as Record<
    string,
    object[]
  >;
  return { rows, clocks, history, events };
}

describe('rows moved together', () => {
  test('are left as if each had been moved by itself: state, clocks, history, events', async () => {
    const steps = fc.array(fc.constantFrom('serve', 'pause', 'resume', 'finish', 'remind'), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        const [together, apart] = [await add(2), await add(2)];
        for (const move of moves) {
          const input =
            move === 'pause'
              ? { reason: '等待鉴定', document_no: '1号' }
              : move === 'finish'
                ? { result: '已改正' }
                : {};
          const moved = await moveRows(engine, order, chief, { where: among(together), move, input });
          let refused = 0;
          for (const id of apart)
            await write(engine, order, chief, { operation: 'move', move, id, input }).catch(() => (refused += 1));
          expect(moved.length).toBe(2 - refused);
        }
        expect(await tracesOf(together)).toEqual(await tracesOf(apart));
      }),
      { numRuns: 25 },
    );
  });

  test('stay as they are in other states, outside the scope, or closed by a guard', async () => {
    const [free, owing, early] = [await add(2), await add(1, { owed: '5.00' }), await add(1)];
    await moveRows(engine, order, systemCaller(), { where: among([...free, ...owing]), move: 'serve' });
    const county = await on.officer('county3');
    expect(await moveRows(engine, order, county, { where: sql`true`, move: 'finish' })).toEqual([]);
    const moved = await moveRows(engine, order, systemCaller(), {
      where: among([...free, ...owing, ...early]),
      move: 'finish',
    });
    expect(moved).toEqual(free);
  });

  test('tell those who hold them, once and with the values of each row', async () => {
    const ids = await add(3);
    await moveRows(engine, order, systemCaller(), { where: among(ids), move: 'serve' });
    await moveRows(engine, order, systemCaller(), {
      where: among(ids.slice(0, 2)),
      move: 'finish',
      input: { result: '已改正' },
    });
    await write(engine, order, chief, {
      operation: 'move',
      move: 'finish',
      id: ids[2] as number,
      input: { result: '已退款' },
    });
    const notices = await on.db.rows('select user_id, row_id, content, content_en from message_notice order by row_id');
    expect(notices).toEqual([
      {
        user_id: owner.id,
        row_id: ids[0],
        content: '第0号（安全）已办结：已改正。',
        content_en: '第0号 (Safety) is finished: 已改正.',
      },
      {
        user_id: owner.id,
        row_id: ids[1],
        content: '第1号（安全）已办结：已改正。',
        content_en: '第1号 (Safety) is finished: 已改正.',
      },
      {
        user_id: owner.id,
        row_id: ids[2],
        content: '第2号（安全）已办结：已退款。',
        content_en: '第2号 (Safety) is finished: 已退款.',
      },
    ]);
  });

  test('are any number, in batches; a thousand take as many statements as one', async () => {
    await add(1);
    await on.db.query(
      `insert into shop_order (name, kind, area_code, status, user_id) select 'n' || n, 'price', '530102', 'issued', null from generate_series(1, 1100) n`,
    );
    expect(await moveRowsInBatches(engine, order, systemCaller(), { where: sql`true`, move: 'serve' })).toBe(1_101);
    const count = await on.db.row(
      `select count(*)::int as clocks, count(distinct due_at)::int as ends from deadline where clock = 'reform'`,
    );
    expect(count).toEqual({ clocks: 1_101, ends: 1 });
    const due = await on.db.row<{ n: number }>(
      sql`select count(*)::int as n from shop_order where due_at > ${addDays(shanghaiToday(), 14)}::date and due_unit = 'day'`,
    );
    expect(due?.n).toBe(1_101);
  });

  test('rows that a guard closes do not keep later ones from being moved', async () => {
    await on.db.query(`insert into shop_order (name, kind, area_code, status, owed)
      select 'n' || n, 'price', '530102', 'served', case when n <= 600 then 5 end from generate_series(1, 603) n`);
    expect(await moveRowsInBatches(engine, order, systemCaller(), { where: sql`true`, move: 'finish' })).toBe(3);
  });

  test("nobody makes a move that is the platform's own", async () => {
    const [id = 0] = await add(1);
    await moveRows(engine, order, systemCaller(), { where: among([id]), move: 'serve' });
    const made = write(engine, order, chief, { operation: 'move', move: 'expire', id, input: {} });
    await expect(made).rejects.toMatchObject({ code: 401 });
    expect(await moveRows(engine, order, systemCaller(), { where: among([id]), move: 'expire' })).toEqual([id]);
  });
});

test('a message that nothing fills, or that shows personal data, is refused at start', () => {
  const collect = (notify: Record<string, DeclaredNotification>) => () =>
    collectHooks([{ hooks: { 'shop/order': { notify } } }], [order]);
  expect(collect({ serve: { template: finished } })).not.toThrow();
  expect(collect({ serve: { template: finished, values: { name: 'missing' } } })).toThrow(/nothing fills \{name\}/);
  expect(collect({ serve: { template: finished, values: { name: 'legal_name' } } })).toThrow(
    /personal data in \{name\}/,
  );
  expect(collect({ serve: { template: finished, values: { other: 'name' } } })).toThrow(/no placeholder other/);
  expect(collect({ leave: { template: finished } })).toThrow(/leave, which is no move/);
  expect(collect({ serve: { template: { ...finished, inbox: undefined } as never } })).toThrow(/has no inbox/);
});
