import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import { type Operator, readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRowText } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { selectMainRows } from '#server/transfer/export/select-rows-for-export-sheets.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { loadRowForUpdate } from '#server/write/load-row-for-write.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('字段', 'Field');
const fields = {
  name: field.text(label, { search: true }),
  amount: field.money(label),
  size: field.integer(label),
  made_on: field.date(label),
  open: field.switch(label),
  kind: field.select(label, { options: { red: label, blue: label, green: label } }),
  area_code: field.area(label),
  user_id: field.integer(label, { write: 'server' }),
};
const base = { label, title: 'name', scope: 'area', owner: 'user_id', fields } as const;
/** The same table as a plain resource. */
const box = resource({ ...base, name: 'shop/box' });

let on: TestEngine;
let engine: Engine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  await on.db.query(`create table shop_box (id bigint generated always as identity primary key, name text, amount bigint, size integer, made_on date, open boolean,
    kind text, area_code text, user_id bigint, status text, due_at timestamptz, approval jsonb, search_text text generated always as (lower(coalesce(name, ''))) stored,
    version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  await on.db.query('create table shop_chest (like shop_box including all)');
  for (const table of ['shop_box', 'shop_chest']) await on.db.query('select create_search_table($1)', [table]);
  engine = { ...on.engine, hooks: new Map(), find: (name) => (name === 'shop/box' ? box : on.engine.find(name)) };
});
afterAll(() => on.close());
beforeEach(() => on.db.query('truncate shop_box restart identity'));

type Row = {
  name: string | null;
  amount: number | null;
  size: number | null;
  made_on: string | null;
  open: boolean | null;
  kind: string | null;
  area_code: string | null;
};
const insert = async (rows: readonly Row[]) => {
  const placed = JSON.stringify(rows.map((row, place) => ({ ...row, place })));
  await on.db.query(sql`insert into shop_box (name, amount, size, made_on, open, kind, area_code)
    select name, amount, size, made_on, open, kind, area_code from jsonb_to_recordset(${placed}::jsonb)
      as r(name text, amount bigint, size int, made_on date, open boolean, kind text, area_code text, place int) order by place`);
};
const idsOf = async (caller: Caller, params: Record<string, unknown>, one: AnyResource = box) => {
  const { list, total } = await readListPage(
    engine,
    one,
    caller,
    readListQuery(one, { limit: 200, order: 'id,asc', ...params }),
  );
  const ids = (JSON.parse(decodeByteString(list)) as { id: number }[]).map((row) => row.id);
  expect(total).toBe(ids.length);
  return ids;
};
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });

describe('reach', () => {
  const codes = [
    '110101',
    '530000',
    '530100',
    '530102',
    '530103',
    '530122',
    '530300',
    '530302',
    '532901',
    '540000',
    '540102',
    '531000',
    '630100',
  ];
  const areas = fc.constantFrom('', '100000', ...codes);

  test('an officer sees, counts, exports and may write exactly the rows in their area', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(maybe(fc.constantFrom(...codes)), { minLength: 1, maxLength: 25 }),
        areas,
        async (rows, area) => {
          await on.db.query('truncate shop_box restart identity');
          await insert(
            rows.map((area_code) => ({
              name: 'x',
              amount: null,
              size: null,
              made_on: null,
              open: null,
              kind: null,
              area_code,
            })),
          );
          const caller: Caller = {
            ...chief,
            super: false,
            areaCode: area,
            nodes: new Set(['shop/box/index', 'shop/box/edit']),
            grantKey: 'boxes',
          };
          const prefix = areaPrefix(area);
          const expected = rows.flatMap((code, n) => (prefix === '' || code?.startsWith(prefix) ? [n + 1] : []));
          expect(await idsOf(caller, {})).toEqual(expected);
          for (const val of ['530102', '530100', '530000', '532901', '110101']) {
            const search = [{ field: 'area_code', operator: '=', val }];
            const inside = expected.filter((id) => rows[id - 1]?.startsWith(areaPrefix(val)));
            expect(await idsOf(caller, { search }), `asked for ${val}`).toEqual(inside);
          }
          const query = readListQuery(box, {});
          const exported = await engine.db.rows<{ id: number }>(selectMainRows(engine, caller, box, [], query));
          expect(exported.map(({ id }) => id).sort((one, other) => one - other)).toEqual(expected);
          for (let id = 1; id <= rows.length; id++) {
            const seen = await readRowText(engine, box, caller, id).then(
              () => true,
              () => false,
            );
            const locked = await on.db
              .transaction((tx) => loadRowForUpdate(engine, tx, box, caller, id))
              .then(
                () => true,
                () => false,
              );
            expect([seen, locked]).toEqual([expected.includes(id), expected.includes(id)]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('members see their own rows and guests none, whatever they ask for', async () => {
    await insert(
      Array.from({ length: 9 }, (_, n) => ({
        name: `第${n}`,
        amount: n,
        size: n,
        made_on: null,
        open: true,
        kind: 'red',
        area_code: '530102',
      })),
    );
    await on.db.query('update shop_box set user_id = case when id <= 3 then 7 when id <= 6 then 8 end');
    const member: Caller = { ...chief, type: 'member', id: 7, super: false, nodes: new Set(), grantKey: 'member' };
    const guest: Caller = { ...member, type: 'guest', id: 0 };
    const condition = fc.record({
      field: fc.constantFrom('id', 'name', 'user_id', 'size', 'area_code', 'area_code'),
      operator: fc.constantFrom('=', '=', '<>', '>=', 'NOT NULL', 'NULL', 'IN'),
      val: fc.constantFrom('1', '8', '530102', '0', '4,5,6'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(condition, { maxLength: 3 }), async (search) => {
        for (const id of await idsOf(member, { search }).catch((error: unknown) =>
          error instanceof Refused ? [] : Promise.reject(error as Error),
        ))
          expect(id).toBeLessThanOrEqual(3);
        expect(
          await idsOf(guest, { search }).catch((error: unknown) =>
            error instanceof Refused ? [] : Promise.reject(error as Error),
          ),
        ).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect(await idsOf(member, {})).toEqual([1, 2, 3]);
  });
});

describe('filters', () => {
  const texts = fc.constantFrom(
    '昆明',
    '昆明饭店',
    '大理 古城',
    'Hotel',
    'HOTEL',
    'a%b',
    'a_b',
    'a,b',
    '\\',
    "o'k",
    '100',
    '',
  );
  const rows = fc.array(
    fc.record<Row>({
      name: maybe(texts),
      amount: maybe(fc.integer({ min: 0, max: 500 })),
      size: maybe(fc.integer({ min: -3, max: 5 })),
      made_on: maybe(fc.constantFrom('2026-01-01', '2026-02-28', '2026-12-31')),
      open: maybe(fc.boolean()),
      kind: maybe(fc.constantFrom('red', 'blue', 'green')),
      area_code: maybe(fc.constantFrom('530102', '530103', '532901')),
    }),
    { minLength: 1, maxLength: 15 },
  );
  const values = {
    name: texts,
    amount: fc.integer({ min: 0, max: 500 }).map((cents) => (cents / 100).toFixed(2)),
    size: fc.integer({ min: -3, max: 5 }).map(String),
    made_on: fc.constantFrom('2026-01-01', '2026-02-28', '2026-06-01', '2026-12-31'),
    kind: fc.constantFrom('red', 'blue', 'yellow'),
  } as const;
  type Name = keyof typeof values;
  const ordered: readonly Operator[] = [
    '=',
    '<>',
    '>',
    '>=',
    '<',
    '<=',
    'RANGE',
    'NOT RANGE',
    'IN',
    'NOT IN',
    'NULL',
    'NOT NULL',
  ];
  const worded: readonly Operator[] = [
    '=',
    '<>',
    'LIKE',
    'NOT LIKE',
    'IN',
    'NOT IN',
    'FIND_IN_SET',
    'NULL',
    'NOT NULL',
  ];
  const condition = fc.constantFrom(...(Object.keys(values) as Name[])).chain((name) =>
    fc.record({
      field: fc.constant(name),
      operator: fc.constantFrom(...(name === 'name' || name === 'kind' ? worded : ordered)),
      val: fc.oneof(
        values[name] as fc.Arbitrary<string>,
        fc
          .tuple(values[name] as fc.Arbitrary<string>, values[name] as fc.Arbitrary<string>)
          .map((pair) => pair.join(',')),
        (values[name] as fc.Arbitrary<string>).map((one) => `${one},`),
        (values[name] as fc.Arbitrary<string>).map((one) => `,${one}`),
      ),
    }),
  );

  /** The meaning of a condition by the contract, for a row as a client reads it. */
  function holds(row: Row, { field: name, operator, val }: { field: Name; operator: Operator; val: string }): boolean {
    const stored = row[name];
    const asNumber = name === 'amount' || name === 'size';
    const written = val.trim();
    const one = (value: string): number | string =>
      name === 'amount' ? Math.round(Number(value) * 100) : asNumber ? Number(value) : value.trim();
    if (operator === 'NULL') return stored === null;
    if (operator === 'NOT NULL') return stored !== null;
    if (written === '') return true;
    const listed = written
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
      .map(one);
    const range = readRange(written);
    switch (operator) {
      case 'IN':
        return stored !== null && listed.includes(stored);
      case 'NOT IN':
        return stored === null || !listed.includes(stored);
      case 'LIKE':
        return stored !== null && String(stored).toLowerCase().includes(written.toLowerCase());
      case 'NOT LIKE':
        return stored === null || !String(stored).toLowerCase().includes(written.toLowerCase());
      case 'FIND_IN_SET':
        return stored !== null && String(stored).split(',').includes(written);
      case 'RANGE':
      case 'NOT RANGE': {
        if (!range) return true;
        if (stored === null) return false;
        const inside = (range.from === '' || stored >= one(range.from)) && (range.to === '' || stored <= one(range.to));
        return operator === 'RANGE' ? inside : !inside;
      }
      case '<>':
        return stored !== one(written);
      default: {
        if (stored === null) return false;
        const value = one(written);
        return {
          '=': stored === value,
          '>': stored > value,
          '>=': stored >= value,
          '<': stored < value,
          '<=': stored <= value,
        }[operator as '='] as boolean;
      }
    }
  }

  test('find exactly the matching rows', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(condition, { minLength: 1, maxLength: 3 }), async (given, search) => {
        // two values instead of one are refused for numbers and dates, which another test covers
        const single = (each: (typeof search)[number]) =>
          !each.val.includes(',') ||
          ['RANGE', 'NOT RANGE', 'IN', 'NOT IN', 'NULL', 'NOT NULL'].includes(each.operator) ||
          each.field === 'name' ||
          each.field === 'kind';
        fc.pre(search.every(single));
        await on.db.query('truncate shop_box restart identity');
        await insert(given);
        const expected = given.flatMap((row, n) => (search.every((each) => holds(row, each)) ? [n + 1] : []));
        expect(await idsOf(chief, { search })).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('quick search finds rows that contain every word', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(
          fc.constantFrom('昆', '昆明', '饭店', 'hot', 'HOTEL', '%', '_', 'a%', '\\', "'", '大理', '古城', '100', 'x'),
          { minLength: 1, maxLength: 3 },
        ),
        async (given, search) => {
          await on.db.query('truncate shop_box restart identity');
          await insert(given);
          const expected = given.flatMap((row, n) =>
            search.every((word) => (row.name ?? '').toLowerCase().includes(word.toLowerCase())) ? [n + 1] : [],
          );
          expect(await idsOf(chief, { quick_search: search.join(' ') })).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('all pages together are the whole list, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom('id', 'name', 'amount', 'size', 'made_on', 'open', 'kind'),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 4 }),
        async (given, by, direction, limit) => {
          await on.db.query('truncate shop_box restart identity');
          await insert(given);
          const seen: number[] = [];
          for (let page = 1; page <= Math.ceil(given.length / limit) + 1; page++) {
            const { list } = await readListPage(
              engine,
              box,
              chief,
              readListQuery(box, { page, limit, order: `${by},${direction}` }),
            );
            seen.push(...(JSON.parse(decodeByteString(list)) as { id: number }[]).map((row) => row.id));
          }
          expect(seen.toSorted((a, b) => a - b)).toEqual(given.map((_, n) => n + 1));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('life cycles', () => {
  const states = ['s0', 's1', 's2', 's3', 's4'] as const;
  const anyLife = fc
    .array(
      fc.record({
        from: fc.uniqueArray(fc.constantFrom(...states), { minLength: 1, maxLength: 3 }),
        to: fc.constantFrom(...states),
        by: fc.constantFrom(undefined, ['admin'], ['member'], ['admin', 'member']),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map(
      (moves): Lifecycle =>
        lifecycle({
          initial: 's0',
          states: Object.fromEntries(states.map((state) => [state, label])),
          moves: Object.fromEntries(
            moves.map(({ by, ...move }, n) => [`m${n}`, { ...move, label, ...(by ? { by } : {}) }]),
          ),
        }) as Lifecycle,
    );
  const step = fc.record({
    move: fc.nat(9),
    who: fc.constantFrom('admin', 'bare', 'foreign', 'owner', 'stranger'),
    version: fc.constantFrom('none', 'right', 'stale'),
  });

  test('rows never leave the declared graph, and refused moves change nothing', async () => {
    const officer: Caller = {
      ...chief,
      super: false,
      areaCode: '530102',
      nodes: new Set(Array.from({ length: 10 }, (_, n) => `shop/chest/m${n}`)),
      grantKey: 'movers',
    };
    const member: Caller = { ...chief, type: 'member', id: 7, super: false, nodes: new Set(), grantKey: 'member' };
    const people: Record<string, Caller> = {
      admin: officer,
      bare: { ...officer, nodes: new Set(), grantKey: 'bare' },
      foreign: { ...officer, areaCode: '532901' },
      owner: member,
      stranger: { ...member, id: 8 },
    };
    await fc.assert(
      fc.asyncProperty(anyLife, fc.array(step, { minLength: 1, maxLength: 12 }), async (life, steps) => {
        const living = resource({
          ...base,
          name: 'shop/chest',
          life: life as Lifecycle,
        }) as AnyResource;
        const row = await on.db.row<{ id: number }>(
          `insert into shop_chest (name, area_code, user_id, status) values ('x', '530102', 7, 's0') returning id`,
        );
        const id = row?.id as number;
        const read = async () =>
          await on.db.row<{ status: string; version: number }>('select * from shop_chest where id = $1', [id]);
        const traces = async () =>
          await on.db.row('select (select count(*) from history) as history, (select count(*) from event) as events');
        let state = 's0';
        let version = 1;
        for (const { move: name, who, version: seen } of steps) {
          const move = life.moves[`m${name}`] as Move | undefined;
          const actor = who === 'owner' || who === 'stranger' ? 'member' : 'admin';
          const may =
            move &&
            (move.by ?? ['admin']).includes(actor) &&
            (who === 'admin' || who === 'owner') &&
            move.from.includes(state) &&
            seen !== 'stale';
          const before = [await read(), await traces()];
          const outcome = await write(engine, living, people[who] as Caller, {
            operation: 'move',
            move: `m${name}`,
            id,
            input: {},
            ...(seen === 'none' ? {} : { version: seen === 'right' ? version : version - 1 }),
          }).then(
            () => 'done',
            (error: unknown) => (error instanceof Refused ? 'refused' : Promise.reject(error as Error)),
          );
          expect(outcome).toBe(may ? 'done' : 'refused');
          if (may) {
            state = move.to ?? state;
            version += 1;
            expect(await read()).toMatchObject({ status: state, version });
          } else {
            expect([await read(), await traces()]).toEqual(before);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('masks', () => {
  const masked = (kind: keyof typeof field, value: string) => {
    const { mask } = kindOf((field[kind] as (name: typeof label) => Parameters<typeof kindOf>[0])(label));
    return on.db.row<{ masked: string }>(`select ${mask?.('v.value')} as masked from (select $1::text as value) v`, [
      value,
    ]);
  };
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

  test.each([
    ['mobile', digits(9).map((rest) => `13${rest}`), 4],
    ['email', fc.stringMatching(/^[a-z]{3,12}$/).map((name) => `${name}@example.com`), 2],
    ['personName', fc.string({ unit: fc.constantFrom(...'赵钱孙李周吴郑王欧阳上官'), minLength: 2, maxLength: 4 }), 1],
    ['plate', fc.stringMatching(/^[A-HJ-NP-Z][0-9]{5}$/).map((rest) => `云${rest}`), 2],
  ] as const)('of a %s hide the minimum number of characters', async (kind, value, hidden) => {
    await fc.assert(
      fc.asyncProperty(value, async (plain) => {
        const shown = (await masked(kind, plain))?.masked as string;
        expect(shown).not.toBe(plain);
        expect(shown).toContain('*');
        const characters = [...plain];
        let at = 0;
        for (const character of shown) if (at < characters.length && character === characters[at]) at += 1;
        const visible = [...shown].filter((character) => character !== '*' && character !== '·').length;
        expect(characters.length - visible).toBeGreaterThanOrEqual(hidden);
      }),
      { numRuns: 30 },
    );
  });
});
