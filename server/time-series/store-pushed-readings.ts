import type { Fields } from '#kernel/declaration/field.ts';
import { hasStates, type Reading, type TimeSeries } from '#kernel/module/time-series.ts';
import { type Caller, guestCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { checkFields, type FieldErrors } from '#server/write/field/validate-input-by-field-declarations.ts';
import {
  computeMissingBalancesAndDailyTotals,
  DaysOfReadings,
} from './compute-missing-balance-and-daily-total-of-readings.ts';
import {
  hoursUntilReadingIsLate,
  type PendingReading,
  searchSuspectReadings,
  storePendingReadings,
} from './find-and-decide-suspect-and-store-late-readings.ts';
import type { PushingSource } from './issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { WaitingItemsInBatches } from './process-waiting-items-in-batches.ts';
import { joinReadings, type ReadingColumns, splitReadings } from './readings-as-column-arrays.ts';
import {
  followReadings,
  lockStatesStatement,
  type ReadingState,
  requireStates,
  storeFollowedStates,
  storeLatestReadings,
  transactionWithStates,
  updateStatesFromReadings,
} from './update-reading-states-and-levels-of-rows.ts';
import {
  givenReadings,
  insertReadings,
  separateValidFromRefusedReadings,
} from './validate-and-store-batch-of-readings.ts';

/** Readings of one batch. */
export const maxPushedReadings = 1000;
/** Milliseconds by which the clock of a source may be ahead. */
const ahead = 2 * 60_000;

/**
 * What became of a pushed reading: it is stored, was stored before, is late and will be stored by the job, is held until
 * an officer decides, or is refused.
 */
export type PushResult = 'stored' | 'known' | 'late' | 'suspect' | 'refused';

export interface PushedRow {
  readonly result: PushResult;
  readonly errors?: FieldErrors;
}

// the same for all rows: a batch has a thousand
const [stored, known, late, suspect]: readonly [PushedRow, PushedRow, PushedRow, PushedRow] = [
  { result: 'stored' },
  { result: 'known' },
  { result: 'late' },
  { result: 'suspect' },
];

/** The answer to a batch: how many there were of each result, and the result of each row in order. */
export type PushAnswer = Record<PushResult, number> & { rows: PushedRow[] };

/** A source as a caller: it reaches rows of its area. */
export const sourceCaller = ({ id, areaCode, absorbed }: PushingSource, device: Partial<Caller>): Caller =>
  guestCaller({ ...device, type: 'admin', id, name: `source ${id}`, grantKey: 'source', areaCode, absorbed });

/**
 * Takes a batch of a source. Readings are recognised by row, source and moment, so a batch can be repeated. All that is
 * stored, held and followed by levels is so in one transaction; batches about the same rows follow one another.
 * `source`: of the readings that name none.
 */
export async function pushReadings<F extends Fields>(
  engine: Engine,
  one: TimeSeries<F>,
  caller: Caller,
  readings: readonly Reading<F>[],
  { now = Date.now(), source = '' } = {},
): Promise<PushAnswer> {
  const limits = { now, ahead, source };
  const { columns, refused } = await separateValidFromRefusedReadings(engine, one, caller, readings, limits);
  const rows: PushedRow[] = readings.map(() => known);
  for (const { place, errors } of refused) rows[place] = { result: 'refused', errors };
  if (columns.of.length > 0) await batchesOf(engine, one).do({ columns, readings, rows, now });
  const answer: PushAnswer = { stored: 0, known: 0, late: 0, suspect: 0, refused: 0, rows };
  for (const { result } of rows) answer[result]++;
  return answer;
}

interface Batch {
  readonly columns: ReadingColumns;
  /** As they were sent, by their places. */
  readonly readings: readonly Reading[];
  readonly rows: PushedRow[];
  readonly now: number;
}

/**
 * Readings that are stored together. With fewer than wait at busy times there are two rounds in turn: while PostgreSQL stores one,
 * this process reads and checks the requests of those whom the round before has answered.
 */
const mostTogether = 4 * maxPushedReadings;

const batchesByEngine = new WeakMap<Engine, Map<TimeSeries, WaitingItemsInBatches<Batch>>>();

/**
 * The batches of a series that are being stored. Those that wait are stored together: a row of which several have readings
 * is locked, counted and judged once.
 */
function batchesOf(engine: Engine, one: TimeSeries): WaitingItemsInBatches<Batch> {
  const bySeries = batchesByEngine.get(engine) ?? new Map<TimeSeries, WaitingItemsInBatches<Batch>>();
  batchesByEngine.set(engine, bySeries);
  let work = bySeries.get(one);
  if (!work) {
    work = new WaitingItemsInBatches<Batch>((batches) => storeBatches(engine, one, batches), {
      sizeOf: ({ columns }) => columns.of.length,
      mostAtOnce: mostTogether,
    });
    bySeries.set(one, work);
  }
  return work;
}

async function storeBatches(engine: Engine, one: TimeSeries, batches: readonly Batch[]): Promise<void> {
  const joined = joinBatches(batches);
  const events = await storeBatch(engine, one, joined);
  let before = 0;
  for (const { rows } of batches) {
    for (const place of rows.keys()) rows[place] = joined.rows[before + place] as PushedRow;
    before += rows.length;
  }
  if (events > 0) engine.wakeRelay();
}

/** Batches as one, with the places of their rows one batch after the other. */
function joinBatches(batches: readonly Batch[]): Batch {
  const [first] = batches as readonly [Batch, ...Batch[]];
  if (batches.length === 1) return first;
  const rows = ([] as PushedRow[]).concat(...batches.map((batch) => batch.rows));
  const readings = ([] as Reading[]).concat(...batches.map((batch) => batch.readings));
  let before = 0;
  const place = batches.flatMap((batch) => {
    const first = before;
    before += batch.rows.length;
    return batch.columns.place.map((one) => first + one);
  });
  const columns = { ...joinReadings(batches.map((batch) => batch.columns)), place };
  return { columns, readings, rows, now: Math.max(...batches.map(({ now }) => now)) };
}

/**
 * Readings that are newer than all of their rows are stored without a look at those that are. Only if somebody has stored
 * one of them past the states (a program that loads rows), they are stored again as those that may be known.
 */
async function storeBatch(engine: Engine, one: TimeSeries, batch: Batch): Promise<number> {
  try {
    return await storeBatchOnce(engine, one, batch, true);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return storeBatchOnce(engine, one, batch, false);
  }
}

const isUniqueViolation = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === '23505';

async function storeBatchOnce(
  engine: Engine,
  one: TimeSeries,
  { columns, readings, rows, now }: Batch,
  trustsStates: boolean,
): Promise<number> {
  const liveSince = now / 1000 - hoursUntilReadingIsLate * 3600;
  const isLive = columns.at.map((at) => at >= liveSince);
  const [live, old] = splitReadings(columns, isLive);
  return transactionWithStates(engine, one, async (tx) => {
    // locked first, so that what is suspect is judged after the batches before
    const { states, jumping, days } = await lockAndRead(engine, tx, one, live);
    const isUsual = live.of.map((_, place) => !jumping.has(place));
    const [good, doubtful] = splitReadings(live, isUsual);
    await storePendingReadings(tx, one, 'late', held(one, old, readings));
    await storePendingReadings(tx, one, 'suspect', held(one, doubtful, readings));
    for (const place of old.place) rows[place] = late;
    for (const place of doubtful.place) rows[place] = suspect;
    const isNew = trustsStates ? isNewerThanStates(states, liveSince) : () => false;
    const counted = await computeMissingBalancesAndDailyTotals(tx, one, good, { isNew, read: days });
    // under the locks of the states nobody else stores readings of these rows
    const areNew = trustsStates && hasStates(one) && one.balance !== undefined;
    const inserting = insertReadings(tx, one, counted, { areNew });
    if (!areNew) {
      const inserted = await inserting;
      noteStored(good, inserted, rows);
      if (!hasStates(one)) return 0;
      return updateStatesFromReadings(engine, tx, one, { states, stored: inserted, now });
    }
    // judged while PostgreSQL inserts them; what most of them change is sent behind the insert, without waiting for its answer
    const { steady, ...others } = followReadings(one, { states, stored: givenReadings(one, counted.columns), now });
    const [inserted] = await Promise.all([inserting, storeLatestReadings(tx, one, steady)]);
    noteStored(good, inserted, rows);
    return storeFollowedStates(engine, tx, one, { ...others, steady: [] });
  });
}

interface LockedAndRead {
  readonly states: ReadingState[];
  /** Indexes of the readings with a suspect jump. */
  readonly jumping: ReadonlySet<number>;
  readonly days: DaysOfReadings | undefined;
}

/** Locks the states of readings and then reads what they are judged by and counted into, in one round trip. */
async function lockAndRead(
  engine: Engine,
  tx: Transaction,
  one: TimeSeries,
  live: ReadingColumns,
): Promise<LockedAndRead> {
  const keys = hasStates(one) ? [...new Set(live.of)] : [];
  const search = searchSuspectReadings(one, live);
  const days = one.balance && live.of.length > 0 ? new DaysOfReadings(live) : undefined;
  const statements = [
    ...(keys.length > 0 ? [lockStatesStatement(engine, one, keys)] : []),
    ...(search ? [search.statement] : []),
    ...(days ? [days.statement(one)] : []),
  ];
  const answers = statements.length > 0 ? await tx.rowsOfAll(statements) : [];
  const states = keys.length > 0 ? requireStates(answers.shift() as ReadingState[], keys) : [];
  const usual = search ? (answers.shift() ?? []) : [];
  days?.add(answers.shift() ?? []);
  return { states, jumping: (await search?.find(tx, usual)) ?? new Set(), days };
}

/**
 * Whether a reading is newer than all that are stored of its row, by locked states: they follow every reading but late ones.
 * Half a day beyond those, clocks of several processes need not agree.
 */
function isNewerThanStates(
  states: readonly { readonly of: number; readonly at: number | null }[],
  liveSince: number,
): (of: number, at: number) => boolean {
  const latest = new Map<number, number | null>();
  for (const { of, at } of states) latest.set(of, at);
  const since = liveSince + (hoursUntilReadingIsLate / 2) * 3600;
  return (of, at) => at > since && at > (latest.get(of) ?? Number.POSITIVE_INFINITY);
}

const keyOf = (of: number, source: string, at: number) => `${of} ${at} ${source}`;

/** The first reading of a key is the one that was stored, if any was. */
function noteStored(
  { place, of, source, at }: ReadingColumns,
  inserted: readonly { of: number; source: string; at: number }[],
  rows: PushedRow[],
): void {
  if (inserted.length === place.length) {
    for (const row of place) rows[row] = stored;
    return;
  }
  const left = new Set(inserted.map((one) => keyOf(one.of, one.source, one.at)));
  for (const [index, row] of place.entries())
    if (left.delete(keyOf(of[index] ?? 0, source[index] ?? '', at[index] ?? 0))) rows[row] = stored;
}

/** Some readings as they are held: with their values in wire form. */
const held = (one: TimeSeries, columns: ReadingColumns, readings: readonly Reading[]): PendingReading[] =>
  columns.place.map((place, index) => {
    const { of: _, source: _also, at: _too, ...sent } = readings[place] as Reading;
    return {
      of: columns.of[index] ?? 0,
      source: columns.source[index] ?? '',
      at: columns.at[index] ?? 0,
      reading: checkFields(one.values, sent, 'zh-cn').values,
    };
  });
