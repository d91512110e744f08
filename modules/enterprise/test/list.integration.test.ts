import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { maxExactTotal } from '#server/read/list/exact-or-estimated-list-total.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';
import { addEnterprise, uploadMaterials } from './form.ts';

/** Own county, its neighbour in the prefecture, a county elsewhere. */
const [own, near, foreign] = ['530102', '530103', '532901'];

let on: TestEngine;
let chief: Caller;
let city: Caller;
let county: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  await uploadMaterials(on.engine);
  [chief, city, county] = await Promise.all([on.officer('admin'), on.officer('city'), on.officer('county1')]);
  for (const area_code of [own, near, foreign])
    for (let n = 0; n < 25; n++) await addEnterprise(on.engine, chief, { area_code });
  await on.db.query(`update enterprise set status = 'active' where id % 2 = 0`);
});
afterAll(() => on.close());

type Condition = readonly [field: string, operator: string, val: string];

async function list(caller: Caller, conditions: readonly Condition[], params: Readonly<Record<string, unknown>> = {}) {
  const search = conditions.map(([field, operator, val]) => ({ field, operator, val }));
  const page = await readListPage(on.engine, enterprise, caller, readListQuery(enterprise, { search, ...params }));
  return {
    ...page,
    rows: JSON.parse(decodeByteString(page.list)) as { id: number; area_code: string; area: { code: string } }[],
  };
}

/** Keys that match the filters, newest first, by plain SQL. */
const keys = async (where: string) =>
  (await on.db.rows<{ id: number }>(`select id from enterprise where ${where} order by id desc`)).map(({ id }) => id);

describe('every read path returns the same page', () => {
  // 10 rows: one prepared statement, answered by an index; 7 rows: by keys
  const filters: readonly (readonly [Condition[], string])[] = [
    [[], 'true'],
    [[['status', '=', 'active']], `status = 'active'`],
    [[['area_code', '=', near]], `area_code = '${near}'`],
    [
      [
        ['status', '=', 'active'],
        ['area_code', '=', near],
      ],
      `status = 'active' and area_code = '${near}'`,
    ],
    [
      [
        ['status', '=', 'active'],
        ['status', '=', 'draft'],
        ['area_code', '=', near],
      ],
      'false',
    ],
  ];
  test.each(filters)('%j', async (conditions, where) => {
    const due = await keys(`(${where}) and area_code like '5301%'`);
    for (const limit of [10, 7]) {
      for (const page of [1, 2, 4]) {
        const found = await list(city, conditions, { limit, page });
        expect(found.rows.map(({ id }) => id)).toEqual(due.slice((page - 1) * limit, page * limit));
        expect(found).toMatchObject({ total: due.length, estimated: false });
        for (const row of found.rows) expect(row.area.code).toBe(row.area_code);
      }
    }
  });
});

describe('a filter by area never widens the own area', () => {
  test.each([foreign, near, '530000', '532900', '5329', '53', '100000'])('%s', async (area) => {
    for (const limit of [10, 7]) {
      for (const conditions of [
        [['area_code', '=', area]],
        [
          ['area_code', '=', area],
          ['area_code', '=', own],
        ],
        [
          ['area_code', '=', area],
          ['status', '=', 'active'],
        ],
      ] as Condition[][]) {
        const { rows } = await list(county, conditions, { limit });
        expect(rows.filter((row) => row.area_code !== own)).toEqual([]);
        const inCity = await list(city, conditions, { limit });
        expect(inCity.rows.filter((row) => !row.area_code.startsWith('5301'))).toEqual([]);
      }
    }
  });

  test.each(['5301020', "530102' or true --", '5301zzz', '０'])('%s is no area', async (area) => {
    await expect(list(county, [['area_code', '=', area]])).rejects.toThrow(Refused);
  });

  test('members and officers of another county see nothing of it', async () => {
    const stranger = await on.member('stranger');
    expect((await list(stranger, [['area_code', '=', own]])).rows).toEqual([]);
    const other = await on.officer('county2');
    expect((await list(other, [['area_code', '=', own]])).rows.filter((row) => row.area_code === own)).toEqual([]);
  });
});

