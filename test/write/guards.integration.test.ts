import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

/** Vans of a firm: a barred firm runs none, and a van goes out only while its papers are valid. */
const label = text('字段', 'Field');
const firm = resource({
  name: 'shop/firm',
  label: text('车队', 'Firm'),
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label) },
  life: lifecycle({
    initial: 'open',
    states: { open: text('营业', 'Open'), barred: text('停业', 'Barred') },
    moves: {
      bar: { from: ['open'], to: 'barred', label: text('停业', 'Bar') },
      open: { from: ['barred'], to: 'open', label: text('复业', 'Open') },
    },
  }),
});
const texts = {
  fines: text('尚有未缴罚款', 'Fines are unpaid'),
  papers: text('行驶证已过期', 'The papers have expired'),
};
const van = resource({
  name: 'shop/van',
  label: text('车辆', 'Van'),
  title: 'plate',
  scope: 'all',
  fields: {
    plate: field.text(label),
    firm_id: field.reference(text('车队', 'Firm'), { to: 'shop/firm' }),
    fines: field.money(label),
    papers_until: field.date(label),
  },
  life: lifecycle({
    initial: 'parked',
    states: {
      parked: text('停放', 'Parked'),
      out: text('出车', 'Out'),
      sold: { ...text('已售', 'Sold'), final: true },
    },
    moves: {
      leave: {
        from: ['parked'],
        to: 'out',
        label: text('出车', 'Leave'),
        batch: true,
        when: [
          { if: [['fines', 'NULL']], or: [['fines', '<=', '0.00']], else: texts.fines },
          { if: [['papers_until', '>=', today]], else: texts.papers },
        ],
      },
      park: { from: ['out'], to: 'parked', label: text('停车', 'Park') },
      sell: {
        from: ['parked'],
        to: 'sold',
        label: text('出售', 'Sell'),
        when: [{ if: [['fines', 'NULL']], else: texts.fines }],
        steps: [
          { name: 'ask', label: text('提请', 'Ask') },
          { name: 'agree', label: text('批准', 'Agree') },
        ],
      },
    },
  }),
});

let on: TestEngine;
let engine: Engine;
let chief: Caller;
let county: Caller;
const hooks = new Map<string, WriteHooksOfAnyResource[]>();
beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  county = { ...(await on.officer('county1')), nodes: new Set(['shop/van/park']), grantKey: 'parks only' };
  const base = `status text, due_at timestamptz, approval jsonb, search_text text, version integer not null default 1,
    createtime timestamptz not null default now(), updatetime timestamptz not null default now()`;
  await on.db.query(`create table shop_firm (id bigint generated always as identity primary key, name text, ${base})`);
  await on.db.query(`create table shop_van (id bigint generated always as identity primary key, plate text,
    firm_id bigint references shop_firm, fines bigint, papers_until date, ${base})`);
  const own: AnyResource[] = [firm, van];
  engine = { ...on.engine, hooks, find: (name) => own.find((one) => one.name === name) ?? on.engine.find(name) };
});
afterAll(() => on.close());
beforeEach(() => hooks.clear());

const day = toShanghaiDate(new Date().toISOString());
const add = async (one: AnyResource, input: Record<string, unknown>) =>
  (await write(engine, one, chief, { operation: 'add', input })).id;
const move = (one: AnyResource, name: string, id: number, input = {}) =>
  write(engine, one, chief, { operation: 'move', move: name, id, input });
const refusal = (work: Promise<unknown>): Promise<Refused> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error as Error)),
  );
interface Offers {
  id: number;
  _moves: string[];
  _closed?: Record<string, number> | null;
}
const record = (id: number, caller = chief) => readRow<Offers>(engine, van, caller, id);

describe('a move with guards', () => {
  test('is offered, explained and refused by the same declaration', async () => {
    const open = await add(van, { plate: '云A1', fines: '0.00', papers_until: day });
    const fined = await add(van, { plate: '云A2', fines: '0.01', papers_until: day });
    const expired = await add(van, { plate: '云A3', papers_until: '2020-01-01' });
    // data that looks like the internal markers of a page is not taken for them
    const unknown = await add(van, { plate: ',"_state":"parked","_places":null},' });
    const page = await readListPage(engine, van, chief, readListQuery(van, { limit: 50, order: 'id,asc' }));
    const listed = new Map((JSON.parse(decodeByteString(page.list)) as Offers[]).map((row) => [row.id, row]));
    for (const [id, closed, refused] of [
      [open, null, undefined],
      [fined, 0, texts.fines],
      [expired, 1, texts.papers],
      [unknown, 1, texts.papers],
    ] as const) {
      const row = await record(id);
      expect(row._moves.includes('leave')).toBe(closed === null);
      expect(listed.get(id)?._moves, 'the list offers what the record offers').toEqual(row._moves);
      expect(listed.get(id)).not.toHaveProperty('_closed');
      expect(row._closed?.leave ?? null).toBe(closed);
      if (refused) {
        const { text: message, data } = await refusal(move(van, 'leave', id));
        expect([message, data]).toEqual([refused, { reason: 'bad_transition', from: 'parked', allowed: [] }]);
      } else await move(van, 'leave', id);
    }
  });

  test('gives no reasons for moves that the caller may not make, or that belong to other states', async () => {
    const id = await add(van, { plate: '云A5' });
    expect((await record(id))._closed).toEqual({ leave: 1 });
    expect(await record(id, county)).toMatchObject({ _moves: [], _closed: null });
    await on.db.query(`update shop_van set status = 'out' where id = $1`, [id]);
    expect(await record(id)).toMatchObject({ _moves: ['park'], _closed: null });
  });

  test('is checked again at each step of an approval, which can still be ended', async () => {
    const id = await add(van, { plate: '云A6', papers_until: day });
    await move(van, 'sell', id);
    await on.db.query('update shop_van set fines = 5 where id = $1', [id]);
    const other = { ...(await on.officer('admin')), id: 987_654 };
    expect(await record(id, other)).toMatchObject({ _moves: ['sell:decline'], _closed: { 'sell:agree': 0 } });
    const second = () => write(engine, van, other, { operation: 'move', move: 'sell', step: 'agree', id, input: {} });
    expect((await refusal(second())).text).toEqual(texts.fines);
    await write(engine, van, other, {
      operation: 'move',
      move: 'sell',
      step: 'decline',
      id,
      input: { reason: '罚款未缴清' },
    });
  });
});

