import type { AnyField } from '#kernel/declaration/field.ts';
import {
  type LevelStepsInForce,
  levelFromStepsInForce,
  levelStepsAfterGap,
  levelStepsAfterReading,
} from '#kernel/module/reading-level-with-hysteresis.ts';
import { type AnyTimeSeries, type SeriesEvent, secondsUntilLost } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { aggregateValue } from '#server/read/condition/referring-rows-aggregate-sql.ts';
import { emitSeriesEvents, type SeriesEventOfRow } from './emit-time-series-events.ts';
import { measuredResourceOf } from './resources-of-time-series.ts';

/** A reading that was stored just now, with the value that levels follow. */
export interface StoredReading {
  readonly of: number;
  readonly source: string;
  readonly at: number;
  readonly value: number | null;
}

/** The state of a row of a series. Moments are unix seconds. */
interface ReadingState {
  readonly of: number;
  at: number | null;
  value: number | null;
  against: number | null;
  level: number;
  level_at: number | null;
  in_force: LevelStepsInForce;
  lost: boolean;
}

/** The limit of a row of alias `t`. */
export function limitOfMeasuredRow(one: AnyTimeSeries, engine: Pick<Engine, 'find'>): Sql {
  if (!one.levels) return sql`null::float8`;
  const parent = measuredResourceOf(one, engine.find);
  const from = (parent.fields[one.levels.against] as AnyField).from;
  return from
    ? sql`(${aggregateValue(from, parent, systemCaller(), engine.find)})::float8`
    : sql`t.${sql.id(one.levels.against)}::float8`;
}

/** Locks the states of rows, in the order of their keys, until the transaction ends: batches follow one another. */
export async function lockStatesOfRows(
  engine: Pick<Engine, 'find'>,
  tx: Transaction,
  one: AnyTimeSeries,
  of: readonly number[],
): Promise<ReadingState[]> {
  const keys = [...new Set(of)].sort((first, second) => first - second);
  await tx.query(sql`insert into reading_state (series, of_id)
    select ${one.name}, k from unnest(${keys}::bigint[]) k order by k on conflict do nothing`);
  await tx.query(
    sql`select from reading_state where series = ${one.name} and of_id = any(${keys}::bigint[]) order by of_id for update`,
  );
  // read after all are locked: another batch may have changed them meanwhile
  return tx.rows<ReadingState>(sql`
    select s.of_id as "of", extract(epoch from s.at)::float8 as at, s.value, ${limitOfMeasuredRow(one, engine)} as against, s.level,
      extract(epoch from s.level_at)::float8 as level_at, s.in_force, s.lost
    from reading_state s left join ${sql.id(tableOf(measuredResourceOf(one, engine.find)))} t on t.id = s.of_id
    where s.series = ${one.name} and s.of_id = any(${keys}::bigint[])`);
}

/**
 * Has the states of rows follow their new readings, and writes what changed: levels and their events. Readings older than
 * the latest of their row change nothing. Returns the number of events.
 */
export async function updateStatesFromReadings(
  engine: Engine,
  tx: Transaction,
  one: AnyTimeSeries,
  { states, stored, now }: { states: readonly ReadingState[]; stored: readonly StoredReading[]; now: number },
): Promise<number> {
  const byRow = new Map<number, StoredReading[]>();
  for (const reading of stored) byRow.set(reading.of, [...(byRow.get(reading.of) ?? []), reading]);
  const facts: SeriesEventOfRow[] = [];
  const changed: ReadingState[] = [];
  for (const state of states) {
    // of gates that report the same moment each adds to the balance: the one stored last knows all of them
    const isNewer = ({ at }: StoredReading) => at > (state.at ?? 0) || (one.balance !== undefined && at === state.at);
    const newer = (byRow.get(state.of) ?? []).filter(isNewer).sort((a, b) => a.at - b.at);
    if (newer.length === 0) continue;
    for (const reading of newer) followOne(one, state, reading, facts);
    const seconds = secondsUntilLost(one);
    if (state.lost && seconds !== undefined && now / 1000 - (state.at ?? 0) < seconds) {
      state.lost = false;
      facts.push({ row: state.of, fact: 'data_back', at: state.at ?? 0 });
    }
    changed.push(state);
  }
  await storeStates(tx, one, changed);
  await storeChanges(tx, one, facts);
  return emitSeriesEvents(engine, tx, one, facts);
}

