import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { maxExactTotal } from '#server/read/list/exact-or-estimated-list-total.ts';
import {
  compactMaterialisedMeasureTables,
  prepareMaterialisedMeasureTables,
} from '#server/read/list/materialised-measure-tables.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readMeasure, readMeasureQuery } from '#server/read/list/read-statistical-measure.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('字段', 'Field');

/** Kites over counties: their number by state, colour and county is materialised. */
const kite = resource({
  name: 'sky/kite',
  label,
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(label, { search: true }),
    colour: field.select(label, { options: { red: label, blue: label } }),
    area_code: field.area(label),
  },
  life: lifecycle({
    initial: 'flying',
    states: { flying: { ...label }, landed: { ...label, final: true } },
    moves: { land: { from: ['flying'], to: 'landed', label } },
  }),
  countedBy: ['status', 'colour', 'area_code'],
  measures: { kites: { label, by: ['status', 'area_code'] } },
});

const counties = ['530102', '530103', '530302'];
let on: TestEngine;
let engine: Engine;
let chief: Caller;

beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  await on.db.query(`create table sky_kite (id bigint generated always as identity primary key, name text, colour text, area_code text,
    status text not null default 'flying', due_at timestamptz, approval jsonb, version integer not null default 1,
    createtime timestamptz not null default now(), updatetime timestamptz not null default now());
    create index sky_kite_area on sky_kite (area_code, status, id)`);
  await prepareMaterialisedMeasureTables(on.db, [kite]);
  engine = {
    ...on.engine,
    hooks: new Map(),
    find: (name) => (name === kite.name ? kite : on.engine.find(name)),
  };
});
afterAll(() => on.close());

const callerIn = (areaCode: string): Caller => ({
  ...chief,
  super: false,
  areaCode,
  nodes: new Set(['sky/kite/index']),
  grantKey: 'kites',
});

const list = (conditions: readonly [string, string, string?][], params: Record<string, unknown> = {}) =>
  readListQuery(kite, {
    limit: 1,
    page: 2,
    search: conditions.map(([name, val, operator = '=']) => ({ field: name, operator, val })),
    ...params,
  });

async function totalOf(caller: Caller, ...given: Parameters<typeof list>) {
  const { total, estimated } = await readListPage(engine, kite, caller, list(...given));
  expect(estimated).toBe(false);
  return total;
}

interface Kite {
  colour: string | null;
  area_code: string;
  status: string;
}
const anyKite: fc.Arbitrary<Kite> = fc.record({
  colour: fc.option(fc.constantFrom('red', 'blue'), { nil: null }),
  area_code: fc.constantFrom(...counties),
  status: fc.constantFrom('flying', 'landed'),
});

const add = (rows: readonly Kite[]) =>
  on.db.query(
    sql`insert into sky_kite (colour, area_code, status) select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(colour text, area_code text, status text)`,
  );

