import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import {
  byDay,
  count,
  mean,
  type PanelQuery,
  rows,
  share,
  split,
} from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { latestOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import {
  compactMaterialisedMeasureTables,
  materialisedMapCells,
  materialisedTotalCells,
  prepareMaterialisedMeasureTables,
} from '#server/read/list/materialised-measure-tables.ts';
import { findMaterialisedTotalForFigure } from '#server/read/list/materialised-total-that-answers-wall-panel-figure.ts';
import { divisionTreeOf } from '#server/wall-panel/cached-division-tree-with-successors.ts';
import { cellsOfRows, mapCellZoom } from '#server/wall-panel/map-grid-sql.ts';
import { readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const label = text('字段', 'Field');

/** Boats over counties, with all kinds of totals that panels may read. */
const boat = resource({
  name: 'sea/boat',
  label,
  title: 'name',
  scope: 'area',
  fields: {
    name: field.text(label),
    colour: field.select(label, { options: { red: label, blue: label } }),
    weight: field.float(label),
    price: field.money(label),
    seen_at: field.datetime(label),
    built_on: field.date(label),
    words: field.references(label, { to: 'opinion/term' }),
    place: field.place(label),
    area_code: field.area(label),
  },
  life: lifecycle({
    initial: 'afloat',
    states: { afloat: { ...label }, sunk: { ...label, final: true } },
    moves: { sink: { from: ['afloat'], to: 'sunk', label } },
  }),
  materialisedTotals: {
    by_status: { by: ['status'] },
    by_colour: { by: ['colour'] },
    by_status_and_colour: { by: ['status', 'colour'] },
    seen: { by: ['colour'], at: 'seen_at' },
    built: { at: 'built_on', sum: 'price' },
    seen_states: { by: ['status'], where: [['seen_at', 'NOT NULL']] },
    weighed: { sum: 'weight', where: [['weight', 'NOT NULL']], byAreaLevel: true },
    words: { by: ['words'], at: 'seen_at', sum: 'weight', byAreaLevel: true },
    on_map: { by: ['status'], byMapCellOf: 'place', byAreaLevel: true },
  },
});
const { materialisedTotals: _, ...withoutTotals } = boat;

const shape = {
  all: count(),
  afloat: count({ where: [['status', '=', 'afloat']] }),
  no_colour: count({ where: [['colour', 'NULL']] }),
  red_and_sunk: count({
    where: [
      ['status', '=', 'sunk'],
      ['colour', 'IN', ['red']],
    ],
  }),
  seen: { today: count({ at: 'seen_at', in: 'today' }), month: count({ at: 'seen_at', in: 'month' }) },
  red_seen: count({ at: 'seen_at', in: 'range', where: [['colour', '=', 'red']] }),
  cost: count({ at: 'built_on', in: 'range', sum: 'price' }),
  sunk: share({ of: [['status', '=', 'sunk']], where: [['colour', '=', 'red']] }),
  weight: mean('weight'),
  seen_states: split('status', { where: [['seen_at', 'NOT NULL']] }),
  colours: split('colour', { most: 1 }),
  built: byDay('built_on'),
  by_colour: byDay('seen_at', { by: { field: 'colour', values: ['red', 'blue'] } }),
} satisfies PanelQuery;

const fromTotals = createWallPanelReader({ of: boat, source: 'boats', shape });
const fromRows = createWallPanelReader({ of: withoutTotals, source: 'boats', shape });

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
  await on.db.query(`create table sea_boat (id bigint generated always as identity primary key, name text, colour text, weight double precision,
    price bigint, seen_at timestamptz, built_on date, words bigint[] not null default '{}', place point, area_code text,
    status text not null default 'afloat', due_at timestamptz, approval jsonb, version integer not null default 1,
    createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  await prepareMaterialisedMeasureTables(on.db, [boat]);
});
afterAll(() => on.close());

const request = (area: string) => ({
  database: on.db,
  tree: divisionTreeOf(on.engine.reference.areas()),
  caller: { areaCode: '' },
  query: { area },
});

interface Boat {
  readonly colour: string | null;
  readonly weight: number | null;
  readonly price: number | null;
  readonly seen_at: string | null;
  readonly built_on: string | null;
  readonly words: readonly number[];
  readonly place: string | null;
  readonly area_code: string | null;
  readonly status: string;
}
const today = shanghaiToday();
const day = fc.constantFrom(today, addDays(today, -1), addDays(today, -29), addDays(today, -400));
// the last second of a day in Shanghai is on the same day in UTC, the first is not
const hour = fc.constantFrom('00:00:00+08', '23:59:59+08', '12:00:00+08');
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const anyBoat: fc.Arbitrary<Boat> = fc.record({
  colour: optional(fc.constantFrom('red', 'blue')),
  weight: optional(fc.constantFrom(0.1, 0.2, 1e-9, 1234567.25, -3)),
  price: optional(fc.integer({ min: 0, max: 10_000 })),
  seen_at: optional(fc.tuple(day, hour).map(([on, at]) => `${on} ${at}`)),
  built_on: optional(day),
  words: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  // two in one cell of the map, two beside it, and one where the map ends
  place: optional(fc.constantFrom('(102.7,25)', '(102.7001,25)', '(102.72,25)', '(102.7,25.02)', '(-180,90)')),
  area_code: optional(fc.constantFrom('530102', '530103', '530302', '530000', '440103')),
  status: fc.constantFrom('afloat', 'sunk'),
});
const columns =
  'colour text, weight double precision, price bigint, seen_at timestamptz, built_on date, words bigint[], place point, area_code text, status text';
const names = columns.replaceAll(/ (text|double precision|bigint\[\]|bigint|timestamptz|date|point)/g, '');

const add = (boats: readonly Boat[]) =>
  on.db.query(
    sql`insert into sea_boat (${sql.raw(names)}) select ${sql.raw(names)} from jsonb_to_recordset(${JSON.stringify(boats)}::jsonb) as r (${sql.raw(columns)})`,
  );

const step = fc.oneof(
  fc.record({ does: fc.constant('add' as const), boats: fc.array(anyBoat, { maxLength: 5 }) }),
  fc.record({ does: fc.constant('change' as const), status: fc.constantFrom('afloat', 'sunk'), to: anyBoat }),
  fc.record({ does: fc.constant('remove' as const), colour: fc.constantFrom('red', 'blue') }),
  fc.record({ does: fc.constant('fold' as const) }),
  fc.record({ does: fc.constant('undo' as const), boats: fc.array(anyBoat, { minLength: 1, maxLength: 2 }) }),
);

async function take(one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  switch (one.does) {
    case 'add':
      return void (await add(one.boats));
    case 'change': {
      const { colour, weight, price, seen_at, built_on, words, place, area_code, status } = one.to;
      return void (await on.db.query(
        sql`update sea_boat set colour = ${colour}, weight = ${weight}::float8, price = ${price}::bigint, seen_at = ${seen_at}::timestamptz,
          built_on = ${built_on}::date, words = ${[...words]}::bigint[], place = ${place}::point, area_code = ${area_code}, status = ${status} where status = ${one.status}`,
      ));
    }
    case 'remove':
      return void (await on.db.query(
        sql`delete from sea_boat where id in (select id from sea_boat where colour = ${one.colour} limit 2)`,
      ));
    case 'fold':
      await compactMaterialisedMeasureTables(on.db, 'totals');
      return void (await compactMaterialisedMeasureTables(on.db));
    default:
      await on.db
        .transaction(async (tx) => {
          await tx.query(sql`insert into sea_boat (colour, area_code) values ('red', '530102')`);
          throw new Error('undone');
        })
        .catch(() => {});
  }
}

/** Number and weight of the boats with each word, of all days, as totals or rows tell them. */
async function wordsIn(area: string) {
  const place = await readPanelAreaFilter(request(area));
  const select = sql`select t.words as word, sum(t.n)::int as n, sum(t.total)::float8 as weight`;
  return {
    kept: await on.db.rows(
      sql`${select} from ${materialisedTotalCells(boat, 'words', place)} t where t.day is not null group by 1 having sum(t.n) > 0 order by 1`,
    ),
    counted: await on.db.rows(
      sql`${select} from (select e.word as words, 1 as n, coalesce(b.weight, 0)::numeric as total from sea_boat b cross join lateral unnest(b.words) e (word)
        where ${place.inside('b')} and b.seen_at is not null) t group by 1 order by 1`,
    ),
  };
}

interface BoatsInCell {
  readonly [column: string]: unknown;
  readonly n: number;
  readonly east: number | null;
  readonly south: number | null;
}

/** Number of boats by state and cell of the map, and the sums of their positions, as totals or rows tell them. */
async function cellsIn(area: string, zoom: number) {
  const place = await readPanelAreaFilter(request(area));
  const cellsOf = (state: string, cells: Sql) =>
    on.db.rows<BoatsInCell>(
      sql`select c.${sql.id(state)} as state, c.x::text, c.y::text, sum(c.n)::int as n, sum(c.east) as east, sum(c.south) as south
        from (${cells}) c group by 1, 2, 3 having sum(c.n) > 0 order by 1, 2, 3`,
    );
  const rows = sql`select b.place, b.status as level from sea_boat b where ${place.inside('b')}`;
  return {
    kept: await cellsOf('status', materialisedMapCells(boat, 'on_map', place, zoom) ?? rows),
    counted: await cellsOf('level', cellsOfRows(rows, zoom)),
  };
}

/** Grids as wide as the cells of the total of their area, wider, and nearer, for which those of counties are read. */
const gridsCompared = [
  ['100000', 7],
  ['100000', mapCellZoom],
  ['530000', 3],
  ['530000', 10],
  ['530100', mapCellZoom],
  ['530102', 9],
] as const;

/** Positions in totals are those of the middle of a 256th of a cell. */
function expectSameCells({ kept, counted }: Awaited<ReturnType<typeof cellsIn>>): void {
  const withoutPlaces = (cells: readonly BoatsInCell[]) => cells.map(({ east: _, south: __, ...cell }) => cell);
  expect(withoutPlaces(kept)).toEqual(withoutPlaces(counted));
  for (const [at, { n, east, south }] of counted.entries())
    for (const [one, other] of [
      [kept[at]?.east, east],
      [kept[at]?.south, south],
    ] as const) {
      if (other === null) expect(one).toBeNull();
      else expect(Math.abs((one ?? Number.NaN) - other)).toBeLessThanOrEqual(n / 512 + 1e-6);
    }
}

test('panels say the same whether they are read from totals or from rows, after any writes and compactions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await on.db.query('delete from sea_boat');
      for (const one of steps) await take(one);
      for (const area of ['100000', '530000', '530100', '530102']) {
        const range = { range: `${addDays(today, -29)},${today}`, area };
        const [kept, counted] = [
          await fromTotals({ ...request(area), query: range }),
          await fromRows({ ...request(area), query: range }),
        ] as [Record<string, unknown>, Record<string, unknown>];
        expect({ ...kept, asof: 0 }).toEqual({ ...counted, asof: 0 });
        const words = await wordsIn(area);
        expect(words.kept).toEqual(words.counted);
      }
      for (const [area, zoom] of gridsCompared) expectSameCells(await cellsIn(area, zoom));
    }),
    { numRuns: 25 },
  );
});

test('what is written is seen at once, also within its transaction, and nothing remains when all rows are gone', async () => {
  await on.db.query('delete from sea_boat');
  const boats = {
    colour: 'red',
    weight: 0.1,
    price: 1,
    seen_at: null,
    built_on: today,
    words: [1, 2],
    place: '(102.7,25)',
    area_code: '530102',
    status: 'afloat',
  };
  await add([boats, boats, boats]);
  const all = async (database: typeof on.db | Parameters<Parameters<typeof on.db.transaction>[0]>[0]) =>
    ((await fromTotals({ ...request('530100'), database })) as { all: number }).all;
  expect(await all(on.db)).toBe(3);
  await on.db.transaction(async (tx) => {
    await tx.query(`delete from sea_boat where id = (select max(id) from sea_boat)`);
    expect(await all(tx)).toBe(2);
    expect(await all(on.db)).toBe(3);
  });
  expect(await all(on.db)).toBe(2);
  await on.db.query('delete from sea_boat');
  await compactMaterialisedMeasureTables(on.db);
  expect(await on.db.rows(`select measure from measure_part where measure like 'sea/boat%'`)).toEqual([]);
});

test('rows of an ended division are counted with the one into which it was merged', async () => {
  const [code, into] = ['530700', '530400'];
  await on.db.query(
    sql`update system_area set replaced_by = ${into}, valid_to = current_date - 2 where code = ${code}`,
  );
  await on.db.query('delete from sea_boat');
  await on.db.query(
    sql`insert into sea_boat (area_code, words, seen_at, weight) values (${code}, '{1}', now(), 2), (${into}, '{1}', now(), 3)`,
  );
  expect((await wordsIn(into)).kept).toEqual([{ word: 1, n: 2, weight: 5 }]);
  await on.db.query(
    sql`insert into sea_boat (area_code, place) values (${code}, '(102.7,25)'), (${into}, '(102.7,25)')`,
  );
  for (const zoom of [3, mapCellZoom]) {
    const cells = await cellsIn(into, zoom);
    expect(cells.kept).toMatchObject([{ n: 2 }, { n: 2, x: null }]);
    expectSameCells(cells);
  }
});

test('a figure is read from the total with the fewest fields that has its conditions, its day and its sum', () => {
  for (const [figure, total] of [
    [shape.afloat, 'by_status'],
    [shape.red_and_sunk, 'by_status_and_colour'],
    [shape.red_seen, 'seen'],
    [shape.cost, 'built'],
    [shape.weight, 'weighed'],
    [shape.seen_states, 'seen_states'],
    [shape.sunk, 'by_status_and_colour'],
    [count({ sum: 'price' }), undefined],
    [count({ where: [['name', '=', 'x']] }), undefined],
    [count({ at: 'createtime', in: 'today' }), undefined],
    [mean('price'), undefined],
    [rows(['name'], { order: ['id', 'desc'], most: 1 }), undefined],
  ] as const)
    expect([figure, findMaterialisedTotalForFigure(boat, figure)]).toEqual([figure, total]);
});

/** Places that not everybody may see, or that are not in the row. */
const otherPlaces = {
  hidden_place: field.place(label, { privacy: 'hidden' }),
  restricted_place: field.place(label, { reads: 'edit' }),
  latest_place: field.place(label, { write: 'server', from: latestOf('sea/landing', 'boat_id', 'place') }),
};

test('totals of fields that rows do not have, or with many values, are refused', () => {
  for (const [total, why] of [
    [{ by: ['name'] }, 'grouped'],
    [{ by: ['nothing'] }, 'no column'],
    [{ at: 'name' }, 'not a date'],
    [{ sum: 'name' }, 'not a number'],
    [{ by: ['area_code'] }, 'anyway'],
    [{ byMapCellOf: 'name' }, 'not a place'],
    [{ byMapCellOf: 'nothing' }, 'not a place'],
    [{ byMapCellOf: 'constructor' }, 'not a place'],
    [{ byMapCellOf: 'hidden_place' }, 'not a place'],
    [{ byMapCellOf: 'restricted_place' }, 'not a place'],
    [{ byMapCellOf: 'latest_place' }, 'not a place'],
    [{ byMapCellOf: 'place', sum: 'price' }, 'nothing else'],
  ] as const)
    expect(
      () => resource({ ...boat, fields: { ...boat.fields, ...otherPlaces }, materialisedTotals: { total } }),
      why,
    ).toThrow(why);
});
