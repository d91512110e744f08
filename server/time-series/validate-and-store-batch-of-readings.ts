import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { holdsSeveralValues, kindOf } from '#kernel/field/field.ts';
import { hasStates, type Reading, type TimeSeries } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { decodeMessage, encodeMessage } from '#kernel/text/validation-messages.ts';
import type { Caller } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, type SqlValue, sql } from '#server/db/sql.ts';
import type { EncryptionAndSigning } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { toStoredValue } from '#server/write/field/convert-to-stored-values.ts';
import { checkField, type FieldErrors } from '#server/write/field/validate-input-by-field-declarations.ts';
import { computeMissingBalancesAndDailyTotals } from './compute-missing-balance-and-daily-total-of-readings.ts';
import { momentsAsMilliseconds, type ReadingColumns } from './readings-as-column-arrays.ts';
import { rollUpPastHours } from './roll-up-and-read-hourly-figures.ts';
import {
  lockStatesOfRows,
  type StoredReading,
  transactionWithStates,
  updateStatesFromReadings,
} from './update-reading-states-and-levels-of-rows.ts';
import { columnTypeOfValue, measuredResourceOf } from './validate-time-series-declarations-and-find-resources.ts';

/** Result of a batch. */
export interface WrittenReadings {
  stored: number;
  /** Number of readings already stored, by row, source and moment. */
  known: number;
  /** Readings that were not stored, by their index in the batch, with the reasons. */
  refused: { place: number; errors: FieldErrors }[];
}

/** Maximum number of readings per batch: checking them takes some 10 ms. */
export const maxReadings = 2000;
/** Milliseconds by which a device's clock may be ahead. */
const drift = 5 * 60_000;
const maxSourceLength = 64;
const DAY = 86_400_000;

const texts = {
  late: text(
    '读数过早，只接收 {days} 天内的数据',
    'Reading too old: only data within {days} {days|day|days} is accepted',
  ),
  early: text('读数时间晚于当前时间，请校准设备时钟', 'Reading time is in the future. Set the clock of the device'),
  unknown: text('所属记录不存在', 'The record does not exist'),
};

/**
 * Stores readings of rows the caller may see, all or none of the valid ones. Invalid readings are skipped and reported;
 * readings already stored are recognised by row, source and moment, so a batch can be repeated. Levels and gaps of the
 * series follow in the same transaction. Throws `RangeError` for more than {@link maxReadings}.
 */
export async function validateAndStoreReadings<F extends Fields>(
  engine: Engine,
  one: TimeSeries<F>,
  caller: Caller,
  readings: readonly Reading<F>[],
  now = Date.now(),
): Promise<WrittenReadings> {
  if (readings.length > maxReadings) throw new RangeError(`${readings.length} readings in one batch`);
  const { columns, refused } = await separateValidFromRefusedReadings(engine, one, caller, readings, { now });
  const good = columns.of.length;
  if (good === 0) return { stored: 0, known: 0, refused };
  const stored = hasStates(one)
    ? (await storeWithStates(engine, one, columns, now)).length
    : await storeReadings(engine.db, one, columns);
  return { stored, known: good - stored, refused };
}

interface CheckedReadings {
  readonly columns: ReadingColumns;
  readonly refused: WrittenReadings['refused'];
}

/**
 * Separates the readings that may be stored from those that may not. `ahead`: milliseconds a clock may be ahead; `source`: of
 * readings that name none.
 */
export async function separateValidFromRefusedReadings<F extends Fields>(
  { db, find, seal }: Pick<Engine, 'db' | 'find' | 'seal'>,
  one: TimeSeries<F>,
  caller: Caller,
  readings: readonly Reading<F>[],
  {
    now,
    ahead = drift,
    source: unnamed = '',
  }: { readonly now: number; readonly ahead?: number; readonly source?: string },
): Promise<CheckedReadings> {
  const parent = measuredResourceOf(one, find);
  const scope = scopeOf(parent, caller, find);
  const keys = [...new Set(readings.map((reading) => reading.of).filter((key) => Number.isSafeInteger(key)))];
  const seen = await db.row<{ ids: readonly number[] | null }>(
    namePreparedStatement(
      sql`select json_agg(t.id) as ids from ${sql.id(tableOf(parent))} t where t.id = any(${keys}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`,
    ),
  );
  const limits = { rows: new Set(seen?.ids), days: one.late.days, locale: caller.locale, now, ahead, unnamed };
  const refused: WrittenReadings['refused'] = [];
  const columns = emptyReadingColumns(one);
  const checkValues = createValueCheck(one, columns, caller.locale);
  // the same list for each reading: a batch has thousands of values
  const values: unknown[] = [];
  for (const [place, reading] of readings.entries()) {
    const { of, source = unnamed, at } = reading;
    const wrong = checkValues(reading, values);
    const misplaced = checkPlace({ of, source, at }, limits);
    if (wrong || misplaced) refused.push({ place, errors: { ...wrong, ...misplaced } });
    else addCells(columns, { place, of, source, at }, values, seal);
  }
  return { columns, refused };
}

