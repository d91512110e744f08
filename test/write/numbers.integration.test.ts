import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { module_ } from '#kernel/module/module.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { toTime } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { nextNumberExpression } from '#server/write/field/next-record-number-sql.ts';
import { write } from '#server/write/write-pipeline.ts';
import { inventModule } from '../invented/invented-module.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('样本', 'Sample');
const common = { label, title: 'subject', scope: 'area' } as const;
const fields = {
  subject: field.text(label, { required: true, max: 40, unique: true }),
  area_code: field.area(label, { required: true }),
};

/** Entries that are numbered without gaps when they are added. */
const entry = resource({
  ...common,
  name: 'ledger/entry',
  actions: ['index', 'add', 'edit'],
  fields: {
    no: field.text(label, { number: { pattern: '登〔{yyyy}〕{seq}号', gapless: true }, unique: true }),
    ...fields,
  },
});

/** Letters that are numbered without gaps when they are sent, by their date. */
const letter = resource({
  ...common,
  name: 'ledger/letter',
  fields: {
    ...fields,
    no: field.identifier(label, {
      number: { pattern: 'H{area_code:4}-{yy}{mm}{dd}-{seq:3}', on: 'send', day: 'dated', gapless: true },
      unique: true,
    }),
    dated: field.date(label, { required: true }),
  },
  life: lifecycle({
    initial: 'draft',
    states: { draft: label, sent: { ...label, deletable: false }, back: { ...label, deletable: false } },
    moves: {
      send: { from: ['draft', 'back'], to: 'sent', label },
      return: { from: ['sent'], to: 'back', label },
    },
  }),
});

/** Parcels that are numbered from a sequence, and the same without a number. */
const parcel = resource({
  ...common,
  name: 'ledger/parcel',
  fields: { no: field.identifier(label, { number: 'P{yy}{seq:4}', unique: true }), ...fields },
});
const plain = resource({ ...common, name: 'ledger/plain', fields });

const ledger = inventModule(
  module_({ name: 'ledger', label, icon: 'book', weigh: 1, entries: [entry, letter, parcel, plain] }),
);

let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine({ also: ledger, max: 20 });
  chief = await on.officer('admin');
});
afterAll(() => on.close());

const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
const log = { title: label, url: '/admin/test', data: '{}' };
let serial = 0;
const formOf = (subject = `第 ${++serial} 件`) => ({ subject, area_code: '530102' });
type Numbered = typeof entry | typeof letter | typeof parcel | typeof plain;
const add = async (one: Numbered, input: Record<string, unknown> = formOf()) =>
  (await write(on.engine, one, chief, { operation: 'add', input, log })).row as {
    id: number;
    no: string;
    version: number;
  };
const move = async (id: number, name: 'send' | 'return', version?: number) =>
  (await write(on.engine, letter, chief, { operation: 'move', move: name, id, version, input: {}, log })).row as {
    no: string;
  };
const last = async (rule: string) =>
  (await on.db.row<{ last: number }>(sql`select last::int as last from number_counter where rule = ${rule}`))?.last;

describe('a gapless number', () => {
  test('is consecutive for fifty simultaneous additions, and not used by a refused one', async () => {
    const first = await add(entry);
    expect(first.no).toBe(`登〔${year}〕1号`);
    const { subject } = first as unknown as { subject: string };
    const rows = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        if (at % 10 === 5) await expect(add(entry, formOf(subject))).rejects.toThrow();
        return add(entry);
      }),
    );
    const given = rows.map(({ no }) => Number(/(\d+)号$/.exec(no)?.[1])).toSorted((a, b) => a - b);
    expect(given).toEqual(Array.from({ length: 50 }, (_, at) => at + 2));
    expect(await last('ledger/entry.no')).toBe(51);
  });

  test('is free again after a rollback of the transaction that took it', async () => {
    const before = await last('ledger/entry.no');
    const undone = on.db.transaction(async (tx) => {
      await write(on.engine, entry, chief, { operation: 'add', input: formOf(), log }, tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await last('ledger/entry.no')).toBe(before);
  });

  test('is taken by one of several simultaneous moves; a row that returns to the state keeps it', async () => {
    const input = () => ({ ...formOf(), dated: '2027-02-03' });
    const rows = await Promise.all(Array.from({ length: 10 }, () => add(letter, input())));
    expect(rows[0]?.no).toBeNull();
    const sent = await Promise.allSettled(rows.flatMap(({ id }) => [move(id, 'send'), move(id, 'send')]));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await last('ledger/letter.no')).toBe(10);
    const { id, no } = await on.db
      .row<{ id: number; no: string }>(`select id, no from ledger_letter where no like '%-001'`)
      .then((row) => row ?? { id: 0, no: '' });
    expect(no).toBe('H5301-270203-001');
    await move(id, 'return');
    expect((await move(id, 'send')).no).toBe(no);
    expect(await last('ledger/letter.no')).toBe(10);
  });
});