function followOne(
  one: AnyTimeSeries,
  state: ReadingState,
  { at, value }: StoredReading,
  facts: SeriesEventOfRow[],
): void {
  const seconds = secondsUntilLost(one);
  const gap = seconds !== undefined && state.at !== null && at - state.at >= seconds;
  state.at = at;
  if (!one.levels || value === null) return;
  state.value = value;
  if (state.against === null || !(state.against > 0)) return;
  const percent = (value / state.against) * 100;
  const before = state.level;
  state.in_force = levelStepsAfterReading(one.levels, gap ? levelStepsAfterGap(state.in_force) : state.in_force, {
    at,
    percent,
  });
  state.level = levelFromStepsInForce(state.in_force);
  if (state.level === before) return;
  state.level_at = at;
  const fact: SeriesEvent = state.level > before ? 'level_raised' : 'level_lowered';
  facts.push({ row: state.of, fact, at, level: state.level, before, value, against: state.against });
}

async function storeStates(db: Queryable, one: AnyTimeSeries, states: readonly ReadingState[]): Promise<void> {
  if (states.length === 0) return;
  await db.query(sql`
    update reading_state s set at = to_timestamp(n.at), value = n.value, against = n.against, level = n.level,
      level_at = to_timestamp(n.level_at), in_force = n.in_force, lost = n.lost
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as n ("of" bigint, at float8, value float8, against float8, level int, level_at float8, in_force jsonb, lost boolean)
    where s.series = ${one.name} and s.of_id = n."of"`);
}

async function storeChanges(db: Queryable, one: AnyTimeSeries, facts: readonly SeriesEventOfRow[]): Promise<void> {
  const changes = facts.filter(({ level }) => level !== undefined);
  if (changes.length === 0) return;
  await db.query(sql`
    insert into reading_level_change (series, of_id, at, level_before, level, value, against)
    select ${one.name}, n."row", to_timestamp(n.at), n.before, n.level, n.value, n.against
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as n ("row" bigint, at float8, before int, level int, value float8, against float8)`);
}

/** Rows whose levels end in one transaction. */
const mostEnded = 500;

/**
 * Ends, at a moment, the levels of rows whose latest reading is from before it, with an event each: where readings stopped,
 * none would ever end them. Returns how many ended.
 */
export async function endLevelsBefore(engine: Engine, one: AnyTimeSeries, at: number): Promise<number> {
  let total = 0;
  for (;;) {
    const ended = await engine.db.transaction(async (tx) => {
      const rows = await tx.rows<{ row: number; before: number; value: number; against: number }>(sql`
        update reading_state s set level = 0, level_at = to_timestamp(${at}), in_force = '{}' from (
          select of_id, level from reading_state where series = ${one.name} and level > 0 and at < to_timestamp(${at})
          order by of_id limit ${mostEnded} for update) d
        where s.series = ${one.name} and s.of_id = d.of_id
        returning s.of_id as "row", d.level as before, s.value, s.against`);
      const facts = rows.map((row): SeriesEventOfRow => ({ ...row, fact: 'level_lowered', at, level: 0 }));
      await storeChanges(tx, one, facts);
      await emitSeriesEvents(engine, tx, one, facts);
      return facts.length;
    });
    total += ended;
    if (ended > 0) engine.wakeRelay();
    if (ended < mostEnded) return total;
  }
}

/** Rows marked by one statement. */
const mostLost = 500;

/**
 * Marks rows without a reading for `gapAfter` intervals as lost, with an event each. A row that is being written just now
 * is passed over. Returns how many were marked.
 */
export async function markRowsWithoutReadings(engine: Engine, one: AnyTimeSeries): Promise<number> {
  const seconds = secondsUntilLost(one);
  if (seconds === undefined) return 0;
  let marked = 0;
  for (;;) {
    const lost = await engine.db.transaction(async (tx) => {
      const rows = await tx.rows<{ row: number; at: number }>(sql`
        update reading_state s set lost = true, lost_at = now() from (
          select of_id from reading_state where series = ${one.name} and not lost and at < now() - make_interval(secs => ${seconds})
          order by of_id limit ${mostLost} for update skip locked) d
        where s.series = ${one.name} and s.of_id = d.of_id
        returning s.of_id as "row", extract(epoch from s.at)::float8 as at`);
      await emitSeriesEvents(
        engine,
        tx,
        one,
        rows.map(({ row, at }) => ({ row, fact: 'data_lost', at })),
      );
      return rows.length;
    });
    marked += lost;
    if (lost > 0) engine.wakeRelay();
    if (lost < mostLost) return marked;
  }
}
