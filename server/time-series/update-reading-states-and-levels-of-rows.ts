import type { AnyField } from '#kernel/declaration/field.ts';
import {
  type AnyTimeSeries,
  type ReadingLevels,
  type SeriesEvent,
  secondsUntilLost,
} from '#kernel/module/time-series.ts';
import {
  type LevelStepsInForce,
  levelFromStepsInForce,
  levelStepPercentages,
  levelStepsAfterGap,
  levelStepsAfterReading,
} from '#kernel/module/time-series-level-steps-with-hysteresis.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { systemCaller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { aggregateValue } from '#server/read/condition/referring-rows-aggregate-sql.ts';
import {
  emitSeriesEventsAndNotifyHolders,
  type SeriesEventOfRow,
} from './emit-time-series-events-and-notify-holders.ts';
import { momentsAsMilliseconds } from './readings-as-column-arrays.ts';
import { measuredResourceOf } from './validate-time-series-declarations-and-find-resources.ts';

/** A reading that was stored just now, with the value that levels follow. */
export interface StoredReading {
  readonly of: number;
  readonly source: string;
  readonly at: number;
  readonly value: number | null;
}

/** The state of a row of a series. Moments are unix seconds. */
export interface ReadingState {
  readonly of: number;
  at: number | null;
  value: number | null;
  against: number | null;
  level: number;
  level_at: number | null;
  /** Null: none. */
  in_force: LevelStepsInForce | null;
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

/** Some rows are measured for the first time: they have no state that could be locked. */
class StatesMissing extends Error {
  readonly keys: readonly number[];

  constructor(keys: readonly number[]) {
    super('rows without a state');
    this.keys = keys;
  }
}

/**
 * Runs `work` in a transaction in which it may lock the states of rows. If some do not exist yet, they are created and `work`
 * begins anew: created within the transaction, they would be locked out of order.
 */
export async function transactionWithStates<T>(
  { db }: Pick<Engine, 'db'>,
  one: AnyTimeSeries,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (!(error instanceof StatesMissing)) throw error;
    await db.query(sql`insert into reading_state (series, of_id)
      select ${one.name}, k from unnest(${error.keys}::bigint[]) k order by k on conflict do nothing`);
    return db.transaction(work);
  }
}

/**
 * Locks the states of rows, in the order of their keys, until the transaction ends: batches follow one another. PostgreSQL
 * returns each state as it is once it is locked. Only within {@link transactionWithStates}.
 */
export async function lockStatesOfRows(
  engine: Pick<Engine, 'find'>,
  tx: Transaction,
  one: AnyTimeSeries,
  of: readonly number[],
): Promise<ReadingState[]> {
  const keys = [...new Set(of)];
  return requireStates(await tx.rows<ReadingState>(lockStatesStatement(engine, one, keys)), keys);
}

/** The statement that locks the states of rows and returns them. */
export const lockStatesStatement = (engine: Pick<Engine, 'find'>, one: AnyTimeSeries, keys: readonly number[]): Sql =>
  namePreparedStatement(sql`
      select s.of_id as "of", date_part('epoch', s.at) as at, s.value, ${limitOfMeasuredRow(one, engine)} as against, s.level,
        date_part('epoch', s.level_at) as level_at, nullif(s.in_force, '{}') as in_force, s.lost
      from reading_state s left join ${sql.id(tableOf(measuredResourceOf(one, engine.find)))} t on t.id = s.of_id
      where s.series = ${one.name} and s.of_id = any(${keys}::bigint[]) order by s.of_id for update of s`);

/** The locked states of rows, if each row has one. Only within {@link transactionWithStates}. */
export function requireStates(states: ReadingState[], keys: readonly number[]): ReadingState[] {
  if (states.length === keys.length) return states;
  const found = new Set(states.map((state) => state.of));
  throw new StatesMissing(keys.filter((key) => !found.has(key)));
}

interface NewReadings {
  readonly states: readonly ReadingState[];
  readonly stored: readonly StoredReading[];
  readonly now: number;
}

/** States after their new readings. */
export interface FollowedStates {
  /** Those of which only the latest reading has changed. */
  readonly steady: readonly ReadingState[];
  readonly changed: readonly ReadingState[];
  readonly facts: readonly SeriesEventOfRow[];
}

/**
 * Has the states of rows follow their new readings, and writes what changed: levels and their events. Readings older than
 * the latest of their row change nothing. Returns the number of events.
 */
export const updateStatesFromReadings = (
  engine: Engine,
  tx: Transaction,
  one: AnyTimeSeries,
  given: NewReadings,
): Promise<number> => storeFollowedStates(engine, tx, one, followReadings(one, given));