test('totals equal the number of rows after any sequence of writes and compactions', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('add' as const), rows: fc.array(anyKite, { maxLength: 4 }) }),
    fc.record({ does: fc.constant('change' as const), colour: fc.constantFrom('red', 'blue'), to: anyKite }),
    fc.record({ does: fc.constant('remove' as const), colour: fc.constantFrom('red', 'blue') }),
    fc.record({ does: fc.constant('fold' as const) }),
    fc.record({ does: fc.constant('fail' as const), rows: fc.array(anyKite, { minLength: 1, maxLength: 2 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await on.db.query('delete from sky_kite');
      for (const one of steps) {
        if (one.does === 'add') await add(one.rows);
        if (one.does === 'change')
          await on.db.query(
            sql`update sky_kite set colour = ${one.to.colour}, area_code = ${one.to.area_code}, status = ${one.to.status} where colour = ${one.colour}`,
          );
        if (one.does === 'remove')
          await on.db.query(
            sql`delete from sky_kite where id in (select id from sky_kite where colour = ${one.colour} limit 2)`,
          );
        if (one.does === 'fold')
          await Promise.all([
            compactMaterialisedMeasureTables(on.db, 'totals'),
            compactMaterialisedMeasureTables(on.db),
          ]);
        if (one.does === 'fail')
          await on.db
            .transaction(async (tx) => {
              await tx.query(sql`insert into sky_kite (colour, area_code) values ('red', '530102')`);
              throw new Error('undone');
            })
            .catch(() => {});
      }
      const rows = await on.db.rows<Kite>('select colour, area_code, status from sky_kite');
      const among = (holds: (one: Kite) => boolean) => rows.filter(holds).length;
      for (const area of ['', '530000', '530100', '530102']) {
        const caller = area === '' ? chief : callerIn(area);
        const sees = ({ area_code }: Kite) => area_code.startsWith(area.replace(/(00)+$/, ''));
        expect(await totalOf(caller, [])).toBe(among(sees));
        expect(await totalOf(caller, [['status', 'flying']])).toBe(
          among((one) => sees(one) && one.status === 'flying'),
        );
        expect(await totalOf(caller, [['colour', '', 'NULL']])).toBe(among((one) => sees(one) && one.colour === null));
        expect(
          await totalOf(caller, [
            ['area_code', '530102'],
            ['status', 'flying,landed', 'IN'],
            ['colour', 'red'],
          ]),
        ).toBe(among((one) => sees(one) && one.area_code === '530102' && one.colour === 'red'));
        const query = readListQuery(kite, {});
        const measured = await readMeasure(
          engine,
          kite,
          caller,
          readMeasureQuery(kite, { by: 'status', level: 3 }, query, caller),
        );
        const figures = (JSON.parse(measured.list) as { status: string; value: number }[]).map(
          ({ status, value }) => [status, value] as const,
        );
        expect(new Map(figures)).toEqual(
          new Map(
            ['flying', 'landed'].flatMap((status) => {
              const n = among((one) => sees(one) && one.status === status);
              return n > 0 ? [[status, n]] : [];
            }),
          ),
        );
      }
    }),
    { numRuns: 25 },
  );
});

test('the total of a list filtered by counted fields is exact, however large; with other conditions it is estimated', async () => {
  await on.db.query('delete from sky_kite');
  await on.db.query(
    `insert into sky_kite (name, colour, area_code) select '风筝' || n, 'red', '530102' from generate_series(1, ${maxExactTotal + 70}) n`,
  );
  await on.db.query('analyze sky_kite');
  const both: [string, string][] = [
    ['area_code', '530102'],
    ['status', 'flying'],
  ];
  for (const params of [{}, { page: 1, limit: 10 }, { page: 1, limit: 7, order: 'name,asc' }])
    expect(await totalOf(callerIn('530100'), both, params)).toBe(maxExactTotal + 70);
  const byName = await readListPage(
    engine,
    kite,
    callerIn('530100'),
    list([...both, ['name', '风筝', 'LIKE']], { limit: 10 }),
  );
  expect(byName.estimated).toBe(true);
});

test('simultaneous writes count once committed, and none counts twice during a compaction', async () => {
  await on.db.query('delete from sky_kite');
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      await add([{ colour: 'red', area_code: '530102', status: 'flying' }]);
      if (n % 4 === 0) await compactMaterialisedMeasureTables(on.db, 'totals');
    }),
  );
  await on.db.transaction(async (tx) => {
    await tx.query(`update sky_kite set status = 'landed'`);
    expect(await totalOf(chief, [['status', 'flying']])).toBe(40);
  });
  expect(await totalOf(chief, [['status', 'flying']])).toBe(0);
  expect(await totalOf(chief, [['status', 'landed']])).toBe(40);
  await compactMaterialisedMeasureTables(on.db, 'totals');
  expect(await on.db.rows(`select area_code, dims, n from measure_part where measure = 'sky/kite'`)).toEqual([
    { area_code: '530102', dims: ['red', 'landed'], n: 40 },
  ]);
});

test('a resource whose totals are no longer materialised leaves nothing behind, and a new one counts existing rows', async () => {
  await on.db.query('delete from sky_kite');
  await add([{ colour: 'red', area_code: '530102', status: 'flying' }]);
  const { countedBy: _, ...plain } = kite;
  await prepareMaterialisedMeasureTables(on.db, [plain]);
  expect(await on.db.rows(`select 1 from measure_part where measure = 'sky/kite'`)).toEqual([]);
  await add([{ colour: 'blue', area_code: '530102', status: 'flying' }]);
  await prepareMaterialisedMeasureTables(on.db, [kite]);
  expect(await totalOf(chief, [['status', 'flying']])).toBe(2);
});

test('totals can be counted only by fields with few values', () => {
  for (const countedBy of [['name'], ['nothing']]) expect(() => resource({ ...kite, countedBy })).toThrow(/countedBy/);
});
