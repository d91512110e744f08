import { type AnyTimeSeries, hasStates, secondsUntilLost } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { computeMissingBalancesAndDailyTotals } from './compute-missing-balance-and-daily-total-of-readings.ts';
import { momentsAsMilliseconds, type ReadingColumns } from './readings-as-column-arrays.ts';
import {
  lockStatesOfRows,
  transactionWithStates,
  updateStatesFromReadings,
} from './update-reading-states-and-levels-of-rows.ts';
import { addReading, emptyReadingColumns, insertReadings } from './validate-and-store-batch-of-readings.ts';
import { measuredResourceOf } from './validate-time-series-declarations-and-find-resources.ts';

/** Hours after which a pushed reading is stored by the job: it no longer says anything about now. */
export const hoursUntilReadingIsLate = 24;
/** Task that stores late readings. */
export const lateReadingsTask = 'store_late_readings';

/** A reading that is not stored yet, with its values in wire form. */
export interface PendingReading {
  readonly of: number;
  readonly source: string;
  readonly at: number;
  readonly reading: Readonly<Record<string, unknown>>;
}

/** Puts readings aside; one that is held already stays as it is. */
export async function storePendingReadings(
  tx: Transaction,
  one: AnyTimeSeries,
  status: 'late' | 'suspect',
  readings: readonly PendingReading[],
): Promise<void> {
  if (readings.length === 0) return;
  await tx.query(sql`
    insert into reading_held (series, of_id, source, at, reading, status)
    select ${one.name}, r."of", r.source, to_timestamp(r.at), r.reading, ${status}
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r ("of" bigint, source text, at float8, reading jsonb)
    order by 2, 3, 4 on conflict do nothing`);
  if (status === 'late') await addTask(tx, lateReadingsTask, { series: one.name }, { key: `late ${one.name}` });
}

const heldColumns = sql`id, of_id as "of", source, round(extract(epoch from at), 3)::float8 as at, reading`;
type HeldRow = PendingReading & { readonly id: number };

const columnsOf = (engine: Pick<Engine, 'seal'>, one: AnyTimeSeries, held: readonly HeldRow[]) => {
  const columns = emptyReadingColumns(one);
  for (const [place, { of, source, at, reading }] of held.entries())
    addReading(columns, { place, of, source, at, values: reading }, engine.seal);
  return columns;
};

/** Readings of one turn of the job. */
const mostAtOnce = 1000;

/** Stores all late readings of a series. Levels do not follow them. Returns how many there were. */
export async function storeLateReadings(engine: Engine, one: AnyTimeSeries): Promise<number> {
  let all = 0;
  for (;;) {
    const stored = await transactionWithStates(engine, one, async (tx) => {
      const held = await tx.rows<HeldRow>(sql`
        delete from reading_held h using (select id as held from reading_held where series = ${one.name} and status = 'late'
          order by of_id, source, at limit ${mostAtOnce} for update skip locked) d
        where h.id = d.held returning ${heldColumns}`);
      const columns = columnsOf(engine, one, held);
      if (hasStates(one) && held.length > 0) await lockStatesOfRows(engine, tx, one, columns.of);
      await insertReadings(tx, one, await computeMissingBalancesAndDailyTotals(tx, one, columns));
      return held.length;
    });
    all += stored;
    if (stored < mostAtOnce) return all;
  }
}

/** Suspect readings of one row that nobody has decided yet, the oldest first. */
export async function listSuspectReadings(
  engine: Engine,
  one: AnyTimeSeries,
  caller: Caller,
  of: number,
): Promise<HeldRow[]> {
  return engine.db.rows<HeldRow>(sql`
    select ${heldColumns} from reading_held h where h.series = ${one.name} and h.status = 'suspect' and h.of_id = ${of}
      and ${whereSeen(engine, one, caller)} order by h.at limit 200`);
}

