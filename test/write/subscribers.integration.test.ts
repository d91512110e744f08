import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import type { DomainEvent, ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';
import { type RunningJobWorkers, startJobWorkers } from '#server/jobs/start-job-workers.ts';
import { refuse } from '#server/refusal.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { deliverQueuedEvents } from '#server/write/subscriber/deliver-queued-events-to-subscribers.ts';
import { collectSubscribersWithNotifier } from '#server/write/subscriber/notify-event-subscribers-in-transaction.ts';
import { retryTasksOfAfterCommitSubscribers } from '#server/write/subscriber/retry-tasks-of-after-commit-event-subscribers.ts';
import { collectSubscribers, on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { itinerary, tourist, tripEngine } from '../invented/trip.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('商户', 'Shop');
const life = lifecycle({
  initial: 'open',
  states: { open: label, shut: label },
  moves: {
    shut: { from: ['open'], to: 'shut', label, emits: 'closed' },
    reopen: { from: ['shut'], to: 'open', label, reversible: true, emits: 'opened' },
  },
});
const shop = resource({
  name: 'mall/shop',
  label,
  title: 'name',
  scope: 'all',
  facts: ['noticed'],
  fields: { name: field.text(label, { required: true }), rent: field.money(label) },
  life,
});
const stall = resource({
  name: 'mall/stall',
  label: text('摊位', 'Stall'),
  title: 'name',
  scope: 'all',
  fields: {
    name: field.text(label, { required: true }),
    shop_id: field.reference(label, { to: 'mall/shop', required: true }),
    rent: field.money(label),
  },
});

let server: TestEngine;
let engine: Engine;
let chief: Caller;
const declared: AnyResource[] = [shop, stall];
/** What the subscribers of a test received. */
const heard: unknown[] = [];
beforeAll(async () => {
  server = await createTestEngine();
  chief = await server.officer('admin');
  await migrateQueue(server.db);
  const base = `version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now()`;
  await server.db.query(`create table mall_shop (id bigint generated always as identity primary key, name text not null, rent bigint,
    status text not null, due_at timestamptz, ${base})`);
  await server.db.query(`create table mall_stall (id bigint generated always as identity primary key, name text not null,
    shop_id bigint not null references mall_shop, rent bigint check (rent < 100000), ${base})`);
});
afterAll(() => server.close());
beforeEach(() => void heard.splice(0));

/** The engine with only these subscribers. */
function listening(subscribers: Readonly<Record<string, Subscriber>>): Engine {
  engine = {
    ...server.engine,
    find: (name) => declared.find((one) => one.name === name) ?? server.engine.find(name),
    subscribers: collectSubscribersWithNotifier([{ name: 'mall', subscribers }], declared),
  };
  return engine;
}
const add = async (one: AnyResource, input: Record<string, unknown>) =>
  (await write(engine, one, chief, { operation: 'add', input })).id;
const shut = (id: number) => write(engine, shop, chief, { operation: 'move', move: 'shut', id, input: {} });
const rows = (table: string) => server.db.rows<Record<string, unknown>>(`select * from ${table} order by id`);
const counts = async () =>
  server.db.row(`select (select count(*)::int from mall_shop) as shops, (select count(*)::int from history) as history,
    (select count(*)::int from event) as events, (select count(*)::int from subscriber_event) as jobs`);
const raiseRent: Subscriber = on(shop, 'closed', {
  async together(facts, { cascadeChange }) {
    const ids = facts.map(({ row_id }) => row_id);
    heard.push(await cascadeChange(stall, sql`t.shop_id = any(${ids}::bigint[])`, { rent: '12.50' }));
  },
});

describe('together with the write', () => {
  test('a cascading change has a history of its own, in the name of the original caller', async () => {
    listening({
      raise_rent: raiseRent,
      follow: on(stall, ['edited', 'added'], {
        async together(facts, { rows: read, caller }) {
          expectTypeOf(await read()).items.toHaveProperty('shop_id');
          heard.push(facts, await read(), caller.type);
        },
      }),
    });
    const id = await add(shop, { name: '甲', rent: '5' });
    const stalls = [await add(stall, { name: '一', shop_id: id }), await add(stall, { name: '二', shop_id: id })];
    heard.splice(0);
    const { historyId } = await shut(id);
    const [facts, now, who, changed] = heard as [ReceivedEvent[], Record<string, unknown>[], string, number[]];
    expect([changed, who]).toEqual([stalls, 'system']);
    expect(facts).toEqual(
      stalls.map((row_id, at) => ({
        name: 'mall/stall.edited',
        resource: 'mall/stall',
        row_id,
        payload: { title: ['一', '二'][at], status: null, move: null, step: null },
      })),
    );
    expect(now.map((one) => [one.rent, one.version])).toEqual([
      ['12.50', 2],
      ['12.50', 2],
    ]);
    expect(
      await server.db.rows(
        sql`select row_id, action, actor_type, actor_name, changes from history where resource = 'mall/stall' and id > ${historyId} order by id`,
      ),
    ).toEqual(
      stalls.map((row_id) => ({
        row_id,
        action: 'edit',
        actor_type: 'system',
        actor_name: chief.name,
        changes: { rent: [null, '12.50'] },
      })),
    );
  });

  test('a set of rows is one write: one call of the subscriber, with all changed rows', async () => {
    listening({ note: on(shop, 'noticed', { together: (facts) => void heard.push(facts.length) }) });
    for (const name of ['a', 'b', 'c']) await add(shop, { name });
    const order = { where: sql`t.name in ('a', 'b', 'c')`, set: { rent: '1.00' }, emits: 'noticed' } as const;
    expect([
      (await changeRows(engine, shop, chief, order)).length,
      await changeRows(engine, shop, chief, order),
    ]).toEqual([3, []]);
    expect(heard).toEqual([3]);
    const computed = { ...order, set: { rent: '2.00' }, emits: () => sql`'unheard_of'` };
    const before = await counts();
    await expect(changeRows(engine, shop, chief, computed)).rejects.toThrow('mall/shop.unheard_of is not told');
    expect(await counts()).toEqual(before);
  });

  test('a refusal refuses the whole write with its message, for a set as for a row', async () => {
    listening({});
    const id = await add(shop, { name: '乙' });
    await add(stall, { name: '三', shop_id: id });
    const before = [await counts(), await rows('mall_stall')];
    for (const together of [
      () => Promise.reject(refuse('referenced', 'referenced')),
      async (
        facts: readonly ReceivedEvent[],
        context: Parameters<NonNullable<Subscriber['hearing']['together']>>[1],
      ) => {
        await context.cascadeChange(stall, sql`t.shop_id = ${facts[0]?.row_id ?? 0}`, { rent: '3.00' });
        throw refuse('referenced', 'referenced');
      },
    ]) {
      listening({ refuse: on(shop, ['closed', 'edited'], { together }) });
      await expect(shut(id)).rejects.toMatchObject({ data: { reason: 'referenced' } });
      const set = { where: sql`t.id = ${id}`, set: { rent: '9.00' } };
      await expect(changeRows(engine, shop, chief, set)).rejects.toMatchObject({ data: { reason: 'referenced' } });
      expect([await counts(), await rows('mall_stall')]).toEqual(before);
    }
  });

  test('events that lead to themselves end with an error, and nothing is written', async () => {
    let round = 0;
    listening({
      there: on(shop, 'edited', {
        together: async (facts, { cascadeChange }) =>
          void (await cascadeChange(stall, sql`t.shop_id = ${facts[0]?.row_id ?? 0}`, { rent: `${++round}.00` })),
      }),
      back: on(stall, 'edited', {
        together: async (_facts, { rows: read, cascadeChange }) => {
          for (const { shop_id } of await read())
            await cascadeChange(shop, sql`t.id = ${shop_id}`, { rent: `${++round}.00` });
        },
      }),
    });
    const id = await add(shop, { name: '丙' });
    await add(stall, { name: '四', shop_id: id });
    const before = await counts();
    await expect(write(engine, shop, chief, { operation: 'edit', id, input: { rent: '1' } })).rejects.toThrow(
      'mall/there, mall/back, mall/there',
    );
    expect(await counts()).toEqual(before);
  });

  test('restoring a row is announced like adding it', async () => {
    listening({
      note: on(shop, ['added', 'deleted'], { together: (facts) => void heard.push(...facts.map((one) => one.name)) }),
    });
    const id = await add(shop, { name: '丁' });
    const { recycled } = await write(engine, shop, chief, { operation: 'del', id, input: {} });
    await restoreDeletedRows(engine, shop, chief, [recycled as number]);
    expect(heard).toEqual(['mall/shop.added', 'mall/shop.deleted', 'mall/shop.added']);
  });
});

describe('child rows', () => {
  const idNo = (n: number) => `53010219900101${`00${n}`}${idNumberCheckDigit(`53010219900101${`00${n}`}`)}`;
  test('are announced with their parent: added, edited, removed, deleted and restored, also to jobs', async () => {
    const trip = await tripEngine(server);
    const within: Subscriber = on(tourist, ['added', 'edited', 'deleted'], {
      together: (facts) => void heard.push(facts.map(({ name, payload }) => `${name.split('.')[1]} ${payload.title}`)),
      later() {},
    });
    const hearing = {
      ...trip,
      subscribers: collectSubscribersWithNotifier([{ name: 'trip', subscribers: { within } }], [tourist]),
    };
    const jobs = async () =>
      (await server.db.rows(`delete from subscriber_event where subscriber = 'trip/within' returning id`)).length;
    const input = { team_no: 'T9', area_code: '530102', tourists: [{ name: '张三', room_no: '101', id_no: idNo(1) }] };
    const all = { operation: 'edit', input: {}, unread: true } as const;
    const { id } = await write(hearing, itinerary, chief, { ...all, operation: 'add', input });
    expect([heard.splice(0), await jobs()]).toEqual([[['added 101']], 1]);
    await write(hearing, itinerary, chief, { ...all, id, input: { team_no: 'T10' } });
    expect([heard.splice(0), await jobs()]).toEqual([[], 0]);
    await write(hearing, itinerary, chief, {
      ...all,
      id,
      input: { tourists: [{ name: '李四', room_no: '102', id_no: idNo(2) }] },
    });
    expect([heard.splice(0).flat().toSorted(), await jobs()]).toEqual([['added 102', 'deleted 101'], 2]);
    const hooks = new Map([
      [tourist.name, [{ add: (context: WriteContext) => context.emit('edited', { title: 'said' }) }]],
    ]);
    await write({ ...hearing, hooks }, itinerary, chief, {
      ...all,
      id,
      input: { tourists: [{ name: '李四', room_no: '103', id_no: idNo(2) }] },
    });
    expect([heard.splice(0).flat().toSorted(), await jobs()]).toEqual([['added 103', 'deleted 102', 'edited said'], 3]);
    const { recycled } = await write(hearing, itinerary, chief, { ...all, operation: 'del', id });
    expect([heard.splice(0), await jobs()]).toEqual([[['deleted 103']], 1]);
    await restoreDeletedRows(hearing, itinerary, chief, [recycled as number]);
    expect([heard.splice(0), await jobs()]).toEqual([[['added 103']], 1]);
  });
});

describe('later', () => {
  const queued = () =>
    server.db.rows<{ subscriber: string; event: DomainEvent; caller: Partial<Caller> }>(
      'select subscriber, event, caller from subscriber_event order by id',
    );
  /** What failed. */
  const jobsOf = () =>
    server.db.rows<{
      task: string;
      key: string;
      attempts: number;
      error: string | null;
      payload: { event: DomainEvent };
    }>(
      `select t.identifier as task, j.key, j.attempts, j.last_error as error, j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'mall/%' order by j.id`,
    );
  const untilNone = async () => {
    await expect.poll(queued, { timeout: 60_000 }).toEqual([]);
    await expect.poll(jobsOf, { timeout: 60_000 }).toEqual([]);
  };
  const working = async (): Promise<RunningJobWorkers> => {
    const tasks = Object.fromEntries(retryTasksOfAfterCommitSubscribers(engine));
    const jobs = await startJobWorkers({ db: server.db, kinds: {}, tasks, log: server.log });
    const delivery = deliverQueuedEvents(engine);
    return { stop: async () => void (await Promise.all([jobs.stop(), delivery.stop()])) };
  };

  test('each event waits for each subscriber, or the write fails, also for sets of rows', async () => {
    listening({
      notify_owner: on(shop, ['closed', 'edited'], { later() {} }),
      notify_bank: on(shop, 'closed', { later() {} }),
    });
    const id = await add(shop, { name: '戊' });
    await expect(
      server.db.transaction(async (tx) => {
        await write(engine, shop, chief, { operation: 'move', move: 'shut', id, input: {} }, tx);
        throw new Error('not meant');
      }),
    ).rejects.toThrow('not meant');
    expect(await queued()).toEqual([]);
    await shut(id);
    const waiting = await queued();
    const [event] = await server.db.rows<{ id: number }>(
      `select id from event where name = 'mall/shop.closed' order by id desc limit 1`,
    );
    expect(waiting.map((one) => [one.subscriber, one.event.id])).toEqual(
      ['mall/notify_owner', 'mall/notify_bank'].map((name) => [name, event?.id]),
    );
    expect(waiting[0]?.caller).toMatchObject({ id: chief.id, name: chief.name });
    expect(waiting[0]?.event).toMatchObject({
      name: 'mall/shop.closed',
      resource: 'mall/shop',
      row_id: id,
      payload: { move: 'shut' },
    });
    await changeRows(engine, shop, chief, {
      where: sql`t.id in (select max(id) from mall_shop union select min(id) from mall_shop)`,
      set: { rent: '77.00' },
    });
    expect((await queued()).map(({ subscriber }) => subscriber).slice(2)).toEqual([
      'mall/notify_owner',
      'mall/notify_owner',
    ]);
    const running = await working();
    await untilNone();
    await running.stop();
  });

  test('is retried until it succeeds; until then its error can be read', async () => {
    let broken = true;
    listening({
      notify_owner: on(shop, 'closed', {
        async later({ row_id }, { rows: read, cascadeChange, caller }) {
          const [row] = await read();
          await cascadeChange(shop, sql`t.id = ${row_id}`, { rent: '8.00' });
          if (broken) throw new Error('the bank is shut');
          heard.push(row?.name, caller.name);
        },
      }),
    });
    const id = await add(shop, { name: '己' });
    await shut(id);
    const running = await working();
    for (let i = 0; i < 200 && !(await jobsOf())[0]?.error; i++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    expect(await jobsOf()).toMatchObject([
      { task: 'mall/notify_owner', attempts: 1, error: expect.stringContaining('the bank is shut') },
    ]);
    expect((await rows('mall_shop')).at(-1)?.rent, 'what failed wrote nothing').toBeNull();
    broken = false;
    await server.db.query(`update graphile_worker._private_jobs set run_at = now()`);
    await untilNone();
    await running.stop();
    expect([heard, (await rows('mall_shop')).at(-1)?.rent]).toEqual([['己', chief.name], 800]);
  });

  test('writes once, even if it is called twice', async () => {
    listening({
      count: on(shop, 'closed', {
        later: async ({ row_id }, { tx }) =>
          void (await tx.query(sql`update mall_shop set rent = coalesce(rent, 0) + 100 where id = ${row_id}`)),
      }),
    });
    const id = await add(shop, { name: '庚' });
    await shut(id);
    const [waiting] = await queued();
    const [, task] = retryTasksOfAfterCommitSubscribers(engine)[0] as [string, (payload: unknown) => Promise<void>];
    await task(waiting);
    await task(waiting);
    expect((await rows('mall_shop')).at(-1)?.rent).toBe(100);
    await server.db.query('delete from subscriber_event');
  });

  test('is kept an event only while its condition holds', async () => {
    listening({
      count: on(shop, 'closed', {
        later() {},
        laterWhile: sql`exists (select from mall_shop s where s.name = '开市')`,
      }),
      tell: on(shop, 'closed', { later() {} }),
    });
    await shut(await add(shop, { name: '辰' }));
    const market = await add(shop, { name: '开市' });
    await shut(await add(shop, { name: '巳' }));
    await server.db.query('delete from mall_shop where id = $1', [market]);
    await shut(await add(shop, { name: '午' }));
    const kept = await server.db.rows<{ subscriber: string }>('select subscriber from subscriber_event order by id');
    expect(kept.map(({ subscriber }) => subscriber)).toEqual(['mall/tell', 'mall/count', 'mall/tell', 'mall/tell']);
    await server.db.query('delete from subscriber_event');
  });

  test('two processes deliver each event once; what fails is left to the queue, and nothing waits for it', async () => {
    const taken: number[] = [];
    let broken: number | undefined;
    listening({
      count: on(shop, 'edited', {
        async laterInBatches(facts, { tx }) {
          const ids = facts.map(({ row_id }) => row_id);
          await tx.query(
            sql`update mall_shop t set rent = coalesce(rent, 0) + 100 * n from (select id, count(*) as n from unnest(${ids}::bigint[]) u (id) group by 1) u where t.id = u.id`,
          );
          if (ids.some((id) => id === broken)) throw new Error('the bank is shut');
          taken.push(facts.length);
        },
      }),
    });
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push(await add(shop, { name: `辛${n}` }));
    broken = ids[3] as number;
    for (let n = 0; n < 3; n++)
      for (const id of ids) await write(engine, shop, chief, { operation: 'edit', id, input: { name: `壬${n}` } });
    const running = await Promise.all([working(), working()]);
    await expect.poll(queued, { timeout: 60_000 }).toEqual([]);
    await expect
      .poll(async () => (await jobsOf()).map(({ error }) => error?.includes('the bank is shut')), { timeout: 60_000 })
      .toEqual([true, true, true]);
    const rents = async () => (await rows('mall_shop')).slice(-ids.length).map(({ id, rent }) => [id, rent]);
    expect(await rents()).toEqual(ids.map((id) => [id, id === broken ? null : 300]));
    broken = undefined;
    await server.db.query('update graphile_worker._private_jobs set run_at = now()');
    await untilNone();
    expect(await rents()).toEqual(ids.map((id) => [id, 300]));
    taken.splice(0);
    await server.db.transaction(async (tx) => {
      for (const id of ids) await write(engine, shop, chief, { operation: 'edit', id, input: { name: '癸' } }, tx);
    });
    await expect.poll(rents, { timeout: 60_000 }).toEqual(ids.map((id) => [id, 400]));
    // both processes may take a part of what waits together
    expect(taken.length, 'together, as they were waiting together').toBeLessThanOrEqual(running.length);
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
    await Promise.all(running.map((one) => one.stop()));
  });
});

describe('an invalid subscriber prevents the start', () => {
  const one = on(shop, 'closed', { later() {} });
  const part = (name: string, subscriber = one) => ({ name: 'mall', subscribers: { [name]: subscriber } });
  test.each([
    ['two of one name', [part('tell'), part('tell')], 'two subscribers are called mall/tell'],
    ['a name with signs', [part('Tell it')], 'mall/Tell it'],
    [
      'one that acts in two ways',
      [part('tell', on(shop, 'closed', { later() {}, laterInBatches() {} }))],
      'in two ways',
    ],
    [
      'a condition for nothing',
      [part('tell', on(shop, 'closed', { together() {}, laterWhile: sql`true` }))],
      'mall/tell does nothing later',
    ],
    ['one that does nothing', [part('tell', on(shop, 'closed', {}))], 'mall/tell does nothing'],
    ['one within the write of a reversible move', [part('tell', on(shop, 'opened', { together() {} }))], 'reversible'],
  ])('%s', (_what, parts, message) => {
    expect(() => collectSubscribers(parts, declared)).toThrow(message);
  });
  test('one to a resource or event that is not declared', () => {
    expect(() => collectSubscribers([part('tell')], [stall])).toThrow('mall/shop, which is not declared');
    // @ts-expect-error an event that does not exist
    expect(() => on(shop, 'burnt', { later() {} })).toThrow('burnt is not an event of it');
  });
});
