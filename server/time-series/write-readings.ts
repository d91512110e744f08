import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import { holdsSeveral } from '#kernel/field/field.ts';
import type { Reading, TimeSeries } from '#kernel/module/time-series.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { decodeIssue, encodeIssue } from '#kernel/text/message.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { type SqlValue, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { scopeOf } from '#server/read/scope/scope.ts';
import { toStoredValue } from '#server/write/field/stored-values.ts';
import { checkFields, type FieldErrors } from '#server/write/field/validate-fields.ts';
import { columnTypeOf, parentOfSeries } from './check-time-series.ts';

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
 * Writes readings of rows the caller may see, in one statement. Invalid readings are skipped and reported; readings
 * already stored are recognised by row, source and moment, so a batch can be repeated.
 */
export async function writeReadings<F extends Fields>(
  { db, find, seal }: Pick<Engine, 'db' | 'find' | 'seal'>,
  one: TimeSeries<F>,
  caller: Caller,
  readings: readonly Reading<F>[],
  now = Date.now(),
): Promise<WrittenReadings> {
  if (readings.length > maxReadings) throw new RangeError(`${readings.length} readings in one batch`);
  const parent = parentOfSeries(one, find);
  const scope = scopeOf(parent, caller, find);
  const keys = [...new Set(readings.map((reading) => reading.of).filter((key) => Number.isSafeInteger(key)))];
  const seen = await db.rows<{ id: number }>(
    sql`select t.id from ${sql.id(tableOf(parent))} t where t.id = any(${keys}::bigint[])${scope ? sql` and ${scope}` : sql.empty}`,
  );
  const rows = new Set(seen.map(({ id }) => id));
  const refused: WrittenReadings['refused'] = [];
  const columns: Columns = {
    of: [],
    source: [],
    at: [],
    values: Object.entries<AnyField>(one.values).map(emptyColumn),
  };
  for (const [place, { of, source = '', at, ...values }] of readings.entries()) {
    const checked = checkFields(one.values, values, caller.locale);
    const errors = { ...checked.errors, ...checkPlace({ of, source, at }, rows, one, caller.locale, now) };
    if (Object.keys(errors).length > 0) refused.push({ place, errors });
    else {
      columns.of.push(of);
      columns.source.push(source);
      columns.at.push(Math.round(at * 1000) / 1000);
      for (const { name, field, several, cells } of columns.values) {
        const cell = toStoredValue(field, checked.values[name], seal);
        cells.push(several && cell !== null ? JSON.stringify(cell) : cell);
      }
    }
  }
  const good = columns.of.length;
  const stored = good > 0 ? await store(db, one, columns) : 0;
  return { stored, known: good - stored, refused };
}

/** Readings by column: typed arrays cost PostgreSQL as much as a plain insert, JSON rows twice that. */
interface Columns {
  readonly of: number[];
  readonly source: string[];
  readonly at: number[];
  readonly values: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly field: AnyField;
  /** Whether a cell holds a list, which is sent as JSON because nested arrays would be flattened. */
  readonly several: boolean;
  readonly cells: SqlValue[];
}

const emptyColumn = ([name, field]: [string, AnyField]): Column => ({
  name,
  field,
  several: holdsSeveral(field),
  cells: [],
});

async function store(db: Engine['db'], one: TimeSeries, { of, source, at, values }: Columns): Promise<number> {
  const cells = values.map(({ field, several, cells }) =>
    several ? sql`${cells}::text[]` : sql`${cells}::${sql.raw(columnTypeOf(field))}[]`,
  );
  const selected = values.map(({ name, several }) => {
    const cell = sql.id('r', name);
    return several
      ? sql`case when ${cell} is not null then array(select json_array_elements_text(${cell}::json)) end`
      : cell;
  });
  const names = values.map(({ name }) => sql.id(name));
  const written = await db.query(sql`
    insert into ${sql.id(tableOf(one))} (of_id, source, at, ${sql.join(names)})
    select r."of", r.source, to_timestamp(r.at), ${sql.join(selected)}
    from unnest(${of}::bigint[], ${source}::text[], ${at}::float8[], ${sql.join(cells)}) as r("of", source, at, ${sql.join(names)})
    on conflict do nothing`);
  return written.rowCount ?? 0;
}

/** Errors of the row, source and moment of a reading. */
function checkPlace(
  { of, source, at }: { of: unknown; source: unknown; at: unknown },
  rows: ReadonlySet<unknown>,
  one: TimeSeries,
  locale: Locale,
  now: number,
): FieldErrors {
  const errors: FieldErrors = {};
  if (!rows.has(of)) errors.of = [texts.unknown[locale]];
  if (typeof source !== 'string' || /[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(source))
    errors.source = [decodeIssue('invalid', locale)];
  else if (source.length > maxSourceLength)
    errors.source = [decodeIssue(encodeIssue('too_long', { max: maxSourceLength }), locale)];
  const time = typeof at === 'number' ? at * 1000 : Number.NaN;
  if (!Number.isFinite(time)) errors.at = [decodeIssue('invalid_time', locale)];
  else if (time < now - one.late.days * DAY) errors.at = [textIn(texts.late, locale, { days: one.late.days })];
  else if (time > now + drift) errors.at = [texts.early[locale]];
  return errors;
}