const whereSeen = (engine: Engine, one: AnyTimeSeries, caller: Caller) => {
  const parent = measuredResourceOf(one, engine.find);
  const scope = scopeOf(parent, caller, engine.find);
  return sql`exists (select from ${sql.id(tableOf(parent))} t where t.id = h.of_id${scope ? sql` and ${scope}` : sql.empty})`;
};

/**
 * Decides suspect readings of rows the caller may see. Accepted ones are stored, and levels follow those that are the
 * latest of their row. Returns how many were decided: others were decided before.
 */
export async function decideSuspectReadings(
  engine: Engine,
  one: AnyTimeSeries,
  caller: Caller,
  { keys, accept, now = Date.now() }: { keys: readonly number[]; accept: boolean; now?: number },
): Promise<number> {
  const { decided, events } = await transactionWithStates(engine, one, async (tx) => {
    const held = await tx.rows<HeldRow>(sql`
      update reading_held h set status = ${accept ? 'accepted' : 'discarded'}, decided_by = ${caller.id}, decided_at = now()
      where h.series = ${one.name} and h.status = 'suspect' and h.id = any(${keys}::bigint[]) and ${whereSeen(engine, one, caller)}
      returning ${heldColumns}`);
    const storing = accept && held.length > 0;
    return { decided: held.length, events: storing ? await storeAccepted(engine, tx, one, held, now) : 0 };
  });
  if (events > 0) engine.wakeRelay();
  return decided;
}

async function storeAccepted(
  engine: Engine,
  tx: Transaction,
  one: AnyTimeSeries,
  held: readonly HeldRow[],
  now: number,
): Promise<number> {
  const columns = columnsOf(engine, one, held);
  if (!hasStates(one)) {
    await insertReadings(tx, one, { columns });
    return 0;
  }
  const states = await lockStatesOfRows(engine, tx, one, columns.of);
  const stored = await insertReadings(tx, one, await computeMissingBalancesAndDailyTotals(tx, one, columns));
  const live = stored.filter(({ at }) => at >= now / 1000 - hoursUntilReadingIsLate * 3600);
  return updateStatesFromReadings(engine, tx, one, { states, stored: live, now });
}

/** Jumps below this number say nothing about what is usual. */
export const minJumpsForUsualJump = 100;
/** A jump is suspect above this many times the 99th percentile of the usual ones. */
const timesUsual = 5;
const jumpDays = 7;

/** Measures how much the numbers of a series usually change from one reading to the next. */
export async function measureUsualJumps({ db }: Pick<Engine, 'db'>, one: AnyTimeSeries): Promise<void> {
  const table = sql.id(tableOf(one));
  for (const name of one.pushed?.suspect ?? []) {
    const value = sql`${sql.id(name)}::float8`;
    await db.query(sql`
      with j as (
        select of_id, source, abs(${value} - lag(${value}) over (partition by of_id, source order by at)) as jump
        from ${table} where at > now() - make_interval(days => ${jumpDays})
      )
      insert into reading_jump (series, of_id, source, name, p99, jumps)
      select ${one.name}, of_id, source, ${name}, percentile_cont(0.99) within group (order by jump), count(*)
      from j where jump is not null group by of_id, source
      on conflict (series, of_id, source, name) do update set p99 = excluded.p99, jumps = excluded.jumps`);
  }
}

/** What is usual of a row and source, by the name of the number: its latest value, and the largest jump that is not suspect. */
interface Usual {
  readonly last: Record<string, number | null>;
  readonly most: Readonly<Record<string, number>>;
}

const partKey = ({ of, source }: Pick<PendingReading, 'of' | 'source'>) => `${of} ${source}`;

type Cells = ReadonlyMap<string, readonly SqlValue[]>;

/** Which readings have a suspect jump. */
export interface SuspectSearch {
  /** Reads what is usual of their rows and sources; with {@link find} after it. */
  readonly statement: Sql;
  /** Indexes of the readings, from the rows of the statement. */
  find(db: Queryable, rows: readonly Record<string, unknown>[]): Promise<Set<number>>;
}