/** Checks the values of readings: writes them to a list in the order of the columns, and returns what is wrong. */
function createValueCheck(
  one: TimeSeries,
  { values: columns }: ReadingColumns,
  locale: Locale,
): (reading: Readonly<Record<string, unknown>>, values: unknown[]) => FieldErrors | undefined {
  const { balance } = one;
  const counted = balance && [balance.of, balance.adds, balance.takes];
  const needed = columns.flatMap(({ name }, index) => (counted?.includes(name) ? [index] : []));
  const checks = columns.map(({ name, field }) => ({ name, field, kind: kindOf(field) }));
  return (reading, values) => {
    let errors: FieldErrors | undefined;
    for (let index = 0; index < checks.length; index++) {
      const { name, field, kind } = checks[index] as (typeof checks)[number];
      const input = reading[name];
      values[index] = null;
      if (kind.isPlainlyValid?.(input, field.options)) values[index] = input;
      else if (input !== undefined || field.required) {
        const checked = checkField(field, input, locale);
        if ('errors' in checked) errors = { ...errors, [name]: checked.errors };
        else values[index] = checked.value;
      }
    }
    // it says nothing from which a balance follows
    if (balance && needed.every((index) => values[index] === null))
      errors = { ...errors, [balance.of]: [decodeMessage('required', locale)] };
    return errors;
  };
}

export const emptyReadingColumns = (one: TimeSeries): ReadingColumns => ({
  place: [],
  of: [],
  source: [],
  at: [],
  values: Object.entries<AnyField>(one.values).map(([name, field]) => {
    const { sealed, store, html } = kindOf(field);
    const several = holdsSeveralValues(field);
    return { name, field, several, unchanged: !(several || sealed || store || html), cells: [] };
  }),
});

/** Where and when something was read. */
interface PlaceOfReading {
  readonly place: number;
  readonly of: number;
  readonly source: string;
  readonly at: number;
}

/** Adds a reading with checked values in wire form. */
export function addReading(
  columns: ReadingColumns,
  { values, ...reading }: PlaceOfReading & { readonly values: Readonly<Record<string, unknown>> },
  seal: EncryptionAndSigning,
): void {
  addCells(
    columns,
    reading,
    columns.values.map(({ name }) => values[name]),
    seal,
  );
}

/** The same with the values in the order of the columns. */
function addCells(
  columns: ReadingColumns,
  { place, of, source, at }: PlaceOfReading,
  values: readonly unknown[],
  seal: EncryptionAndSigning,
): void {
  columns.place.push(place);
  columns.of.push(of);
  columns.source.push(source);
  columns.at.push(Math.round(at * 1000) / 1000);
  for (let index = 0; index < columns.values.length; index++) {
    const { field, several, unchanged, cells } = columns.values[index] as ReadingColumns['values'][number];
    const value = values[index];
    const cell = unchanged ? ((value ?? null) as SqlValue) : toStoredValue(field, value, seal);
    cells.push(several && cell !== null ? JSON.stringify(cell) : cell);
  }
}

/** Stores readings and has the states of their rows follow, in one transaction. Returns those that are new. */
export async function storeWithStates(
  engine: Engine,
  one: TimeSeries,
  columns: ReadingColumns,
  now: number,
): Promise<StoredReading[]> {
  const { stored, events } = await transactionWithStates(engine, one, async (tx) => {
    const states = await lockStatesOfRows(engine, tx, one, columns.of);
    const stored = await insertReadings(tx, one, await computeMissingBalancesAndDailyTotals(tx, one, columns));
    return { stored, events: await updateStatesFromReadings(engine, tx, one, { states, stored, now }) };
  });
  if (events > 0) engine.wakeRelay();
  return stored;
}

/** Stores readings of a series without states, and rolls up no hours. Returns how many were new. */
export async function storeReadings(db: Queryable, one: TimeSeries, columns: ReadingColumns): Promise<number> {
  return (await db.query(insertStatement(one, columns))).rowCount ?? 0;
}

/**
 * Stores readings and returns those that were new. Hours that are over are rolled up again. `areNew`: none is stored yet and
 * nobody else stores any of them meanwhile, so that PostgreSQL need not look for them; if one is, this fails. Their days are
 * stored in the same round trip.
 */
