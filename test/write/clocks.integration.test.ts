import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { computeDue } from '#kernel/time/deadline.ts';
import { addDays, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { undoReversibleLifecycleMove } from '#server/history/undo-reversible-lifecycle-move.ts';
import { whereAwaitingCaller } from '#server/read/available-actions/rows-awaiting-caller.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { recalculateClocks } from '#server/write/row-set/recalculate-deadline-clocks.ts';
import { collectSubscribersWithNotifier } from '#server/write/subscriber/notify-event-subscribers-in-transaction.ts';
import { on as hear } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

/**
 * A case that must be decided in time, with a clock that pauses during appraisals; the fine must be paid in time once
 * the decision is served.
 */
const label = text('字段', 'Field');
const penalty = resource({
  name: 'shop/penalty',
  label: text('案件', 'Case'),
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(label, { required: true }),
    filed_on: field.date(text('立案日期', 'Filed on')),
    served_at: field.datetime(text('送达时间', 'Served at'), { write: 'server' }),
    shut_from: field.date(label, { write: 'server' }),
    shut_until: field.date(label),
    area_code: field.area(label),
  },
  life: lifecycle({
    initial: 'filed',
    filed: 'filed_on',
    states: { filed: label, shut: label, decided: label, served: label, closed: { ...label, final: true } },
    clocks: {
      decision: { ...text('办案期限', 'Decision'), rule: 'shop_decision', in: ['filed'], from: 'filed_on' },
      answer: { ...text('答复期限', 'Answer'), rule: 'shop_answer', in: ['filed', 'decided'] },
      payment: {
        ...text('缴款期限', 'Payment'),
        rule: 'shop_payment',
        in: ['served'],
        from: 'served_at',
        served: true,
      },
      shut: { ...text('停业期', 'Shut'), in: ['shut'], from: 'shut_from', until: 'shut_until' },
    },
    moves: {
      shut: {
        from: ['filed'],
        to: 'shut',
        label,
        input: { shut_from: field.date(label, { required: true }), shut_until: field.date(text('止', 'Until')) },
      },
      open: { from: ['shut'], to: 'filed', label },
      inquire: { from: ['filed'], label, starts: ['answer'] },
      answered: { from: ['filed'], label, stops: ['answer'] },
      pause: {
        from: ['filed', 'decided'],
        label: text('中止', 'Pause'),
        pauses: ['decision'],
        reversible: true,
        input: { reason: field.textarea(label), document_no: field.text(label) },
      },
      resume: { from: ['filed'], label, resumes: ['decision'] },
      decide: { from: ['filed'], to: 'decided', label, reversible: true },
      serve: {
        from: ['decided'],
        to: 'served',
        label,
        input: { served_at: field.datetime(text('送达时间', 'Served at'), { required: true }) },
      },
      close: { from: ['served'], to: 'closed', label },
    },
  }),
});

