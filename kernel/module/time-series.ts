import type { AnyField, Fields, FieldValues } from '../declaration/field.ts';
import type { Option } from '../declaration/select-option-with-label-color-tone.ts';
import { kindOf } from '../field/field.ts';
import type { Text } from '../text/text.ts';
import { checkTimeSeriesDeclaration } from './check-time-series-declaration.ts';

/**
 * Readings that repeat endlessly: visitors in a scenic spot, positions of a coach, passages of a gate. A reading
 * belongs to a row, which decides who sees it. Readings have no history, emit no events and never change.
 */
export interface TimeSeries<F extends Fields = Fields> {
  /** `module/series`. The controller in URLs and the table are derived from it. */
  readonly name: string;
  readonly label: Text;
  /** Name of the resource whose rows are measured. People who see a row may read its readings. */
  readonly of: string;
  /** The values of a reading. */
  readonly values: F;
  /** How long readings are stored. */
  readonly retention: { readonly days: number };
  /** How many days late a reading may arrive from a device that was offline. Default: 7. */
  readonly late: { readonly days: number };
  /** The size of a partition of the table: a month, or a day if there are millions of readings a day. */
  readonly by: 'month' | 'day';
  /** Seconds between two readings of a row, if they come regularly. */
  readonly every?: number;
  /**
   * How many readings must be missing before a row counts as having lost its data. It is then shown grey, never as 0.
   * Requires `every`.
   */
  readonly gapAfter?: number;
  /** Lets sources outside the platform push readings in signed batches. */
  readonly pushed?: PushedReadings;
  /** Levels of a value against a limit of its row. */
  readonly levels?: ReadingLevels;
  /** A value that is counted from others where a reading does not state it. */
  readonly balance?: DailyBalance;
  /** Keeps figures of every hour for longer than the readings. */
  readonly rolledUp?: HourlyFigures;
}

export type AnyTimeSeries = TimeSeries;

/**
 * How readings are pushed, by `POST /api/<module>.<series>/push`. Each source has a secret of its own and signs its
 * batches. Readings older than a day are stored by a job and do not change levels.
 */
export interface PushedReadings<V extends string = string> {
  /** The resource whose rows are the sources. A source has an area and can report only rows within it. */
  readonly by: string;
  /** The reference field of a source with the only row it reports. Empty: all rows of its area. */
  readonly only?: string;
  /** The switch field of a source. A source that is switched off is refused. */
  readonly enabled?: string;
  /**
   * Values whose implausible jumps are held back until an officer decides. A jump is implausible if it is more than
   * five times the 99th percentile of the jumps of the same row and source in the last week.
   */
  readonly suspect?: readonly V[];
}

/**
 * How many are inside, from how many came and went: `{ of: 'inside', adds: 'entered', takes: 'left', total: 'day_total' }`. It
 * begins at 0 at midnight in Shanghai and is never negative. All sources of a row count together; a reading that states the
 * value itself sets it anew. Readings need levels or `gapAfter`, whose states they lock.
 */
export interface DailyBalance<V extends string = string> {
  readonly of: V;
  readonly adds: V;
  readonly takes: V;
  /** The value with the sum of `adds` since midnight. */
  readonly total?: V;
}

/**
 * Minimum, maximum, average, sum and last value of some numbers by the hour, in the table of the series with `_hour`. Hours that
 * change later are rolled up again with what changes them.
 */
export interface HourlyFigures<V extends string = string> {
  readonly values: readonly V[];
  /** How long they are stored. */
  readonly days: number;
}

/**
 * The levels of a value as a percentage of a limit: `{ of: 'inside', against: 'instant_max', steps: { 80: …, 90: …,
 * 100: … }, downBy: 5, after: { minutes: 10 } }`. A level is entered at once. It is left when the value has been below
 * it by `downBy` percentage points for the time `after`. Each change of level, not each reading, is an event of the row
 * (`levelEvents`).
 */
export interface ReadingLevels<V extends string = string> {
  readonly of: V;
  /**
   * The field of the measured row with the limit: a number, or an aggregate such as `latestOf`. A row without a limit
   * has no level.
   */
  readonly against: string;
  /** The percentages at which levels begin, each with the name of the level. */
  readonly steps: Readonly<Record<number, Option>>;
  readonly downBy: number;
  readonly after: { readonly minutes: number };
}

/** The events of the measured row that levels emit. Its resource declares them in `facts`. */
export const levelEvents = ['level_raised', 'level_lowered'] as const;
/** The events of the measured row that `gapAfter` emits. Its resource declares them in `facts`. */
export const gapEvents = ['data_lost', 'data_back'] as const;
export type SeriesEvent = (typeof levelEvents)[number] | (typeof gapEvents)[number];

/** How many seconds without a reading mean that a row has lost its data. Undefined: gaps have no meaning. */
export const secondsUntilLost = ({ every, gapAfter }: Pick<AnyTimeSeries, 'every' | 'gapAfter'>): number | undefined =>
  every === undefined || gapAfter === undefined ? undefined : every * gapAfter;

/** Whether a state is stored for each measured row, because the series has levels or notices gaps. */
export const hasStates = (one: Pick<AnyTimeSeries, 'levels' | 'every' | 'gapAfter'>): boolean =>
  one.levels !== undefined || secondsUntilLost(one) !== undefined;

/** A reading that comes in, with its values in wire form. */
export type Reading<F extends Fields = Fields> = Partial<FieldValues<F>> & {
  /** Key of the measured row. */
  readonly of: number;
  /** The device, if a row has several: a gate, a camera. */
  readonly source?: string;
  /** Unix seconds, to the millisecond. For a row and source there is one reading per moment. */
  readonly at: number;
};

/**
 * Declares a series:
 * `series({ name: 'scenic/flow', label, of: 'scenic/spot', values: { inside: field.integer(…) }, retention: { days: 400
 * } })`.
 */
export function timeSeries<const F extends Fields>(
  one: Omit<TimeSeries<F>, 'late' | 'by' | 'pushed' | 'levels' | 'balance' | 'rolledUp'> &
    Partial<Pick<TimeSeries<F>, 'late' | 'by'>> & {
      readonly pushed?: PushedReadings<NoInfer<keyof F & string>>;
      readonly levels?: ReadingLevels<NoInfer<keyof F & string>>;
      readonly balance?: DailyBalance<NoInfer<keyof F & string>>;
      readonly rolledUp?: HourlyFigures<NoInfer<keyof F & string>>;
    },
): TimeSeries<F> {
  const { name, retention, late = { days: 7 }, by = 'month' } = one;
  checkTimeSeriesDeclaration({ name, retention, late, values: one.values });
  return { ...one, late, by };
}

/** The names of the values that can be summed and averaged. */
export const numericValuesOf = (one: AnyTimeSeries): string[] =>
  Object.entries<AnyField>(one.values).flatMap(([name, field]) => {
    const { sums, sheetFormat } = kindOf(field);
    return sums && sheetFormat === '0' ? [name] : [];
  });
