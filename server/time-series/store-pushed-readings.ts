import type { Fields } from '#kernel/declaration/field.ts';
import { hasStates, type Reading, type TimeSeries } from '#kernel/module/time-series.ts';
import { type Caller, guestCaller } from '#server/caller.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import type { FieldErrors } from '#server/write/field/validate-input-by-field-declarations.ts';
import { CombinedWork } from './combine-waiting-work.ts';
import { fillRunningBalances } from './fill-running-balance-of-readings.ts';
import type { PushingSource } from './issue-source-secrets-and-verify-signatures.ts';
import { joinReadings, pickReadings, type ReadingColumns } from './readings-as-column-arrays.ts';
import {
  findSuspectReadings,
  hoursUntilReadingIsLate,
  type PendingReading,
  storePendingReadings,
} from './store-late-and-decide-suspect-readings.ts';
import { lockStatesOfRows, transactionWithStates, updateStatesFromReadings } from './update-states-from-readings.ts';
import { checkReadings, insertReadings } from './write-readings.ts';

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

/** The answer to a batch: how many there were of each result, and the result of each row in order. */
export type PushAnswer = Record<PushResult, number> & { rows: PushedRow[] };

/** A source as a caller: it reaches rows of its area. */
export const sourceCaller = ({ id, areaCode, absorbed }: PushingSource, device: Partial<Caller>): Caller =>
  guestCaller({ ...device, type: 'admin', id, name: `source ${id}`, grantKey: 'source', areaCode, absorbed });

/**
 * Takes a batch of a source. Readings are recognised by row, source and moment, so a batch can be repeated. All that is
 * stored, held and followed by levels is so in one transaction; batches about the same rows follow one another.
 */
export async function pushReadings<F extends Fields>(
  engine: Engine,
  one: TimeSeries<F>,
  caller: Caller,
  readings: readonly Reading<F>[],
  now = Date.now(),
): Promise<PushAnswer> {
  const { columns, values, refused } = await checkReadings(engine, one, caller, readings, { now, ahead });
  const rows: PushedRow[] = readings.map(() => ({ result: 'known' }));
  for (const { place, errors } of refused) rows[place] = { result: 'refused', errors };
  if (columns.of.length > 0) await batchesOf(engine, one).do({ columns, values, rows, now });
  const answer: PushAnswer = { stored: 0, known: 0, late: 0, suspect: 0, refused: 0, rows };
  for (const { result } of rows) answer[result]++;
  return answer;
}

interface Batch {
  readonly columns: ReadingColumns;
  readonly values: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly rows: PushedRow[];
  readonly now: number;
}

/** Readings that are stored together. */
const mostTogether = 8 * maxPushedReadings;

const batchesByEngine = new WeakMap<Engine, Map<TimeSeries, CombinedWork<Batch>>>();

/**
 * The batches of a series that are being stored. Those that wait are stored together: a row of which several have readings
 * is locked, counted and judged once.
 */
function batchesOf(engine: Engine, one: TimeSeries): CombinedWork<Batch> {
  const bySeries = batchesByEngine.get(engine) ?? new Map<TimeSeries, CombinedWork<Batch>>();
  batchesByEngine.set(engine, bySeries);
  let work = bySeries.get(one);
  if (!work) {
    work = new CombinedWork<Batch>((batches) => storeBatches(engine, one, batches), {
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
  const rows = batches.flatMap((batch) => batch.rows);
  const values = new Map<number, Readonly<Record<string, unknown>>>();
  const place: number[] = [];
  let before = 0;
  for (const batch of batches) {
    for (const one of batch.columns.place) {
      place.push(before + one);
      values.set(before + one, batch.values.get(one) ?? {});
    }
    before += batch.rows.length;
  }
  const columns = { ...joinReadings(batches.map((batch) => batch.columns)), place };
  return { columns, values, rows, now: Math.max(...batches.map(({ now }) => now)) };
}

async function storeBatch(engine: Engine, one: TimeSeries, { columns, values, rows, now }: Batch): Promise<number> {
  const liveSince = now / 1000 - hoursUntilReadingIsLate * 3600;
  const isLate = columns.at.map((at) => at < liveSince);
  const late = pickReadings(columns, isLate);
  const live = pickReadings(
    columns,
    isLate.map((one) => !one),
  );
  return transactionWithStates(engine, one, async (tx) => {
    // locked first, so that what is suspect is judged after the batches before
    const states = hasStates(one) && live.of.length > 0 ? await lockStatesOfRows(engine, tx, one, live.of) : [];
    const suspect = await findSuspectReadings(tx, one, held(live, values));
    const isSuspect = live.of.map((_, place) => suspect.has(place));
    const doubtful = pickReadings(live, isSuspect);
    const good = pickReadings(
      live,
      isSuspect.map((one) => !one),
    );
    await storePendingReadings(tx, one, 'late', held(late, values));
    await storePendingReadings(tx, one, 'suspect', held(doubtful, values));
    for (const place of late.place) rows[place] = { result: 'late' };
    for (const place of doubtful.place) rows[place] = { result: 'suspect' };
    const counted = await fillRunningBalances(tx, one, good, isNewerThanStates(states, liveSince));
    const stored = await insertReadings(tx, one, counted);
    noteStored(good, stored, rows);
    return hasStates(one) ? updateStatesFromReadings(engine, tx, one, { states, stored, now }) : 0;
  });
}

/**
 * Whether a reading is newer than all that are stored of its row, by locked states: they follow every reading but late ones.
 * Half a day beyond those, clocks of several processes need not agree.
 */
function isNewerThanStates(
  states: readonly { readonly of: number; readonly at: number | null }[],
  liveSince: number,
): (of: number, at: number) => boolean {
  const latest = new Map(states.map(({ of, at }) => [of, at]));
  const since = liveSince + (hoursUntilReadingIsLate / 2) * 3600;
  return (of, at) => at > since && at > (latest.get(of) ?? Number.POSITIVE_INFINITY);
}

const keyOf = (of: number, source: string, at: number) => `${of} ${at} ${source}`;

/** The first reading of a key is the one that was stored, if any was. */
function noteStored(
  { place, of, source, at }: ReadingColumns,
  stored: readonly { of: number; source: string; at: number }[],
  rows: PushedRow[],
): void {
  const left = new Set(stored.map((one) => keyOf(one.of, one.source, one.at)));
  for (const [index, row] of place.entries())
    if (left.delete(keyOf(of[index] ?? 0, source[index] ?? '', at[index] ?? 0))) rows[row] = { result: 'stored' };
}

/** Readings as they are held. */
const held = ({ place, of, source, at }: ReadingColumns, values: Batch['values']): PendingReading[] =>
  place.map((row, index) => ({
    of: of[index] ?? 0,
    source: source[index] ?? '',
    at: at[index] ?? 0,
    reading: values.get(row) ?? {},
  }));