/** Has states follow the new readings of their rows, and writes nothing yet. */
export function followReadings(one: AnyTimeSeries, { states, stored, now }: NewReadings): FollowedStates {
  const byRow = new Map<number, StoredReading[]>();
  for (const reading of stored) {
    const ofRow = byRow.get(reading.of);
    if (ofRow) ofRow.push(reading);
    else byRow.set(reading.of, [reading]);
  }
  const facts: SeriesEventOfRow[] = [];
  const [steady, changed]: [ReadingState[], ReadingState[]] = [[], []];
  for (const state of states) {
    // of gates that report the same moment each adds to the balance: the one stored last knows all of them
    const isNewer = ({ at }: StoredReading) => at > (state.at ?? 0) || (one.balance !== undefined && at === state.at);
    const newer = byRow.get(state.of)?.filter(isNewer) ?? [];
    if (newer.length === 0) continue;
    const { in_force: before, lost } = state;
    for (const reading of newer.sort(inOrderOfCounting)) followOne(one, state, reading, facts);
    const seconds = secondsUntilLost(one);
    if (lost && seconds !== undefined && now / 1000 - (state.at ?? 0) < seconds) {
      state.lost = false;
      facts.push({ row: state.of, fact: 'data_back', at: state.at ?? 0 });
    }
    // most rows are below all levels before and after
    (before === null && state.in_force === null && state.lost === lost ? steady : changed).push(state);
  }
  return { steady, changed, facts };
}

/** Writes what has changed of states, and their events. Returns the number of events. */
export async function storeFollowedStates(
  engine: Engine,
  tx: Transaction,
  one: AnyTimeSeries,
  { steady, changed, facts }: FollowedStates,
): Promise<number> {
  await storeLatestReadings(tx, one, steady);
  await storeStates(tx, one, changed);
  await storeChanges(tx, one, facts);
  return emitSeriesEventsAndNotifyHolders(engine, tx, one, facts);
}

/** By moment and, as gates of one moment are counted, by source. */
const inOrderOfCounting = (a: StoredReading, b: StoredReading): number => a.at - b.at || (a.source < b.source ? -1 : 1);

const lowestSteps = new WeakMap<ReadingLevels, number>();

/** The lowest percentage at which a level begins. */
function lowestLevelStep(levels: ReadingLevels): number {
  const lowest = lowestSteps.get(levels) ?? levelStepPercentages(levels)[0] ?? 0;
  lowestSteps.set(levels, lowest);
  return lowest;
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
  // most readings are below all levels, before and after
  if (state.in_force === null && state.level === 0 && percent < lowestLevelStep(one.levels)) return;
  const before = state.level;
  const inForce = state.in_force ?? {};
  const next = levelStepsAfterReading(one.levels, gap ? levelStepsAfterGap(inForce) : inForce, { at, percent });
  state.level = levelFromStepsInForce(next);
  state.in_force = state.level === 0 ? null : next;
  if (state.level === before) return;
  state.level_at = at;
  const fact: SeriesEvent = state.level > before ? 'level_raised' : 'level_lowered';
  facts.push({ row: state.of, fact, at, level: state.level, before, value, against: state.against });
}

const column = <K extends keyof ReadingState>(states: readonly ReadingState[], name: K) =>
  states.map((state) => state[name]);

/** Stores the latest readings of states of which nothing else has changed. */
export async function storeLatestReadings(
  db: Queryable,
  one: AnyTimeSeries,
  states: readonly ReadingState[],
): Promise<void> {
  if (states.length === 0) return;
  const { after, toMoment } = momentsAsMilliseconds(states.map(({ at }) => at ?? 0));
  await db.query(
    namePreparedStatement(sql`
      update reading_state s set at = ${toMoment(sql`n.after`)}, value = n.value, against = n.against
      from unnest(${column(states, 'of')}::bigint[], ${after}::bigint[], ${column(states, 'value')}::float8[],
        ${column(states, 'against')}::float8[]) as n ("of", after, value, against)
      where s.series = ${one.name} and s.of_id = n."of"`),
  );
}

async function storeStates(db: Queryable, one: AnyTimeSeries, states: readonly ReadingState[]): Promise<void> {
  if (states.length === 0) return;
  await db.query(sql`
    update reading_state s set at = to_timestamp(n.at), value = n.value, against = n.against, level = n.level,
      level_at = to_timestamp(n.level_at), in_force = coalesce(n.in_force, '{}'), lost = n.lost
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
      await emitSeriesEventsAndNotifyHolders(engine, tx, one, facts);
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
      await emitSeriesEventsAndNotifyHolders(
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
