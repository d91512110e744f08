import { type AnyTimeSeries, hasStates } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { fillRunningBalances } from './fill-running-balance-of-readings.ts';
import { measuredResourceOf } from './resources-of-time-series.ts';
import { lockStatesOfRows, updateStatesFromReadings } from './update-states-from-readings.ts';
import { addReading, emptyReadingColumns, insertReadings } from './write-readings.ts';

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
    const stored = await engine.db.transaction(async (tx) => {
      const held = await tx.rows<HeldRow>(sql`
        delete from reading_held h using (select id as held from reading_held where series = ${one.name} and status = 'late'
          order by of_id, source, at limit ${mostAtOnce} for update skip locked) d
        where h.id = d.held returning ${heldColumns}`);
      const columns = columnsOf(engine, one, held);
      if (hasStates(one) && held.length > 0) await lockStatesOfRows(engine, tx, one, columns.of);
      await insertReadings(tx, one, await fillRunningBalances(tx, one, columns));
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
  const { decided, events } = await engine.db.transaction(async (tx) => {
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
    await insertReadings(tx, one, columns);
    return 0;
  }
  const states = await lockStatesOfRows(engine, tx, one, columns.of);
  const stored = await insertReadings(tx, one, await fillRunningBalances(tx, one, columns));
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

/** A number of a row and source: its latest reading before a moment, and the largest jump that is not suspect. */
interface Usual {
  readonly of: number;
  readonly source: string;
  readonly name: string;
  last: number;
  readonly most: number;
}

/** Indexes of the readings with a suspect jump. A suspect reading is not what the next one is compared with. */
export async function findSuspectReadings(
  db: Queryable,
  one: AnyTimeSeries,
  readings: readonly PendingReading[],
): Promise<Set<number>> {
  const names = one.pushed?.suspect ?? [];
  const suspect = new Set<number>();
  if (names.length === 0 || readings.length === 0) return suspect;
  const usual = new Map<string, Usual>();
  const key = (of: number, source: string, name: string) => `${of} ${name} ${source}`;
  const ordered = readings.map((reading, place) => ({ ...reading, place })).sort((a, b) => a.at - b.at);
  const firsts = new Map(ordered.toReversed().map((reading) => [`${reading.of} ${reading.source}`, reading]));
  const sought = JSON.stringify([...firsts.values()].map(({ of, source, at }) => ({ of, source, at })));
  for (const name of names)
    for (const found of await db.rows<Usual>(sql`
      select r."of", r.source, ${name}::text as name, l.last, ${timesUsual} * j.p99 as most
      from jsonb_to_recordset(${sought}::jsonb) as r ("of" bigint, source text, at float8)
      join reading_jump j on j.series = ${one.name} and j.of_id = r."of" and j.source = r.source and j.name = ${name}
      cross join lateral (select t.${sql.id(name)}::float8 as last from ${sql.id(tableOf(one))} t
        where t.of_id = r."of" and t.source = r.source and t.at < to_timestamp(r.at) and t.${sql.id(name)} is not null order by t.at desc limit 1) l
      where j.jumps >= ${minJumpsForUsualJump} and j.p99 > 0`))
      usual.set(key(found.of, found.source, name), found);
  for (const { of, source, reading, place } of ordered) {
    const compared = names.flatMap((name) => {
      const value = reading[name];
      const one = usual.get(key(of, source, name));
      return one && typeof value === 'number' ? [{ one, value }] : [];
    });
    if (compared.some(({ one, value }) => Math.abs(value - one.last) > one.most)) suspect.add(place);
    else for (const { one, value } of compared) one.last = value;
  }
  return suspect;
}