/** Looks for readings with a suspect jump. Undefined: none can have one. */
export function searchSuspectReadings(one: AnyTimeSeries, columns: ReadingColumns): SuspectSearch | undefined {
  const names = one.pushed?.suspect ?? [];
  if (names.length === 0 || columns.of.length === 0) return undefined;
  const cellsOf = (name: string) => columns.values.find((value) => value.name === name)?.cells ?? [];
  const cells: Cells = new Map(names.map((name) => [name, cellsOf(name)]));
  const parts = partsOf(columns, cells);
  return {
    statement: usualStatement(one, parts, names),
    async find(db, rows) {
      if (rows.length === 0) return new Set();
      const usual = usualOf(parts, names, rows as readonly Found[]);
      await readOlderValues(db, one, { parts, usual, names });
      return suspectAmong(columns, cells, usual);
    },
  };
}

/** A suspect reading is not what the next one is compared with. */
function suspectAmong(
  { of, source, at }: ReadingColumns,
  cells: Cells,
  usual: ReadonlyMap<string, Usual>,
): Set<number> {
  const names = [...cells.keys()];
  const suspect = new Set<number>();
  const order = of.map((_, place) => place).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
  for (const place of order) {
    const found = usual.get(partKey({ of: of[place] ?? 0, source: source[place] ?? '' }));
    if (!found) continue;
    const { last, most } = found;
    const compared = names.flatMap((name) => {
      const [value, before, limit] = [cells.get(name)?.[place], last[name], most[name]];
      return typeof value === 'number' && typeof before === 'number' && limit !== undefined
        ? [{ name, value, isUsual: Math.abs(value - before) <= limit }]
        : [];
    });
    if (compared.some(({ isUsual }) => !isUsual)) suspect.add(place);
    else for (const { name, value } of compared) last[name] = value;
  }
  return suspect;
}

/** Seconds within which most readings have one before them; what is read of an index page grows with them. */
const usualSeconds = (one: AnyTimeSeries): number => secondsUntilLost(one) ?? 3600;
type Found = Record<string, number | null> & { index: number };

/** Reads what is usual of the rows and sources of some readings. */
function usualStatement(one: AnyTimeSeries, parts: readonly Part[], names: readonly string[]): Sql {
  const mostOf = names.map((_, place) => sql.id(`most_${place}`));
  const joins = names.map((name, place) => {
    const jump = sql.id(`j${place}`);
    return sql` left join reading_jump ${jump} on ${jump}.series = ${one.name} and ${jump}.of_id = r."of" and ${jump}.source = r.source
        and ${jump}.name = ${name} and ${jump}.jumps >= ${minJumpsForUsualJump}::int and ${jump}.p99 > 0`;
  });
  const mosts = names.map(
    (_, place) => sql`${timesUsual}::float8 * ${sql.id(`j${place}`, 'p99')} as ${mostOf[place] as Sql}`,
  );
  return namePreparedStatement(sql`
      select r.index, ${sql.join(mosts)}, l.*
      from ${rowsOfParts(parts)}${sql.join(joins, '')} ${latestValues(one, parts, names, usualSeconds(one))}
      where coalesce(${sql.join(names.map((_, place) => sql.id(`j${place}`, 'p99')))}) is not null`);
}

function usualOf(parts: readonly Part[], names: readonly string[], found: readonly Found[]): Map<string, Usual> {
  const usual = new Map<string, Usual>();
  for (const each of found) {
    const last = Object.fromEntries(names.map((name) => [name, each[name] ?? null]));
    const most = names.flatMap((name, place): [string, number][] => {
      const limit = each[`most_${place}`];
      return typeof limit === 'number' ? [[name, limit]] : [];
    });
    usual.set(partKey(parts[each.index] as Part), { last, most: Object.fromEntries(most) });
  }
  return usual;
}