describe('alternative conditions', () => {
  interface Plain {
    id: number;
    area_code: string;
    status: string;
    name: string;
    audited_at: Date | null;
  }
  type Truth = (row: Plain) => boolean;
  const written = (field: string, operator: string, val: string, holds: Truth) => ({ field, operator, val, holds });
  const condition = fc.oneof(
    fc
      .constantFrom('active', 'submitted', 'draft')
      .map((val) => written('status', '=', val, (row) => row.status === val)),
    fc.constantFrom('active', 'submitted').map((val) => written('status', '<>', val, (row) => row.status !== val)),
    fc.constantFrom(own, near, foreign).map((val) => written('area_code', '=', val, (row) => row.area_code === val)),
    fc
      .constantFrom('', 'NOT ')
      .map((not) => written('audited_at', `${not}NULL`, '', (row) => (row.audited_at === null) === (not === ''))),
    fc.integer({ min: 0, max: 80 }).map((n) => written('id', '>', String(n), (row) => row.id > n)),
    fc.constant({ ...written('name', 'LIKE', '', () => true), void: true }),
  );
  const whole = fc.record({
    search: fc.array(condition, { maxLength: 2 }),
    any: fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  });

  test('match like a filter in memory', async () => {
    const all = await on.db.rows<Plain>(
      'select id, area_code, status, name, audited_at from enterprise order by id desc',
    );
    await fc.assert(
      fc.asyncProperty(whole, async ({ search, any }) => {
        const means = (one: (typeof search)[number]) => !('void' in one);
        const groups = any.map((group) => group.filter(means)).filter((group) => group.length > 0);
        const due = all.filter(
          (row) =>
            row.area_code.startsWith('5301') &&
            search.filter(means).every((one) => one.holds(row)) &&
            groups.every((group) => group.some((one) => one.holds(row))),
        );
        const page = await readListPage(
          on.engine,
          enterprise,
          city,
          readListQuery(enterprise, { search, any, limit: 200 }),
        );
        expect((JSON.parse(decodeByteString(page.list)) as { id: number }[]).map(({ id }) => id)).toEqual(
          due.map(({ id }) => id),
        );
        expect(page.total).toBe(due.length);
      }),
      { numRuns: 60 },
    );
  });

  test('filters, columns and sizes never exceed what the caller may see or request', async () => {
    const everything = [
      { field: 'id', operator: '>', val: '0' },
      { field: 'area_code', operator: '=', val: foreign },
    ];
    const page = await readListPage(
      on.engine,
      enterprise,
      county,
      readListQuery(enterprise, { any: [everything], limit: 200 }),
    );
    const rows = JSON.parse(decodeByteString(page.list)) as { area_code: string }[];
    expect(new Set(rows.map((row) => row.area_code))).toEqual(new Set([own]));
    // personal data is compared in masked form
    const mobile = await on.db.row<{ contact_mobile: string }>('select contact_mobile from enterprise limit 1');
    const guess = [[{ field: 'contact_mobile', operator: '=', val: mobile?.contact_mobile ?? '' }]];
    expect((await readListPage(on.engine, enterprise, chief, readListQuery(enterprise, { any: guess }))).total).toBe(0);
    const one = { field: 'id', operator: '=', val: '1' };
    const read = (params: Record<string, unknown>) => () => readListQuery(enterprise, params);
    expect(read({ any: Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => one)) })).toThrow(Refused);
    expect(read({ search: [one], any: [Array.from({ length: 50 }, () => one)] })).toThrow(Refused);
    const unknown = readListQuery(enterprise, { any: [[one, { ...one, field: 'owner_password' }]] });
    await expect(readListPage(on.engine, enterprise, chief, unknown)).rejects.toThrow(Refused);
    for (const any of ['x', { a: 'b' }, [[null]], [{ 0: one }], [[['x']]]])
      await readListPage(on.engine, enterprise, chief, readListQuery(enterprise, { any }));
  });
});