export async function insertReadings(
  tx: Transaction,
  one: TimeSeries,
  { columns, days = [] }: { readonly columns: ReadingColumns; readonly days?: readonly Sql[] },
  { areNew = false } = {},
): Promise<StoredReading[]> {
  const all = columns.of.length;
  if (all === 0) return [];
  if (areNew) {
    await tx.rowsOfAll([...days, namePreparedStatement(insertStatement(one, columns, sql.empty))]);
    const stored = givenReadings(one, columns);
    await rollUpPastHours(tx, one, stored);
    return stored;
  }
  for (const day of days) await tx.query(day);
  // most batches are new as a whole, and their readings need not be sent back
  const { some } = (await tx.row<{ some: readonly StoredCells[] | null }>(
    namePreparedStatement(sql`
    with stored as (${insertStatement(one, columns)} returning of_id, source, at, ${one.levels ? sql.id(one.levels.of) : sql`null::float8`} as value)
    select case when count(*) < ${all}::int then coalesce(json_agg(json_build_array(s.of_id, s.source, round(extract(epoch from s.at), 3), s.value)), '[]') end as some
    from stored s`),
  )) ?? { some: [] };
  const stored =
    some?.map(([of, source, at, value]): StoredReading => ({ of, source, at, value })) ?? givenReadings(one, columns);
  await rollUpPastHours(tx, one, stored);
  return stored;
}

type StoredCells = readonly [of: number, source: string, at: number, value: number | null];

/** Readings as they are given, with the value that levels follow. */
export function givenReadings({ levels }: TimeSeries, { of, source, at, values }: ReadingColumns): StoredReading[] {
  const cells = levels && values.find(({ name }) => name === levels.of)?.cells;
  return of.map((row, index) => {
    const value = cells?.[index];
    return {
      of: row,
      source: source[index] ?? '',
      at: at[index] ?? 0,
      value: value === null || value === undefined ? null : Number(value),
    };
  });
}

/** Columns that no reading has a value for are left out: a source that counts who comes sends two of seven. */
function insertStatement(
  one: TimeSeries,
  { of, source, at, values }: ReadingColumns,
  onConflict = sql` on conflict do nothing`,
): Sql {
  const given = values.filter(({ cells }) => cells.some((cell) => cell !== null));
  const cells = given.map(({ field, several, cells }) =>
    several ? sql`, ${cells}::text[]` : sql`, ${cells}::${sql.raw(columnTypeOfValue(field))}[]`,
  );
  const selected = given.map(({ name, several }) => {
    const cell = sql.id('r', name);
    return several
      ? sql`, case when ${cell} is not null then array(select json_array_elements_text(${cell}::json)) end`
      : sql`, ${cell}`;
  });
  const names = sql.join(
    given.map(({ name }) => sql`, ${sql.id(name)}`),
    '',
  );
  const { after, toMoment } = momentsAsMilliseconds(at);
  // in the order of the key, so that two batches with the same readings do not deadlock
  return sql`
    insert into ${sql.id(tableOf(one))} (of_id, source, at${names})
    select r."of", r.source, ${toMoment(sql`r.after`)}${sql.join(selected, '')}
    from unnest(${of}::bigint[], ${source}::text[], ${after}::bigint[]${sql.join(cells, '')}) as r("of", source, after${names})
    order by 1, 2, 3${onConflict}`;
}

/** Errors of the row, source and moment of a reading; undefined: there are none. */
function checkPlace(
  { of, source, at }: { of: unknown; source: unknown; at: unknown },
  {
    rows,
    days,
    locale,
    now,
    ahead,
    unnamed,
  }: {
    rows: ReadonlySet<unknown>;
    days: number;
    locale: Locale;
    now: number;
    ahead: number;
    unnamed: string;
  },
): FieldErrors | undefined {
  const time = typeof at === 'number' ? at * 1000 : Number.NaN;
  const oldest = now - days * DAY;
  const isReported = rows.has(of) && (source === unnamed || (isSource(source) && source.length <= maxSourceLength));
  if (isReported && time >= oldest && time <= now + ahead) return undefined;
  const errors: FieldErrors = {};
  if (!rows.has(of)) errors.of = [texts.unknown[locale]];
  if (!isSource(source)) errors.source = [decodeMessage('invalid', locale)];
  else if (source.length > maxSourceLength)
    errors.source = [decodeMessage(encodeMessage('too_long', { max: maxSourceLength }), locale)];
  if (!Number.isFinite(time)) errors.at = [decodeMessage('invalid_time', locale)];
  else if (time < oldest) errors.at = [textIn(texts.late, locale, { days })];
  else if (time > now + ahead) errors.at = [texts.early[locale]];
  return errors;
}

const isSource = (source: unknown): source is string =>
  typeof source === 'string' && !/[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(source);
