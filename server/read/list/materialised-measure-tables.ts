import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { MaterialisedTotal, Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isMoment } from '#kernel/kind/datetime.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { findMeasure, listsKeys } from '#kernel/resource/statistical-measures-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import type { Database, Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { cellsOfTotal, mapCellZoom, usualZooms } from '#server/wall-panel/map-grid-sql.ts';
import type { PanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { compileDeclaredConditions } from '../condition/compile-column-conditions-to-sql.ts';
import type { ParsedListQuery, RowSelectingProperty } from '../condition/parsed-list-query.ts';
import { hasOwnersStates } from '../scope/rows-visible-to-owners-only.ts';

/** A measure or total maintained by triggers: its name in the tables, and its dimensions in order, without the area. */
interface Materialised extends Pick<Measure, 'sum' | 'where'>, Pick<MaterialisedTotal, 'byAreaLevel' | 'byMapCellOf'> {
  readonly key: string;
  readonly resource: AnyResource;
  /** Field that decides the day of a row; undefined: rows are counted regardless of time. */
  readonly at: string | undefined;
  readonly dims: readonly string[];
  readonly area: boolean;
}

/** Digits of the area code by which a total is also kept, each under a name of its own: country, province, prefecture. */
const areaLevels = [0, 2, 4] as const;
/** How often four cells of the map are put together in these, so that they are those of the grid of such an area. */
const cellStepsOf = (digits: (typeof areaLevels)[number]): number =>
  Math.max(0, mapCellZoom - (usualZooms[digits / 2] ?? mapCellZoom));
const keyOfLevel = (key: string, digits: (typeof areaLevels)[number]) => `${key}@${digits}`;
const keysOf = ({ key, byAreaLevel }: Materialised): string[] => [
  key,
  ...(byAreaLevel ? areaLevels.map((digits) => keyOfLevel(key, digits)) : []),
];

const dimensionsOf = (by: readonly string[]): Pick<Materialised, 'dims' | 'area'> => ({
  dims: by.filter((one) => one !== 'area_code').sort(),
  area: by.includes('area_code'),
});

function materialisedOf(
  resource: AnyResource,
  name: string,
  { by, at = 'createtime', sum, where }: Measure,
): Materialised {
  return {
    key: `${resource.name}.${name}`,
    resource,
    at,
    ...dimensionsOf(by),
    ...(sum && { sum }),
    ...(where && { where }),
  };
}

/** The materialised totals of a resource, under its own name, which no measure may have. */
const totalsOf = (resource: AnyResource): Materialised | undefined =>
  resource.countedBy && { key: resource.name, resource, at: undefined, ...dimensionsOf(resource.countedBy) };

/** The end of the names of totals by day. */
const byDay = '@day';

/** A total of `materialisedTotals`. Its name has no dot, by which totals differ from measures. */
function namedTotalOf(resource: AnyResource, name: string): Materialised {
  const { by = [], at, sum, where, ...further } = resource.materialisedTotals?.[name] ?? {};
  return {
    key: `${resource.name}:${name}${at === undefined ? '' : byDay}`,
    resource,
    at,
    dims: by.toSorted(),
    area: true,
    ...(sum && { sum }),
    ...(where && { where }),
    ...further,
  };
}

/**
 * Source of the materialised cells, as rows of alias `t` with dimensions, `day`, `n` and `total`; undefined if the
 * query needs something not materialised: another field, part of a day.
 */
export function materialisedMeasureRows(
  resource: AnyResource,
  name: string,
  measure: Measure,
  query: Pick<ParsedListQuery, RowSelectingProperty>,
): Sql | undefined {
  if (!measure.materialised) return undefined;
  const materialised = materialisedOf(resource, name, measure);
  return canAnswer(materialised, query) ? storedCells(materialised) : undefined;
}

/**
 * Source of the materialised row counts, as rows of alias `t` with the fields of `countedBy` and `n`; undefined if
 * another field is needed (`by` or a condition), or if the caller's scope is not by area.
 */
export function materialisedRowCounts(
  resource: AnyResource,
  caller: Caller,
  query: Pick<ParsedListQuery, RowSelectingProperty | 'within' | 'initial'>,
  by: readonly string[] = [],
): Sql | undefined {
  const totals = totalsOf(resource);
  if (!totals || caller.type === 'member' || query.within !== undefined || query.initial) return undefined;
  return canAnswer(totals, query) && by.every((one) => hasDimension(totals, one)) ? storedCells(totals) : undefined;
}

const hasDimension = ({ dims, area }: Materialised, name: string) =>
  dims.includes(name) || (area && name === 'area_code');

/** Whether materialised values suffice for the requested rows. */
function canAnswer(materialised: Materialised, query: Pick<ParsedListQuery, RowSelectingProperty>): boolean {
  const { scope, copies, grants, below } = materialised.resource;
  if (
    copies ||
    below !== undefined ||
    hasOwnersStates(materialised.resource) ||
    query.quickSearch !== '' ||
    query.holder !== undefined
  )
    return false;
  if (query.anyOf || query.awaitsMe || query.handledByMe) return false;
  if (!query.conditions.every(({ field }) => hasDimension(materialised, field))) return false;
  return scope === 'all' ? grants === undefined : scope === 'area' && materialised.area;
}

/**
 * The cells of a materialised measure, as {@link materialisedMeasureRows} returns them, without a caller: for figures of the
 * wall.
 */
export function materialisedMeasureCells(resource: AnyResource, name: string): Sql {
  const measure = findMeasure(resource, name);
  if (!measure?.materialised) throw new Error(`${resource.name}: ${name} is not materialised`);
  return storedCells(materialisedOf(resource, name, measure));
}

/**
 * The cells of a materialised total inside an area, with its fields, `day`, `n` and `total`. A list of keys is there as one
 * key each.
 */
export function materialisedTotalCells(
  resource: AnyResource,
  name: string,
  { area, absorbed, inside }: PanelAreaFilter,
): Sql {
  const total = namedTotalOf(resource, name);
  const prefix = areaPrefix(area.code);
  const digits = areaLevels.find((one) => one === prefix.length);
  if (!total.byAreaLevel || digits === undefined)
    return storedCells(total, sql`p.measure = ${literal(total.key)} and ${inside('p')}`);
  const ofLevel = sql`p.measure = ${literal(keyOfLevel(total.key, digits))} and p.area_code = ${prefix}`;
  return absorbed.length === 0
    ? storedCells(total, ofLevel)
    : storedCells(total, sql`(${ofLevel} or ${ofAbsorbed(total, absorbed, prefix)})`);
}

/**
 * The numbers of rows inside an area by cell of the map, of a total that has them (`byMapCellOf`): its fields and what
 * {@link cellsOfTotal} adds. Undefined: the cells of its zoom are larger than those of the grid.
 */
export function materialisedMapCells(
  resource: AnyResource,
  name: string,
  { area, absorbed, inside }: PanelAreaFilter,
  zoom: number,
): Sql | undefined {
  const total = namedTotalOf(resource, name);
  const cellsOf = (where: Sql, steps = 0) =>
    cellsOfTotal(storedCells(total, where), total.dims, mapCellZoom - steps - zoom);
  if (zoom > mapCellZoom) return undefined;
  const prefix = areaPrefix(area.code);
  const digits = areaLevels.find((one) => one === prefix.length);
  if (!total.byAreaLevel || digits === undefined || zoom > mapCellZoom - cellStepsOf(digits))
    return cellsOf(sql`p.measure = ${literal(total.key)} and ${inside('p')}`);
  const ofLevel = cellsOf(
    sql`p.measure = ${literal(keyOfLevel(total.key, digits))} and p.area_code = ${prefix}`,
    cellStepsOf(digits),
  );
  return absorbed.length === 0 ? ofLevel : sql`${ofLevel} union all ${cellsOf(ofAbsorbed(total, absorbed, prefix))}`;
}

/** Cells of ended divisions that were merged into an area, as far as they do not belong to it by their code. */
const ofAbsorbed = ({ key }: Materialised, absorbed: readonly string[], prefix: string): Sql =>
  sql`p.measure = ${literal(key)} and p.area_code = any(${[...absorbed]}::text[]) and not starts_with(p.area_code, ${prefix})`;

/** The cells of the row counts of a resource with `countedBy`, with its fields and `n`, without a caller: for the wall. */
export function materialisedRowCountCells(resource: AnyResource): Sql {
  const totals = totalsOf(resource);
  if (!totals) throw new Error(`${resource.name}: its rows are not counted`);
  return storedCells(totals);
}

/** The numbers of rows of a resource by area, as `code` and `n`: from its totals, if it has them. */
export function countsByAreaSql(resource: AnyResource): Sql {
  const totals = totalsOf(resource);
  return totals?.area
    ? sql`select c.area_code as code, sum(c.n)::int as n from ${storedCells(totals)} c group by 1`
    : sql`select t.area_code as code, count(*)::int as n from ${sql.id(tableOf(resource))} t group by 1`;
}

/**
 * The name of a total is a literal, because a plan for any name would expect the cells of an average total: a thousand in a
 * county, of which there are twelve.
 */
function storedCells(
  { key, resource, dims, byMapCellOf }: Materialised,
  where = sql`p.measure = ${literal(key)}`,
): Sql {
  const fields = allColumnsOf(resource);
  const columns = dims.map(
    (one, at) =>
      sql`p.dims[${sql.raw(String(at + 1))}]::${sql.raw(kindOf(fields[one] as AnyField).column.replace('[]', ''))} as ${sql.id(one)}`,
  );
  if (byMapCellOf) columns.push(sql`p.dims[${sql.raw(String(dims.length + 1))}]::bigint as map_cell`);
  return sql`(select ${sql.join([...columns, sql`p.area_code`, sql`p.day`, sql`p.n`, sql`p.total`])} from measure_part p where ${where})`;
}

/**
 * Creates materialised measures, and rebuilds those whose declaration has changed. Rows are counted once while writes
 * are blocked. Afterwards every write adds its change in its own transaction, so that the figures are exact at any
 * time, even after a crash.
 */
export async function prepareMaterialisedMeasureTables(db: Database, resources: readonly AnyResource[]): Promise<void> {
  const declared = resources.flatMap((resource) => [
    ...Object.entries(resource.measures ?? {}).flatMap(([name, measure]) =>
      measure.materialised ? [materialisedOf(resource, name, measure)] : [],
    ),
    ...[totalsOf(resource)].filter((one) => one !== undefined),
    ...Object.keys(resource.materialisedTotals ?? {}).map((name) => namedTotalOf(resource, name)),
  ]);
  const existing = new Map(
    (
      await db.rows<{ measure: string; definition: string }>(
        sql`select measure, definition from materialised_measure`.asBrief(),
      )
    ).map((one) => [one.measure, one.definition]),
  );
  for (const one of declared) if (existing.get(one.key) !== definitionOf(one)) await rebuild(db, one);
  for (const key of existing.keys())
    if (!declared.some((one) => one.key === key))
      await db.transaction(async (tx) => {
        await dropTriggers(tx, key);
        await tx.query(deleteCells([key, ...areaLevels.map((digits) => keyOfLevel(key, digits))]));
        await tx.query(sql`delete from materialised_measure where measure = ${key}`);
      });
}

async function rebuild(db: Database, measure: Materialised): Promise<void> {
  const { key, resource } = measure;
  const table = sql.id(tableOf(resource));
  await db.transaction(async (tx) => {
    // counting millions of rows once takes longer than any call may
    await tx.query('set local statement_timeout = 0');
    await tx.query(sql`lock table ${table} in share row exclusive mode`);
    // another process may have done it while this one waited for the lock
    const done = await tx.row<{ definition: string }>(
      sql`select definition from materialised_measure where measure = ${key}`,
    );
    if (done?.definition === definitionOf(measure)) return;
    await dropTriggers(tx, key);
    await tx.query(deleteCells(keysOf({ ...measure, byAreaLevel: true })));
    await tx.query(
      sql`insert into measure_part (measure, day, area_code, dims, n, total) ${cellsOf(measure, [sql`select t.*, 1 as sign from ${table} t`])}`,
    );
    await createTriggers(tx, measure);
    await tx.query(sql`insert into materialised_measure (measure, definition) values (${key}, ${definitionOf(measure)})
      on conflict (measure) do update set definition = excluded.definition, rebuilt_at = now()`);
  });
}

const deleteCells = (keys: readonly string[]): Sql =>
  sql`delete from measure_part where measure = any(${[...keys]}::text[])`;

/** Cells of totals into which rows are written: those of all time, and of totals by day the recent ones. */
const cellsOfTotals = (): Sql => sql`(
  select c.*, c.ctid from measure_part c where c.measure in (${namesOfTotals(sql`m.measure not like ${`%${byDay}`}`)})
  union all
  select c.*, c.ctid from measure_part c where c.measure in (${namesOfTotals(sql`m.measure like ${`%${byDay}`}`)}) and c.day >= ${addDays(shanghaiToday(), -1)}::date) p`;

function namesOfTotals(which: Sql): Sql {
  const levels = ['', ...areaLevels.map((digits) => keyOfLevel('', digits))];
  return sql`select m.measure || l.level from materialised_measure m cross join unnest(${levels}::text[]) l (level) where strpos(m.measure, '.') = 0 and ${which}`;
}

/**
 * Merges the entries left by many writes, of `totals` or of everything. Returns by how many rows that reduces the
 * table. Sums do not change, so readers may see either form. Concurrent runs add up only what they removed themselves.
 */
export async function compactMaterialisedMeasureTables(db: Queryable, what: 'all' | 'totals' = 'all'): Promise<number> {
  const folded = await db.row<{ n: number }>(sql`
    with cell as (
      select array_agg(p.ctid) as parts from ${what === 'totals' ? cellsOfTotals() : sql`measure_part p`}
      group by measure, day, area_code, dims having count(*) > 1 or (sum(n) = 0 and sum(total) = 0)
    ), gone as (
      delete from measure_part where ctid = any(array(select unnest(parts) from cell)) returning *
    ), put as (
      insert into measure_part (measure, day, area_code, dims, n, total)
      select measure, day, area_code, dims, sum(n), sum(total) from gone group by measure, day, area_code, dims
      having sum(n) <> 0 or sum(total) <> 0 returning 1
    ) select ((select count(*) from gone) - (select count(*) from put))::int as n`);
  return folded?.n ?? 0;
}

/** The cells resulting from rows with a `sign`. */
function cellsOf(measure: Materialised, sources: readonly Sql[]): Sql {
  const { key, resource, dims, area, sum, byAreaLevel, byMapCellOf } = measure;
  const fields = allColumnsOf(resource);
  const list = dims.find((one) => listsKeys(fields[one]));
  const values = dims.map((one) => (one === list ? sql`e.value::text` : sql`t.${sql.id(one)}::text`));
  const steps = byAreaLevel ? sql`l.steps` : sql`0`;
  if (byMapCellOf) values.push(sql`map_cell(t.${sql.id(byMapCellOf)}, ${steps})::text`);
  // totals of cells of the map add up where in the cell their rows are
  const added = byMapCellOf ? sql`map_offset(t.${sql.id(byMapCellOf)}, ${steps})` : sum && summed(fields, sum);
  const total = added === undefined ? sql`0` : sql`coalesce(sum(t.sign * ${added}), 0)`;
  const checks = compileDeclaredConditions(resource, toListConditions(measure.where ?? [], ''));
  const where = checks.length > 0 ? sql` where ${sql.join(checks, ' and ')}` : sql.empty;
  const each = list === undefined ? sql.empty : sql` cross join lateral unnest(t.${sql.id(list)}) e (value)`;
  const stepsOf = (of: number) => (byMapCellOf ? sql`, ${of}::int` : sql.empty);
  const levels = areaLevels.map(
    // rows without an area belong to the country only
    (digits) =>
      sql`, (${literal(keyOfLevel(key, digits))}, ${digits === 0 ? sql`''` : sql`left(t.area_code, ${digits}::int)`}${stepsOf(cellStepsOf(digits))})`,
  );
  const places = byAreaLevel
    ? sql` cross join lateral (values (${literal(key)}, t.area_code${stepsOf(0)})${sql.join(levels, '')}) l (measure, area_code${byMapCellOf ? sql`, steps` : sql.empty})`
    : sql.empty;
  const place = byAreaLevel ? sql`l.area_code` : area ? sql`t.area_code` : sql`null::text`;
  return sql`select ${byAreaLevel ? sql`l.measure` : literal(key)}, ${dayOf(measure)}, ${place}, array[${sql.join(values)}]::text[], sum(t.sign), ${total}
    from (${sql.join(sources, ' union all ')}) t${each}${places}${where} group by ${byAreaLevel ? sql`1, ` : sql.empty}2, 3, 4
    having sum(t.sign) <> 0 or ${total} <> 0`;
}

/** A field that is added up; fractions in decimals, so that what is taken away later is exactly what was added. */
const summed = (fields: ReturnType<typeof allColumnsOf>, name: string): Sql =>
  kindOf(fields[name] as AnyField).column === 'double precision'
    ? sql`t.${sql.id(name)}::numeric`
    : sql`t.${sql.id(name)}`;

/** The Shanghai day a row counts for. */
function dayOf({ resource, at }: Materialised): Sql {
  if (at === undefined) return sql`null::date`;
  const column = sql`t.${sql.id(at)}`;
  return isMoment(allColumnsOf(resource)[at]) ? sql`(${column} at time zone 'Asia/Shanghai')::date` : column;
}

const literal = (value: string) => sql.raw(`'${value.replaceAll("'", "''")}'`);

/** The body of the trigger, by which changed declarations are recognised. */
const definitionOf = (measure: Materialised): string => bodyOf(cellsOf(measure, [sql.raw('select * from changed')]));

/** A statement as text with its values as literals, because triggers take no parameters. */
function bodyOf(statement: Sql): string {
  return statement.text.replace(/\$(\d+)/g, (_, at: string) => {
    const value = statement.values[Number(at) - 1];
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (value === null) return 'null';
    if (typeof value === 'string') return literal(value).text;
    throw new Error('a measure compares with text, numbers and flags');
  });
}

const functionOf = (key: string) => `measure_${key.replaceAll(/[^a-zA-Z0-9]/g, '_').toLowerCase()}`;

async function createTriggers(tx: Transaction, measure: Materialised): Promise<void> {
  const name = functionOf(measure.key);
  const table = tableOf(measure.resource);
  const added = sql.raw('select *, 1 as sign from added');
  const gone = sql.raw('select *, -1 as sign from gone');
  const events = [
    ['insert', [added], 'new table as added'],
    ['update', [added, gone], 'old table as gone new table as added'],
    ['delete', [gone], 'old table as gone'],
  ] as const;
  for (const [event, sources, referencing] of events) {
    const cells = bodyOf(cellsOf(measure, sources));
    await tx.query(
      `create function "${name}_${event}"() returns trigger language plpgsql as $measure$ begin
         insert into measure_part (measure, day, area_code, dims, n, total) ${cells};
         return null; end $measure$`,
    );
    await tx.query(
      `create trigger "${name}_${event}" after ${event} on "${table}" referencing ${referencing}
       for each statement execute function "${name}_${event}"()`,
    );
  }
}

async function dropTriggers(tx: Transaction, key: string): Promise<void> {
  for (const event of ['insert', 'update', 'delete'])
    await tx.query(`drop function if exists "${functionOf(key)}_${event}" cascade`);
}