describe('a number from a sequence', () => {
  test('takes no additional statement when a row is added', async () => {
    expect((await add(parcel)).no).toBe(`P${String(year).slice(2)}0001`);
    const statementsOf = async (one: Numbered) => {
      let statements = 0;
      const db = new Proxy(on.engine.db, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member === 'function') statements++;
          return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        },
      });
      await write({ ...on.engine, db }, one, chief, { operation: 'add', input: formOf(), log });
      return statements;
    };
    const without = await statementsOf(plain);
    expect(without).toBe(1);
    expect([await statementsOf(parcel), await statementsOf(entry)]).toEqual([without, without]);
  });

  test('cannot be written by callers', async () => {
    const { id } = await add(parcel, { ...formOf(), no: 'P000' });
    const stored = () => on.db.row<{ no: string }>(sql`select no from ledger_parcel where id = ${id}`);
    const given = (await stored())?.no;
    expect(given).toMatch(/^P\d{6}$/);
    const edit = { operation: 'edit', id, input: { ...formOf(), no: 'P000' }, log } as const;
    await write(on.engine, parcel, chief, edit).catch(() => {});
    expect((await stored())?.no).toBe(given);
  });

  test('starts at 1 each year, however many are first at once, and the previous year continues', async () => {
    await on.db.query('create sequence counted_seq start 500');
    const draw = async (date: string) => {
      const number = nextNumberExpression('{yyyy}/{seq:2}', { sequence: 'counted_seq' }, date);
      return (await on.db.row<{ no: string }>(sql`select ${number} as no`))?.no;
    };
    expect([await draw('2030-12-31'), await draw('2030-12-31')]).toEqual(['2030/01', '2030/02']);
    const drawn = await Promise.all(Array.from({ length: 40 }, () => draw('2031-01-01')));
    expect(new Set(drawn).size).toBe(40);
    expect(drawn).toContain('2031/01');
    expect(drawn.every((no) => /^2031\/\d\d$/.test(no ?? '') && no !== '2031/00')).toBe(true);
    expect(drawn).not.toContain(await draw('2030-12-31'));
    await on.db.query(`select setval('counted_seq', 1700)`);
    expect(await draw('2030-12-31'), 'a number that needs more digits has more').toBe('2030/1202');
  });
});

class Undone extends Error {}

test('existing numbers stay, and none of them is assigned again', async () => {
  const undone = on.db.transaction(async (tx) => {
    await tx.query(`drop function draw_number, draw_gapless_number, number_with_digits;
      drop table number_counter, number_start;
      create table document_number (rule text not null, year integer not null, last integer not null, primary key (rule, year));
      insert into document_number values ('昆罚〔{yyyy}〕{seq}号', 2026, 7);
      alter sequence enterprise_query_no_seq rename to enterprise_query_number;
      alter sequence reward_application_no_seq rename to reward_application_number;
      alter sequence travel_itinerary_team_no_seq rename to travel_team_number;
      alter sequence travel_product_code_seq rename to travel_product_number;
      select setval('travel_team_number', 41), setval('reward_application_number', 17), setval('enterprise_query_number', 999999)`);
    const agency = await tx.row<{ id: number }>(sql`
      insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address)
      values ('旧社', '91530102MA00000OLD', 'agency', '王一', '13800138000', '王一', '13800138000', '530102', '盘龙路 1 号') returning id`);
    await tx.query(sql`
      insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, total_fee, emergency_contact, emergency_mobile)
      values ('T530131010500041', ${agency?.id ?? 0}, 'province', '2031-01-05T08:00+08', '2031-01-06T18:00+08', '530102', '{}', 1, '赵六', '13500135000')`);
    await tx.query(await readFile('migrations/202611281335_system_numbers.sql', 'utf8'));
    const draw = async (pattern: string, source: Parameters<typeof nextNumberExpression>[1], date: string) =>
      (await tx.row<{ no: string }>(sql`select ${nextNumberExpression(pattern, source, date)} as no`))?.no;
    const rule = '昆罚〔{yyyy}〕{seq}号';
    expect(await draw(rule, { rule }, '2026-12-01')).toBe('昆罚〔2026〕8号');
    expect(await draw(rule, { rule }, '2027-01-01')).toBe('昆罚〔2027〕1号');
    const today = new Date(toTime(new Date().toISOString()) + 8 * 3_600_000).toISOString().slice(0, 10);
    const applications = { sequence: 'reward_application_no_seq' };
    expect(await draw('JL{yyyy}{seq:6}', applications, today)).toBe(`JL${today.slice(0, 4)}000018`);
    expect(await draw('JL{yyyy}{seq:6}', applications, '2099-01-01')).toBe('JL2099000001');
    expect(await draw('QY{yyyy}{seq:6}', { sequence: 'enterprise_query_no_seq' }, today)).toBe(
      `QY${today.slice(0, 4)}1000000`,
    );
    const teams = { sequence: 'travel_itinerary_team_no_seq' };
    expect(await draw('T{yy}{seq:5}', teams, '2031-01-05'), 'a year that has teams already').toBe('T3100042');
    expect(await draw('T{yy}{seq:5}', teams, '2032-01-05')).toBe('T3200001');
    throw new Undone();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
});
