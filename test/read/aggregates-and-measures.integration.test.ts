import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operator } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { checkAggregates, countOf, latestOf, sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { aggregateColumns } from '#server/read/condition/referring-rows-aggregate-sql.ts';
import {
  compactMaterialisedMeasureTables,
  prepareMaterialisedMeasureTables,
} from '#server/read/list/materialised-measure-tables.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { readReport, readReportQuery } from '#server/read/list/read-report-with-comparison-period.ts';
import { readMeasure, readMeasureQuery } from '#server/read/list/read-statistical-measure.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { readSheetFile } from '#server/sheets/read-sheets-of-xlsx-or-csv-file.ts';
import { readExportRequest, writeExportFile } from '#server/transfer/export/start-export-and-write-export-file.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('字段', 'Field');
const kinds = { red: label, blue: label, green: label };

/** Shops and their sales: sales have areas of their own, so that not everybody sees all sales of a shop. */
const shop = resource({
  name: 'shop/shop',
  label,
  title: 'name',
  scope: 'all',
  fields: {
    name: field.text(label),
    sales: field.integer(label, { from: countOf('shop/sale', 'shop_id') }),
    red: field.integer(label, { from: countOf('shop/sale', 'shop_id', [['kind', '=', 'red']]), list: 'offered' }),
    turnover: field.money(label, { from: sumOf('shop/sale', 'shop_id', 'price') }),
    latest: field.date(label, { from: latestOf('shop/sale', 'shop_id', 'sold_on', { at: 'sold_on' }) }),
  },
});
const sale = resource({
  name: 'shop/sale',
  label,
  title: 'kind',
  scope: 'area',
  fields: {
    shop_id: field.reference(label, { to: 'shop/shop' }),
    kind: field.select(label, { options: kinds }),
    price: field.money(label),
    sold_on: field.date(label),
    area_code: field.area(label),
  },
  life: lifecycle({
    initial: 'open',
    states: { open: { ...label }, paid: { ...label, final: true } },
    moves: { pay: { from: ['open'], to: 'paid', label } },
  }),
  measures: {
    sold: { label, by: ['status', 'kind', 'area_code'], at: 'sold_on' },
    materialised_sales: { label, by: ['status', 'kind', 'area_code'], at: 'sold_on', materialised: true },
    takings: { label, sum: 'price', by: ['kind', 'area_code'], at: 'sold_on', materialised: true },
    reds: { label, by: ['area_code'], where: [['kind', '=', 'red']], materialised: true },
    settled: { label, by: ['kind'], percent: { where: [['status', '=', 'paid']] } },
    all_of_it: { label, by: ['kind'], percent: { sum: 'price', of: 'price' } },
  },
});

/**
 * Child rows with aggregates that depend on the reader: counters of a mall, shown within it, and the sales of each.
 */
const mall = resource({
  name: 'shop/mall',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label), counters: field.rows(label, { of: 'shop/counter', max: 20 }) },
});
const counter = resource({
  name: 'shop/counter',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'mall_id',
  sortable: true,
  actions: [],
  fields: {
    mall_id: field.reference(label, { to: 'shop/mall', required: true }),
    name: field.text(label),
    bills: field.integer(label, { from: countOf('shop/bill', 'counter_id') }),
    tills: field.integer(label, { from: countOf('shop/till', 'counter_id') }),
  },
});
const bill = resource({
  name: 'shop/bill',
  label,
  title: 'name',
  scope: 'area',
  fields: {
    counter_id: field.reference(label, { to: 'shop/counter' }),
    name: field.text(label),
    area_code: field.area(label),
  },
});
/** A child of a counter without calls of its own: who sees the counter sees its tills. */
const till = resource({
  name: 'shop/till',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'counter_id',
  actions: [],
  fields: { counter_id: field.reference(label, { to: 'shop/counter', required: true }), name: field.text(label) },
});

interface Sale {
  shop: number | null;
  kind: string | null;
  price: number | null;
  sold_on: string | null;
  area: string;
  status: string;
}

let on: TestEngine;
let engine: Engine;
let chief: Caller;
const declared: readonly AnyResource[] = [shop, sale, mall, counter, bill, till];