let on: TestEngine;
let engine: Engine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  await on.db.query(`create table shop_penalty (id bigint generated always as identity primary key, name text, filed_on date,
    served_at timestamptz, shut_from date, shut_until date, area_code text, status text, due_at timestamptz, due_unit text, search_text text,
    version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  const rules = `insert into system_time_rule (code, name, unit, amount, roll, article, valid_from, valid_to, warn) values
    ('shop_decision', '办案', 'day', 60, 'nextWorkday', '旧法第1条', '2010-01-01', '2026-03-14', '{t-3,t-1,t}'),
    ('shop_decision', '办案', 'day', 90, 'nextWorkday', '新法第1条', '2026-03-15', null, '{t-3,t-1,t}'),
    ('shop_answer', '答复', 'hour', 48, 'none', '第2条', '2010-01-01', null, '{t-1}'),
    ('shop_payment', '缴款', 'workingDay', 10, 'nextWorkday', '第3条', '2010-01-01', null, '{t-1,t+1}')`;
  await on.db.query(rules);
  const own: AnyResource[] = [penalty];
  engine = {
    ...on.engine,
    resources: own,
    hooks: new Map(),
    find: (name) => own.find((one) => one.name === name) ?? on.engine.find(name),
  };
  await engine.reference.reload();
});
afterAll(() => on.close());
beforeEach(() => on.db.query('truncate shop_penalty, deadline, event'));

const add = async (input: Record<string, unknown> = {}) =>
  (await write(engine, penalty, chief, { operation: 'add', input: { name: '某案', filed_on: '2026-07-01', ...input } }))
    .id;
const move = (name: string, id: number, input: Record<string, unknown> = {}, caller = chief) =>
  write(engine, penalty, caller, { operation: 'move', move: name, id, input });
interface ClockLine {
  clock: string;
  status: string;
  due: string;
  rule: string;
}
const clocksOf = async (id: number) =>
  (
    await on.db.rows<ClockLine>(sql`select clock, status, to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as due,
      article as rule from deadline where row_id = ${id} order by id`)
  ).map(({ clock, status, due, rule }) => [clock, status, due, rule]);
const rowOf = async (id: number) =>
  (await on.db.row<{ due: string | null; due_unit: string | null; version: number }>(
    sql`select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as due, due_unit, version from shop_penalty where id = ${id}`,
  )) as { due: string | null; due_unit: string | null; version: number };
const refusal = (work: Promise<unknown>): Promise<Refused> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (error: unknown) => (error instanceof Refused ? error : Promise.reject(error as Error)),
  );
const seconds = (day: string, time = '10:00:00') => Date.parse(`${day}T${time}+08:00`) / 1000;

describe('clocks of a row', () => {
  test('start from a declared moment, several at once; the earliest end is when the row is due', async () => {
    const id = await add();
    expect(await clocksOf(id)).toEqual([['decision', 'overdue', '2026-09-29 23:59:59', '新法第1条']]);
    expect(await rowOf(id)).toMatchObject({ due: '2026-09-29 23:59:59', due_unit: 'day' });
    const later = await add({ filed_on: addDays(toShanghaiDate(new Date().toISOString()), 30) });
    const [decision] = await clocksOf(later);
    await move('inquire', later);
    const [, answer] = await clocksOf(later);
    expect(await rowOf(later)).toMatchObject({ due: answer?.[2], due_unit: 'hour' });
    await move('answered', later);
    expect((await clocksOf(later)).map((one) => one.slice(0, 2))).toEqual([
      ['decision', 'running'],
      ['answer', 'done'],
    ]);
    expect(await rowOf(later)).toMatchObject({ due: decision?.[2], due_unit: 'day' });
  });

  test('count from a moment entered with a move, which may lie in the past, and end when the row leaves their states', async () => {
    const id = await add();
    await move('decide', id);
    expect(await rowOf(id)).toMatchObject({ due: null, due_unit: null });
    const none = await refusal(move('serve', id));
    expect(none.data).toMatchObject({ errors: { served_at: ['必填'] } });
    await move('serve', id, { served_at: seconds('2026-09-30') });
    // ten working days after 30 September, without the holidays in between
    expect((await clocksOf(id)).at(-1)).toEqual(['payment', 'overdue', '2026-10-20 23:59:59', '第3条']);
    await move('close', id);
    expect((await clocksOf(id)).map(([clock, status]) => [clock, status])).toEqual([
      ['decision', 'done'],
      ['payment', 'done'],
    ]);
    expect(await rowOf(id)).toMatchObject({ due: null });
  });

  test('use the version of the rule in force when the matter was filed; an edit of that day is decided anew', async () => {
    const id = await add({ filed_on: '2026-03-14' });
    expect(await clocksOf(id)).toEqual([['decision', 'overdue', '2026-05-13 23:59:59', '旧法第1条']]);
    await write(engine, penalty, chief, { operation: 'edit', id, input: { filed_on: '2026-03-15' } });
    expect(await clocksOf(id)).toEqual([['decision', 'overdue', '2026-06-15 23:59:59', '新法第1条']]);
    expect(await rowOf(id)).toMatchObject({ due: '2026-06-15 23:59:59' });
    await write(engine, penalty, chief, { operation: 'edit', id, input: { name: '改名' } });
    expect(await rowOf(id)).toMatchObject({ due: '2026-06-15 23:59:59', version: 3 });
  });

  test('refuse the write with the name of the rule if it is missing or was not in force', async () => {
    const old = await refusal(add({ filed_on: '2009-12-31' }));
    expect(old.messageIn('zh-cn')).toBe(
      '期限规则“办案（shop_decision）”在 2009-12-31 没有有效版本，请管理员在“期限规则”中补充后再办理',
    );
    expect(old.data).toEqual({ reason: 'no_time_rule', rule: 'shop_decision', date: '2009-12-31' });
    expect((await refusal(add({ filed_on: null }))).data).toMatchObject({ errors: { filed_on: ['必填'] } });
    expect(await on.db.rows('select from shop_penalty')).toEqual([]);
  });

  test('stop while paused, with reason and document, and continue with the remaining time', async () => {
    const start = addDays(toShanghaiDate(new Date().toISOString()), -10);
    const id = await add({ filed_on: start });
    await move('pause', id, { reason: '等待鉴定', document_no: '中止1号' });
    expect(await rowOf(id)).toMatchObject({ due: null });
    const read = await readRow<{ _clocks: object[] }>(engine, penalty, chief, id);
    expect(read._clocks).toEqual([
      expect.objectContaining({ clock: 'decision', status: 'paused', unit: 'day', article: '新法第1条', rule: '办案' }),
    ]);
    expect(read._clocks[0]).toMatchObject({
      pauses: [{ reason: '等待鉴定', document_no: '中止1号', from: expect.any(Number), to: null }],
    });
    // as if it had been paused five days ago
    await on.db.query(
      sql`update deadline set pauses = jsonb_set(pauses, '{0,from}', to_jsonb((now() - interval '5 days')::text::timestamptz))`,
    );
    await move('resume', id);
    const [after] = await clocksOf(id);
    // five days more, and on to a working day: which one depends on the day the test runs
    const limit = { unit: 'day', amount: 90 + 5, roll: 'nextWorkday', startNextDay: true } as const;
    const { due } = computeDue(limit, start, engine.reference.calendar());
    expect(after?.slice(1, 3)).toEqual(['running', due.slice(0, 19).replace('T', ' ')]);
    expect(await rowOf(id)).toMatchObject({ due: after?.[2] });
  });

  test('are restored when a move is undone', async () => {
    const id = await add({ filed_on: toShanghaiDate(new Date().toISOString()) });
    await move('inquire', id);
    const snapshot = () =>
      Promise.all([on.db.rows(sql`select * from deadline where row_id = ${id} order by id`), rowOf(id)]);
    const [clocks, row] = await snapshot();
    for (const name of ['pause', 'decide']) {
      const { historyId } = await move(name, id, name === 'pause' ? { reason: '等待鉴定' } : {});
      expect((await snapshot())[0]).not.toEqual(clocks);
      await undoReversibleLifecycleMove(engine, penalty, chief, historyId, 30);
      const [again, { version, ...rest }] = await snapshot();
      expect(again).toEqual(clocks);
      expect([rest, version > row.version]).toEqual([{ due: row.due, due_unit: row.due_unit }, true]);
    }
  });

  test('end on the day that a decision sets, follow changes of it, and do not exist without such a day', async () => {
    const id = await add();
    const values = { shut_from: '2027-03-01', shut_until: '2027-02-28' };
    expect((await refusal(move('shut', id, values))).data).toMatchObject({
      errors: { shut_until: [expect.anything()] },
    });
    await move('shut', id, { ...values, shut_until: '2027-03-30' });
    expect((await clocksOf(id)).at(-1)).toEqual(['shut', 'running', '2027-03-30 23:59:59', null]);
    expect(await rowOf(id)).toMatchObject({ due: '2027-03-30 23:59:59', due_unit: 'day' });
    const edit = (input: Record<string, unknown>) => write(engine, penalty, chief, { operation: 'edit', id, input });
    await edit({ shut_until: '2027-05-01' });
    expect((await rowOf(id)).due).toBe('2027-05-01 23:59:59');
    await edit({ shut_until: null });
    expect((await clocksOf(id)).at(-1)?.[1]).toBe('done');
    expect((await rowOf(id)).due).toBe(null);
    await move('open', id);
    await move('shut', id, { shut_from: '2027-03-01' });
    expect((await clocksOf(id)).filter(([clock]) => clock === 'shut')).toHaveLength(1);
  });

  test('count as pending work only when their last day is near', async () => {
    const awaited = async () =>
      (
        await on.db.rows(
          sql`select from shop_penalty t where ${whereAwaitingCaller(engine, penalty, chief) ?? sql`false`}`,
        )
      ).length;
    const today = toShanghaiDate(new Date().toISOString());
    const id = await add();
    expect(await awaited()).toBe(1);
    await move('shut', id, { shut_from: today, shut_until: addDays(today, 30) });
    expect(await awaited()).toBe(0);
    await write(engine, penalty, chief, { operation: 'edit', id, input: { shut_until: addDays(today, 3) } });
    expect(await awaited()).toBe(1);
  });

  test('are kept up to date: also by moves within a state, and a set of rows cannot change states without them', async () => {
    const id = await add();
    const { row } = await move('pause', id, { reason: '等待鉴定' });
    expect(row.status).toBe('filed');
    const set = { status: 'closed' };
    await expect(changeRows<AnyResource>(on.engine, penalty, chief, { where: sql`t.id = ${id}`, set })).rejects.toThrow(
      /which moves change/,
    );
  });
});

describe('the passing of a deadline', () => {
  const dueEvents = () =>
    on.db.rows<{ name: string; row_id: number; area_code: string; payload: Record<string, unknown> }>(
      `select name, row_id, area_code, payload from event where name like '%due%' order by id`,
    );
  /** Shifts the clocks of a row as if time had passed until only `left` remains. */
  const pass = (id: number, left: string) =>
    on.db.query(sql`update deadline d set due_at = d.due_at - by.gone, warn_at = d.warn_at - by.gone,
      warnings = (select jsonb_agg(jsonb_set(w.value, '{at}', to_jsonb(floor((w.value->>'at')::bigint - extract(epoch from by.gone))::bigint)) order by w.ordinality)
        from jsonb_array_elements(d.warnings) with ordinality w)
      from (select id, due_at - now() - ${left}::interval as gone from deadline) by where by.id = d.id and d.row_id = ${id}`);

  test('is announced once at each time that its rule asks for and once when it has passed, also by two simultaneous scans', async () => {
    const today = toShanghaiDate(new Date().toISOString());
    const id = await add({ filed_on: addDays(today, -40), area_code: '530102' });
    const gone = await add({ filed_on: addDays(today, -40) });
    expect(await emitDeadlineEvents(engine)).toBe(0);
    await on.db.query(sql`delete from shop_penalty where id = ${gone}`);
    for (const [at, expected] of [
      ['3 days', [['due_soon', 3]]],
      ['1 day', [['due_soon', 1]]],
      [
        '-1 day',
        [
          ['due_soon', 0],
          ['overdue', 0],
        ],
      ],
    ] as const) {
      for (const one of [id, gone]) await pass(one, at);
      await on.db.query('truncate event');
      await Promise.all([emitDeadlineEvents(engine), emitDeadlineEvents(engine)]);
      expect(await emitDeadlineEvents(engine)).toBe(0);
      const events = await dueEvents();
      expect(events.map(({ name, payload }) => [name, payload.left])).toEqual(
        expected.map(([fact, n]) => [`shop/penalty.${fact}`, n]),
      );
      expect(events[0]).toMatchObject({
        row_id: id,
        area_code: '530102',
        payload: { clock: 'decision', title: '某案' },
      });
    }
    expect((await clocksOf(id))[0]?.[1]).toBe('overdue');
  });

  test('of a deleted row is announced after the row is restored', async () => {
    const today = toShanghaiDate(new Date().toISOString());
    const [id, paused] = [await add({ filed_on: today }), await add({ filed_on: today })];
    await move('pause', paused, { reason: '等待鉴定' });
    const copies: number[] = [];
    for (const one of [id, paused]) {
      const { recycled } = await write(engine, penalty, chief, { operation: 'del', id: one, input: {} });
      copies.push(recycled as number);
      await pass(one, '-1 day');
    }
    await on.db.query('truncate event');
    expect(await emitDeadlineEvents(engine)).toBe(0);
    await restoreDeletedRows(engine, penalty, chief, copies);
    expect(await emitDeadlineEvents(engine)).toBeGreaterThan(0);
    const events = await dueEvents();
    expect(events.map(({ name, row_id }) => [name, row_id])).toContainEqual(['shop/penalty.overdue', id]);
    expect(new Set(events.map(({ row_id }) => row_id))).toEqual(new Set([id]));
    expect((await clocksOf(id))[0]?.[1]).toBe('overdue');
    expect(await emitDeadlineEvents(engine)).toBe(0);
  });

  test('reaches subscribers; one that refuses a clock does not hold up the others and is called again', async () => {
    const today = toShanghaiDate(new Date().toISOString());
    const ids = await Promise.all([1, 2, 3].map((n) => add({ filed_on: today, name: `第${n}案` })));
    for (const id of ids) await pass(id, '-1 hour');
    const heard: unknown[] = [];
    let refuses = true;
    const listener = hear(penalty, 'overdue', {
      together(facts) {
        if (refuses && facts.some((one) => one.row_id === ids[1])) throw new Error('no');
        heard.push(...facts.filter((one) => one.payload.left === 0).map((one) => one.row_id));
      },
    });
    const subscribers = collectSubscribersWithNotifier([{ name: 'shop', subscribers: { chase: listener } }], [penalty]);
    const hearing = { ...engine, subscribers };
    await expect(emitDeadlineEvents(hearing)).rejects.toThrow(/1 clocks could not be told of/);
    expect(heard.toSorted()).toEqual([ids[0], ids[2]].toSorted());
    refuses = false;
    await emitDeadlineEvents(hearing);
    expect(heard.toSorted()).toEqual(ids.toSorted());
  });

  test('is not announced for paused or stopped clocks', async () => {
    const today = toShanghaiDate(new Date().toISOString());
    const [paused, stopped] = [await add({ filed_on: today }), await add({ filed_on: today })];
    await move('pause', paused, { reason: '等待鉴定' });
    await move('decide', stopped);
    await pass(paused, '-1 day');
    await pass(stopped, '-1 day');
    expect(await emitDeadlineEvents(engine)).toBe(0);
  });
});

describe('a change of the calendar', () => {
  const officer = async () => ({ ...(await on.officer('admin')), name: '管理员' });
  const dayOff = async (date: string, announced = '0') => {
    const calendar = on.engine.find('system/calendar') as AnyResource;
    const { id } = await write(on.engine, calendar, await officer(), {
      operation: 'add',
      input: { date, kind: 'holiday', name: '临时', announced },
    });
    return () => write(on.engine, calendar, chief, { operation: 'del', id, input: {} });
  };

  test('recalculates deadlines and notes it in the history; served deadlines never become earlier', async () => {
    const day = '2026-12-01';
    vi.useFakeTimers({ now: seconds('2026-11-23') * 1000, toFake: ['Date'] });
    try {
      const id = await add({ filed_on: '2026-11-23' });
      await move('decide', id);
      await move('serve', id, { served_at: seconds('2026-11-23') });
      const free = await add({ filed_on: '2026-09-07' }); // 90 days: Sunday 6 December, so Monday
      expect([(await rowOf(id)).due, (await rowOf(free)).due]).toEqual(['2026-12-07 23:59:59', '2026-12-07 23:59:59']);
      const takeBack = await dayOff(day);
      const alsoBack = await dayOff('2026-12-07');
      const queued = await on.db.rows(`select from graphile_worker.jobs where key = 'recount_clocks'`);
      expect(queued).toHaveLength(1);
      expect(await recalculateClocks(engine)).toBe(2);
      expect([(await rowOf(id)).due, (await rowOf(free)).due]).toEqual(['2026-12-09 23:59:59', '2026-12-08 23:59:59']);
      const [entry] = await on.db.rows<{ action: string; note: string; changes: object }>(
        sql`select action, note, changes from history where resource = 'shop/penalty' and row_id = ${id} order by id desc limit 1`,
      );
      expect(entry).toMatchObject({ action: 'recount', note: '缴款期限 2026-12-07 → 2026-12-09' });
      expect(Object.keys(entry?.changes ?? {})).toEqual(['due_at']);
      const [event] = await on.db.rows<{ name: string }>(
        sql`select name from event where row_id = ${id} order by id desc limit 1`,
      );
      expect(event?.name).toBe('shop/penalty.edited');
      await takeBack();
      await alsoBack();
      expect(await recalculateClocks(engine)).toBe(1);
      expect(
        [(await rowOf(id)).due, (await rowOf(free)).due],
        'only the deadline that was not served is shortened',
      ).toEqual(['2026-12-09 23:59:59', '2026-12-07 23:59:59']);
      expect(await recalculateClocks(engine)).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('never brings a deadline forward after a warning has announced it', async () => {
    const id = await add({ filed_on: '2026-07-01' });
    const dueAt = async () => (await clocksOf(id))[0]?.[2];
    const takeBack = await dayOff('2026-09-29');
    await recalculateClocks(engine);
    const dueBefore = await dueAt();
    await on.db.query(sql`update deadline set warn_at = now() where row_id = ${id}`);
    await emitDeadlineEvents(engine);
    await takeBack();
    await recalculateClocks(engine);
    expect(await dueAt()).toBe(dueBefore);
  });

  test('makes an estimated deadline final once the arrangement of its year is announced', async () => {
    const id = await add({ filed_on: '2026-11-20' });
    const estimated = async () =>
      (await on.db.row<{ estimated: boolean }>(sql`select estimated from deadline where row_id = ${id}`))?.estimated;
    expect(await estimated()).toBe(true);
    const unmark = await dayOff('2027-05-03');
    await recalculateClocks(engine);
    expect(await estimated(), 'a day entered by hand announces no year').toBe(true);
    await unmark();
    const takeBack = await dayOff('2027-01-01', '1');
    await recalculateClocks(engine);
    expect(await estimated()).toBe(false);
    await takeBack();
    await recalculateClocks(engine);
    expect(await estimated()).toBe(true);
  });
});