/** The readings of a row and source in a batch: the moment of the first, and the numbers that any of them has. */
interface Part extends Pick<PendingReading, 'of' | 'source'> {
  at: number;
  /** Their places among the names as bits: a batch has a thousand parts, and a set for each would be garbage. */
  numbers: number;
}

function partsOf({ of, source, at }: Pick<ReadingColumns, 'of' | 'source' | 'at'>, cells: Cells): Part[] {
  const columns = [...cells.values()];
  const parts = new Map<string, Map<number, Part>>();
  for (const [place, row] of of.entries()) {
    const name = source[place] ?? '';
    const moment = at[place] ?? 0;
    const ofSource = parts.get(name) ?? new Map<number, Part>();
    let part = ofSource.get(row);
    if (!part) {
      part = { of: row, source: name, at: moment, numbers: 0 };
      parts.set(name, ofSource.set(row, part));
    }
    if (moment < part.at) part.at = moment;
    for (let name = 0; name < columns.length; name++)
      if (typeof columns[name]?.[place] === 'number') part.numbers |= 1 << name;
  }
  return [...parts.values()].flatMap((ofSource) => [...ofSource.values()]);
}

/** The latest value of a number may be older than usual, or older than the latest reading of its part, which lacks it. */
async function readOlderValues(
  db: Queryable,
  one: AnyTimeSeries,
  { parts, usual, names }: { parts: readonly Part[]; usual: ReadonlyMap<string, Usual>; names: readonly string[] },
): Promise<void> {
  for (const [index, name] of names.entries()) {
    const lacking = parts.filter((part) => {
      const found = usual.get(partKey(part));
      return found?.most[name] !== undefined && found.last[name] === null && (part.numbers & (1 << index)) !== 0;
    });
    if (lacking.length === 0) continue;
    const latest = latestValues(one, lacking, [name], jumpDays * 86_400, sql` and t.${sql.id(name)} is not null`);
    for (const each of await db.rows<Found>(
      sql`select r.index, l.* from ${rowsOfParts(lacking)} ${latest} where l.${sql.id(name)} is not null`,
    )) {
      const found = usual.get(partKey(lacking[each.index] as Part));
      if (found) found.last[name] = each[name] ?? null;
    }
  }
}

/** Parts with the moments of their first readings, as rows of alias `r`. */
function rowsOfParts(parts: readonly Part[]): Sql {
  const { after, toMoment } = momentsAsMilliseconds(parts.map(({ at }) => at));
  return sql`(select p.index, p."of", p.source, ${toMoment(sql`p.after`)} as at
    from unnest(${parts.map((_, index) => index)}::int[], ${parts.map(({ of }) => of)}::bigint[],
      ${parts.map(({ source }) => source)}::text[], ${after}::bigint[]) p (index, "of", source, after)) r`;
}

/**
 * The values of the latest reading in the `seconds` before that of row `r`, of alias `l`. Moments of the whole batch let PostgreSQL
 * plan few partitions of a hundred.
 */
function latestValues(
  one: AnyTimeSeries,
  parts: readonly Part[],
  names: readonly string[],
  seconds: number,
  where = sql.empty,
): Sql {
  const last = parts.reduce((high, { at }) => Math.max(high, at), 0);
  const first = parts.reduce((low, { at }) => Math.min(low, at), last) - seconds;
  const isoOf = (at: number) => new Date(at * 1000).toISOString();
  const columns = names.map((name) => sql`t.${sql.id(name)}::float8 as ${sql.id(name)}`);
  return sql`left join lateral (select ${sql.join(columns)} from ${sql.id(tableOf(one))} t
      where t.of_id = r."of" and t.source = r.source and t.at < r.at
        and t.at >= r.at - make_interval(secs => ${seconds}::float8)${where} and t.at >= ${isoOf(first)}::timestamptz and t.at < ${isoOf(last)}::timestamptz order by t.at desc limit 1) l on true`;
}