test('without a request for a total none is answered', async () => {
  for (const limit of [10, 7]) {
    const found = await list(city, [['area_code', '=', own]], { limit, total: '0' });
    expect(found).toMatchObject({ total: -1, estimated: false });
    expect(found.rows).toHaveLength(limit);
  }
});

test('totals beyond the counting limit are marked as estimates, except for maintained ones', async () => {
  await on.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    select 'x', 'count ' || n, 'hotel', 'x', '13800000001', 'x', '13800000001', '530111', 'x', 'active' from generate_series(1, ${maxExactTotal + 500}) n`);
  await on.db.query('analyze enterprise');
  for (const limit of [10, 7, 10, 7]) {
    const found = await list(
      city,
      [
        ['area_code', '=', '530111'],
        ['status', '=', 'active'],
        ['ent_type', '=', 'hotel'],
      ],
      { limit },
    );
    expect(found.estimated).toBe(true);
    expect(found.total).toBeGreaterThan(maxExactTotal);
    expect(found.rows).toHaveLength(limit);
  }
  const all = await list(
    city,
    [
      ['area_code', '=', '530111'],
      ['status', '=', 'active'],
    ],
    { limit: 10 },
  );
  expect(all).toMatchObject({ total: maxExactTotal + 500, estimated: false });
});

test('simultaneous edits of one row all succeed, one after the other', async () => {
  const id = await addEnterprise(on.engine, county);
  const edit = (n: number) =>
    write(on.engine, enterprise, county, {
      operation: 'edit',
      id,
      input: n % 2 ? { employees: n } : { website: `https://example.com/${n}` },
    });
  await Promise.all(Array.from({ length: 8 }, (_, n) => edit(n)));
  const row = await on.db.row(
    `select version, (select count(*) from history where resource = 'enterprise/enterprise' and row_id = e.id) as told from enterprise e where id = $1`,
    [id],
  );
  expect(row).toEqual({ version: 9, told: 9 });
});

test('precision and source of a position are stored with it until it is set again', async () => {
  const id = await addEnterprise(on.engine, chief, { area_code: own });
  const read = async () => (await readRow<{ place: object }>(on.engine, enterprise, chief, id)).place;
  const edit = (input: object) => write(on.engine, enterprise, chief, { operation: 'edit', id, input: { ...input } });
  const here = { lng: 102.7, lat: 25.05 };
  const found: Place = { ...here, from: 'device', accuracy: 13 };
  await edit({ place: { ...here, from: 'device', accuracy: 12.3 } });
  expect(await read()).toEqual(found);
  for (const wrong of [{ from: 'hearsay' }, { from: 'device', accuracy: -1 }, { from: 'device', accuracy: '1e9' }])
    await expect(edit({ place: { ...here, ...wrong } }), JSON.stringify(wrong)).rejects.toBeInstanceOf(Refused);
  await edit({ introduction: '老店' });
  expect(await read()).toEqual(found);
  const last = await on.db.row<{ changes: object }>(
    `select changes from history where resource = 'enterprise/enterprise' and row_id = ${id} order by id desc limit 1`,
  );
  expect(Object.keys(last?.changes ?? {}), 'nothing but what was written').toEqual(['introduction']);
  await edit({ place: { lng: 102.71, lat: 25.05 } });
  expect(await read()).toEqual({ lng: 102.71, lat: 25.05 });
  // rows changed in a batch, by a value and by an expression
  const together = (place: Place | Sql) =>
    changeRows(on.engine, enterprise, chief, { where: sql`t.id = ${id}`, set: { place } });
  await together(found);
  expect(await read()).toEqual(found);
  await together(sql`point(102.72, 25.05)`);
  expect(await read()).toEqual({ lng: 102.72, lat: 25.05 });
});