beforeAll(async () => {
  // plans are cached per connection: with a single one, a statement meets the plans of everybody before
  on = await createTestEngine({ max: 1 });
  chief = await on.officer('admin');
  await on.db.query(`create table shop (id bigint generated always as identity primary key, name text,
    version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  await on.db.query(`create table shop_sale (id bigint generated always as identity primary key, shop_id bigint references shop, kind text, price bigint, sold_on date,
    area_code text, status text not null default 'open', due_at timestamptz, approval jsonb,
    version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  await on.db.query(`insert into shop (name) values ('一'), ('二'), ('三'), ('四')`);
  const base = `id bigint generated always as identity primary key, name text, version integer not null default 1,
    createtime timestamptz not null default now(), updatetime timestamptz not null default now()`;
  await on.db.query(`create table shop_mall (${base});
    create table shop_counter (${base}, mall_id bigint references shop_mall, weigh integer not null default 0);
    create table shop_bill (${base}, counter_id bigint references shop_counter, area_code text);
    create table shop_till (${base}, counter_id bigint references shop_counter);
    insert into shop_mall (name) values ('商场');
    insert into shop_counter (name, mall_id) values ('柜台', 1);
    insert into shop_till (name, counter_id) values ('甲', 1), ('乙', 1);
    insert into shop_bill (name, counter_id, area_code) values ('一', 1, '530102'), ('二', 1, '530302')`);
  await prepareMaterialisedMeasureTables(on.db, declared);
  engine = {
    ...on.engine,
    hooks: new Map(),
    find: (name) => declared.find((one) => one.name === name) ?? on.engine.find(name),
  };
});
afterAll(() => on.close());

const areas = ['530102', '530103', '530302'];
const callerIn = (areaCode: string, nodes = ['shop/shop/index', 'shop/sale/index']): Caller => ({
  ...chief,
  super: false,
  areaCode,
  nodes: new Set(nodes),
  grantKey: `numbers ${nodes.length}`,
});
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 5 });
const sales: fc.Arbitrary<Sale[]> = fc.array(
  fc.record({
    shop: maybe(fc.integer({ min: 1, max: 3 })),
    kind: maybe(fc.constantFrom('red', 'blue', 'green')),
    price: maybe(fc.integer({ min: 0, max: 100_000 })),
    sold_on: maybe(fc.constantFrom('2026-01-31', '2026-02-01', '2026-11-22')),
    area: fc.constantFrom(...areas),
    status: fc.constantFrom('open', 'paid'),
  }),
  { maxLength: 20 },
);

async function fill(rows: readonly Sale[]): Promise<void> {
  await on.db.query('delete from shop_sale');
  await on.db.query(sql`insert into shop_sale (shop_id, kind, price, sold_on, area_code, status)
    select shop, kind, price, sold_on, area, status from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(shop bigint, kind text, price bigint, sold_on date, area text, status text)`);
}

const list = async (caller: Caller, params: Record<string, unknown>) => {
  const page = await readListPage(engine, shop, caller, readListQuery(shop, { order: 'id,asc', limit: 20, ...params }));
  return { rows: JSON.parse(decodeByteString(page.list)) as Record<string, unknown>[], total: page.total };
};
const money = (cents: number) => (cents / 100).toFixed(2);