describe('a row required in a state by another write', () => {
  const requiring = (wait?: () => Promise<unknown>) =>
    hooks.set('shop/van', [
      {
        async edit(context) {
          await context.require(firm, Number(context.before.firm_id), { status: ['open'], field: 'plate' });
          await wait?.();
        },
        moves: {
          leave: async (context) =>
            void (await context.require(firm, Number(context.before?.firm_id), { status: ['open'] })),
        },
      } satisfies WriteHooksOfAnyResource,
    ]);

  test('refuses the write with a message that names its state', async () => {
    requiring();
    const firmId = await add(firm, { name: '顺达' });
    const id = await add(van, { plate: '云B1', firm_id: firmId, papers_until: day });
    await move(firm, 'bar', firmId);
    const whole = await refusal(move(van, 'leave', id));
    expect(whole.messageIn('zh-cn')).toBe('车队“顺达”现为“停业”，须为“营业”');
    expect(whole.messageIn('en')).toBe('Firm “顺达” is “Barred”; it must be “Open”');
    expect(whole.data).toMatchObject({ reason: 'bad_transition', resource: 'shop/firm', id: firmId, from: 'barred' });
    const edit = await refusal(write(engine, van, chief, { operation: 'edit', id, input: { plate: '云B2' } }));
    expect(edit.data).toMatchObject({ errors: { plate: ['车队“顺达”现为“停业”，须为“营业”'] } });
  });

  test('cannot leave the state before that write is committed', async () => {
    const firmId = await add(firm, { name: '通达' });
    const id = await add(van, { plate: '云C1', firm_id: firmId });
    let barred = false;
    let barring: Promise<unknown> | undefined;
    requiring(async () => {
      barring ??= move(firm, 'bar', firmId).then(() => {
        barred = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(barred, 'its move waits').toBe(false);
    });
    await write(engine, van, chief, { operation: 'edit', id, input: { plate: '云C2' } });
    await barring;
    const order = await on.db.rows<{ resource: string }>(
      `select resource from history where (resource = 'shop/van' and row_id = $1 and action = 'edit') or (resource = 'shop/firm' and row_id = $2 and action = 'move') order by id`,
      [id, firmId],
    );
    expect(order.map((one) => one.resource)).toEqual(['shop/van', 'shop/firm']);
  });

  test('does not deadlock with its own moves, even those that change the rows that require it', async () => {
    requiring();
    hooks.set('shop/firm', [
      {
        moves: {
          async bar(context) {
            // cascading changes are written before the row itself: the reverse order of a write that requires it
            await context.tx.query('update shop_van set fines = 1, version = version + 1 where firm_id = $1', [
              context.before?.id,
            ]);
          },
        },
      } satisfies WriteHooksOfAnyResource,
    ]);
    for (let round = 0; round < 3; round++) {
      const firmId = await add(firm, { name: `第${round}` });
      const ids = await Promise.all(
        [1, 2, 3].map((n) => add(van, { plate: `云D${round}${n}`, firm_id: firmId, papers_until: day })),
      );
      const [bar, ...edits] = await Promise.allSettled([
        move(firm, 'bar', firmId),
        ...ids.map((id) => write(engine, van, chief, { operation: 'edit', id, input: { plate: `云E${round}${id}` } })),
      ]);
      expect(bar?.status, String(bar?.status === 'rejected' && bar.reason)).toBe('fulfilled');
      const after = await on.db.row<{ last: number }>(
        `select max(h.id) as last from history h where h.resource = 'shop/firm' and h.row_id = $1`,
        [firmId],
      );
      for (const [place, edit] of edits.entries()) {
        if (edit.status === 'rejected') {
          expect(edit.reason).toBeInstanceOf(Refused);
          expect((edit.reason as Refused).data).toHaveProperty('errors.plate');
        } else {
          const row = await on.db.row<{ id: number }>(
            `select max(id) as id from history where resource = 'shop/van' and row_id = $1 and action = 'edit'`,
            [ids[place]],
          );
          expect(row?.id, 'an edit that was let through came first').toBeLessThan(after?.last ?? 0);
        }
      }
    }
  });
});

test('a guard without conditions, or with conditions on unknown fields, is an invalid declaration', () => {
  const declare = (guard: object) =>
    resource({
      name: 'shop/any',
      label,
      title: 'plate',
      scope: 'all',
      fields: { plate: field.text(label), mobile: field.mobile(label, { privacy: 'masked' }) },
      life: lifecycle({
        initial: 'a',
        states: { a: label },
        moves: { go: { from: ['a'], to: 'a', label, when: [{ else: label, ...guard } as never] } },
      }),
    });
  expect(() => declare({ if: [] })).toThrow(/needs a condition/);
  expect(() => declare({ if: [['plate', '=']] })).toThrow(/without a value/);
  expect(() => declare({ if: [['size', '=', 1]] })).toThrow(/size, which is not a field/);
  expect(() => declare({ if: [['mobile', 'NOT NULL']] })).toThrow(/personal data/);
  expect(() => declare({ if: [['plate', 'IS', 1]] })).toThrow(/by the unknown operator IS/);
});