describe('aggregates', () => {
  test('count only rows that the reader sees: in lists, filters, orders and records', async () => {
    await fc.assert(
      fc.asyncProperty(sales, fc.constantFrom('530000', '530100', '530102'), async (rows, area) => {
        await fill(rows);
        const caller = callerIn(area);
        const seen = rows.filter((one) => one.area.startsWith(area.replace(/(00)+$/, '')));
        const result = [1, 2, 3, 4].map((id) => {
          const own = seen.filter((one) => one.shop === id);
          const days = own.flatMap((one) => one.sold_on ?? []).toSorted();
          return {
            id,
            sales: own.length,
            red: own.filter((one) => one.kind === 'red').length,
            turnover: money(own.reduce((sum, one) => sum + (one.price ?? 0), 0)),
            latest: days.at(-1) ?? null,
          };
        });
        const all = await list(caller, { columns: 'sales,red,turnover,latest' });
        expect(all.rows).toMatchObject(result);
        expect(await readRow(engine, shop, caller, 2)).toMatchObject(result[1] as object);
        const conditions: [string, Operator, string, (one: (typeof result)[number]) => boolean][] = [
          ['sales', '=', '0', (one) => one.sales === 0],
          ['sales', '>', '1', (one) => one.sales > 1],
          ['sales', '<=', '2', (one) => one.sales <= 2],
          ['turnover', 'RANGE', '100,1500', (one) => Number(one.turnover) >= 100 && Number(one.turnover) <= 1500],
          ['latest', 'NULL', '', (one) => one.latest === null],
          ['latest', '>=', '2026-02-01', (one) => one.latest !== null && one.latest >= '2026-02-01'],
          ['latest', '<>', '2026-02-01', (one) => one.latest !== '2026-02-01'],
        ];
        for (const [name, operator, val, holds] of conditions) {
          const found = await list(caller, { search: [{ field: name, operator, val }] });
          expect([name, operator, found.rows.map((row) => row.id), found.total]).toEqual([
            name,
            operator,
            result.filter(holds).map((one) => one.id),
            result.filter(holds).length,
          ]);
        }
        const ordered = await list(caller, { order: 'turnover,desc' });
        const turnovers = ordered.rows.map((row) => Number(row.turnover));
        expect(turnovers).toEqual(turnovers.toSorted((a, b) => b - a));
        expect(ordered.rows).toHaveLength(4);
      }),
      { numRuns: 25 },
    );
  });

  test('that are optional are computed only on request; readers who may not see the rows get no value', async () => {
    await fill([{ shop: 1, kind: 'red', price: 100, sold_on: null, area: '530102', status: 'open' }]);
    expect((await list(callerIn('530100'), {})).rows[0]).not.toHaveProperty('red');
    const blind = callerIn('530100', ['shop/shop/index']);
    expect((await list(blind, { columns: 'sales,red,turnover,latest' })).rows[0]).toMatchObject({
      sales: null,
      red: null,
      turnover: null,
    });
    for (const query of [{ order: 'sales,desc' }, { search: [{ field: 'sales', operator: '=', val: '0' }] }])
      await expect(list(blind, query)).rejects.toThrow(/Cannot/);
  });

  test('of child rows are computed for their reader, whoever read them before on the same connection', async () => {
    const nodes = ['shop/mall/index', 'shop/bill/index'];
    const read = (caller: Caller) => readRow<{ counters: unknown[] }>(engine, mall, caller, 1);
    const ofCity = { ...callerIn('530100', nodes), grantKey: 'mall' };
    const all = { ...ofCity, areaCode: '' };
    for (const [caller, bills] of [
      [chief, 2],
      [ofCity, 1],
      [all, 2],
      [chief, 2],
    ] as const)
      for (const _ of [1, 2, 3, 4]) expect((await read(caller)).counters).toMatchObject([{ bills, tills: 2 }]);
  });

  test('have no value, instead of 0, for a member without any role in the counted rows', async () => {
    await fill([{ shop: 1, kind: 'red', price: 100, sold_on: null, area: '530102', status: 'open' }]);
    const member = await on.member('numbers');
    const row = await engine.db.row(
      sql`select t.id${aggregateColumns(shop, member, 'list', engine.find)} from shop t where t.id = 1`,
    );
    expect(row).toMatchObject({ sales: null, turnover: null });
  });

  test('order an exported list like the list on the screen', async () => {
    await fill([{ shop: 2, kind: 'red', price: 100, sold_on: null, area: '530102', status: 'open' }]);
    const order = readExportRequest(shop, { order: 'turnover,desc', columns: ['id', 'turnover'], format: 'csv' });
    const { url } = await writeExportFile(engine, callerIn('530100'), order);
    const sheet = await readSheetFile(path.join(resultFolder(engine), path.basename(url)));
    expect([...sheet.rows][0]?.cells).toEqual(['2', '1.00']);
  });

  test('that cannot be computed are refused in the declaration', () => {
    const wrong = (from: ReturnType<typeof countOf>) =>
      resource({
        name: 'shop/wrong',
        label,
        title: 'name',
        scope: 'all',
        fields: { name: field.text(label), n: field.integer(label, { from }) },
      });
    for (const from of [
      countOf('shop/none', 'shop_id'),
      countOf('shop/sale', 'kind'),
      countOf('shop/sale', 'shop_id'),
      sumOf('shop/sale', 'shop_id', 'price'),
    ])
      expect(() => checkAggregates([...declared, wrong(from)])).toThrow(/shop\/wrong\.n/);
    const asking = (from: ReturnType<typeof countOf>) => {
      const fields = { ...shop.fields, latest: field.date(label, { from }) };
      return [resource({ ...shop, fields }), sale];
    };
    for (const [from, wrongly] of [
      [latestOf('shop/sale', 'shop_id', 'sold_on', { where: [['colour', '=', 'red']] }), /colour/],
      [latestOf('shop/sale', 'shop_id', 'sold_on', { where: [['kind', '=']] }), /without a value/],
      [latestOf('shop/sale', 'shop_id', 'sold_on', { at: 'weight' }), /weight/],
      [latestOf('shop/sale', 'shop_id', 'lies_in'), /lies_in/],
    ] as const)
      expect(() => checkAggregates(asking(from))).toThrow(wrongly);
    expect(() =>
      checkAggregates(asking(latestOf('shop/sale', 'shop_id', 'sold_on', { at: 'createtime' }))),
    ).not.toThrow();
  });
});

describe('measures', () => {
  const figures = async (caller: Caller, params: Record<string, unknown>) => {
    const query = readListQuery(sale, params);
    const read = await readMeasure(engine, sale, caller, readMeasureQuery(sale, params, query, caller));
    return JSON.parse(read.list) as Record<string, unknown>[];
  };
  const report = async (caller: Caller, params: Record<string, unknown>) => {
    const query = readListQuery(sale, params);
    return readReport(engine, sale, caller, readReportQuery(sale, params, query, caller), '2026-11-22');
  };
  const sums = (rows: readonly Sale[], keyFor: (one: Sale) => string, valueFor = (_: Sale) => 1) => {
    const found = new Map<string, number>();
    for (const one of rows) found.set(keyFor(one), (found.get(keyFor(one)) ?? 0) + valueFor(one));
    return found;
  };

  test('in percent refer to the rows of their line, and are in no report', async () => {
    const one = { shop: 1, kind: 'red', status: 'open', price: 100, sold_on: '2026-01-01', area: '530102' };
    await fill([one, one, { ...one, status: 'paid' }, { ...one, kind: 'blue', status: 'paid' }]);
    const caller = callerIn('530000');
    const result = await figures(caller, { name: 'settled', by: 'kind' });
    expect(result).toEqual([
      { kind: 'blue', value: 100 },
      { kind: 'red', value: 33.3 },
    ]);
    expect(await figures(caller, { name: 'all_of_it' })).toEqual([{ value: 100 }]);
    await fill([]);
    expect(await figures(caller, { name: 'settled' })).toEqual([{ value: 0 }]);
    await expect(report(caller, { name: 'settled' })).rejects.toThrow();
  });

  test('agree with the rows, materialised or counted, after any writes and compactions', async () => {
    await fc.assert(
      fc.asyncProperty(sales, fc.constantFrom('530000', '530100'), fc.boolean(), async (rows, area, folds) => {
        await fill(rows);
        await on.db.query(`update shop_sale set status = 'paid' where kind = 'blue'`);
        if (folds) await compactMaterialisedMeasureTables(on.db);
        await on.db.query(`delete from shop_sale where kind = 'green'`);
        const left = rows
          .filter((one) => one.kind !== 'green')
          .map((one) => ({ ...one, status: one.kind === 'blue' ? 'paid' : one.status }));
        const caller = callerIn(area);
        const seen = left.filter((one) => one.area.startsWith(area.replace(/(00)+$/, '')));
        for (const name of ['sold', 'materialised_sales']) {
          const result = await figures(caller, { name, by: 'status,kind' });
          const want = sums(seen, (one) => `${one.status} ${one.kind}`);
          expect(new Map(result.map((one) => [`${String(one.status)} ${String(one.kind)}`, one.value]))).toEqual(want);
          const months = await figures(caller, { name, period: 'month' });
          expect(new Map(months.map((one) => [String(one.period), one.value]))).toEqual(
            sums(seen, (one) => String(one.sold_on?.slice(0, 7) ?? null)),
          );
          const counties = await figures(caller, { name, by: 'area_code', level: 3 });
          expect(new Map(counties.map((one) => [String(one.area_code), one.value]))).toEqual(
            sums(seen, (one) => one.area),
          );
          const paid = await figures(caller, { name, search: [{ field: 'status', operator: '=', val: 'paid' }] });
          expect(Number(paid[0]?.value ?? 0)).toBe(seen.filter((one) => one.status === 'paid').length);
        }
        const takings = await figures(caller, { name: 'takings', by: 'kind' });
        expect(new Map(takings.map((one) => [String(one.kind), one.value]))).toEqual(
          new Map(
            [
              ...sums(
                seen,
                (one) => String(one.kind),
                (one) => one.price ?? 0,
              ),
            ].map(([kind, cents]) => [kind, money(cents)]),
          ),
        );
        const reds = await figures(caller, { name: 'reds' });
        expect(Number(reds[0]?.value ?? 0)).toBe(seen.filter((one) => one.kind === 'red').length);
      }),
      { numRuns: 20 },
    );
  });

  test('are untouched by a write that changes no dimension, and computed anew after a change of the declaration', async () => {
    await fill([{ shop: 1, kind: 'red', price: 100, sold_on: '2026-11-22', area: '530102', status: 'open' }]);
    await compactMaterialisedMeasureTables(on.db);
    const count = async () =>
      (
        await on.db.row<{ n: number }>(
          `select count(*)::int as n from measure_part where measure = 'shop/sale.materialised_sales'`,
        )
      )?.n;
    expect(await count()).toBe(1);
    await on.db.query('update shop_sale set version = version + 1');
    expect(await count()).toBe(1);
    const fewer = {
      ...sale,
      measures: { materialised_sales: { label, by: ['kind', 'area_code'], materialised: true as const } },
    };
    await prepareMaterialisedMeasureTables(on.db, [shop, fewer]);
    expect(await on.db.rows('select measure, dims from measure_part')).toEqual([
      { measure: 'shop/sale.materialised_sales', dims: ['red'] },
    ]);
    await on.db.query('delete from shop_sale');
    await compactMaterialisedMeasureTables(on.db);
    expect(await count()).toBe(0);
    await prepareMaterialisedMeasureTables(on.db, declared);
  });

  test('in a report compare a period with the one before it, exactly, over the rows that the reader sees', async () => {
    const span = { from: '2026-02-01', until: '2026-11-30' };
    await fc.assert(
      fc.asyncProperty(sales, fc.constantFrom('530000', '530100'), async (rows, area) => {
        await fill(rows);
        const caller = callerIn(area);
        const seen = rows.filter((one) => one.area.startsWith(area.replace(/(00)+$/, '')) && one.sold_on);
        const now = seen.filter(({ sold_on }) => String(sold_on) >= span.from);
        const before = seen.filter(({ sold_on }) => String(sold_on) < span.from);
        for (const name of ['sold', 'materialised_sales']) {
          const read = await report(caller, { name, by: 'kind', ...span, compare: 'previous' });
          expect([read.before, read.total, read.total_before]).toEqual([
            { from: '2025-04-01', until: '2026-01-31' },
            now.length,
            before.length,
          ]);
          const want = (of: readonly Sale[]) => [...sums(of, (one) => String(one.kind))];
          const result = (column: 'value' | 'before') =>
            read.list.flatMap((one) => (Number(one[column]) > 0 ? [[String(one.kind), one[column]]] : []));
          expect(new Map(result('value') as [string, number][])).toEqual(new Map(want(now)));
          expect(new Map(result('before') as [string, number][])).toEqual(new Map(want(before)));
          const quarters = await report(caller, { name, by: 'kind', period: 'quarter', ...span, compare: 'previous' });
          const inFourth = quarters.list.filter((one) => one.period === '2026-Q4');
          // the day before the period is compared with its last day
          expect(inFourth.reduce((sum, one) => sum + Number(one.before), 0)).toBe(before.length);
        }
        const takings = await report(caller, { name: 'takings', ...span, compare: 'year' });
        expect([takings.total, takings.total_before]).toEqual([
          money(now.reduce((sum, one) => sum + (one.price ?? 0), 0)),
          '0.00',
        ]);
      }),
      { numRuns: 15 },
    );
  });

  test('that are not declared are refused', async () => {
    const caller = callerIn('530100');
    for (const params of [
      { name: 'none' },
      { name: 'toString' },
      { name: 'sold', by: 'price' },
      { name: 'sold', by: 'status,kind,area_code' },
      { name: 'sold', period: 'hour' },
      { name: 'sold', level: 9 },
    ])
      await expect(figures(caller, params)).rejects.toThrow();
    for (const params of [
      { name: 'sold', by: 'status,kind', period: 'month' },
      { name: 'sold', from: '2026-01-01' },
      { name: 'sold', from: '2026-02-30', until: '2026-03-01' },
      { name: 'sold', from: '2026-02-02', until: '2026-02-01' },
      { name: 'sold', from: '1026-02-02', until: '2026-02-01', period: 'day' },
      { name: 'sold', compare: 'year' },
      { name: 'sold', from: '2026-02-01', until: '2026-02-01', compare: 'sideways' },
    ])
      await expect(report(caller, params)).rejects.toThrow();
  });
});
