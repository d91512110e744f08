import type { AnyField, Fields, FieldValues } from '../declaration/field.ts';
import type { Option } from '../declaration/option.ts';
import { kindOf } from '../field/field.ts';
import type { Text } from '../text/text.ts';
import { checkTimeSeriesDeclaration } from './check-time-series-declaration.ts';

/**
 * Endless repeated readings: visitors in a spot, positions of a coach, passages of a gate. A reading belongs to a row,
 * which decides who sees it. Readings have no history, emit no events and never change.
 */
export interface TimeSeries<F extends Fields = Fields> {
  /** `module/series`: wire controller and table are derived from it. */
  readonly name: string;
  readonly label: Text;
  /** Name of the resource whose rows are measured. Whoever may list a row may read its readings. */
  readonly of: string;
  /** Values of a reading. */
  readonly values: F;
  /** How long readings are stored. */
  readonly retention: { readonly days: number };
  /** How many days late a reading may arrive from a device that was offline. Default: 7. */
  readonly late: { readonly days: number };
  /** Size of a partition: a month, or a day if a day has millions of readings. */
  readonly by: 'month' | 'day';
  /** Seconds between two readings of a row. */
  readonly every?: number;
  /** Number of missing readings after which a row has lost its data: shown grey, never as 0. Requires `every`. */
  readonly gapAfter?: number;
  /** Sources outside the platform that push readings in signed batches. */
  readonly pushed?: PushedReadings;
  /** Levels of a value against a limit of its row. */
  readonly levels?: ReadingLevels;
}

export type AnyTimeSeries = TimeSeries;

/**
 * `POST /api/<module>.<series>/push`: each source has a secret of its own and signs its batches. Readings older than a
 * day are stored by a job and change no level.
 */
export interface PushedReadings<V extends string = string> {
  /** Resource whose rows are the sources. They have an area and report rows within it. */
  readonly by: string;
  /** Its switch; a source that is switched off is refused. */
  readonly enabled?: string;
  /**
   * Numbers whose implausible jumps are held until an officer decides: jumps of more than five times the 99th percentile
   * of those the row and source had in the last week.
   */
  readonly suspect?: readonly V[];
}

/**
 * Levels by the percentage of a limit: `{ of: 'inside', against: 'instant_max', steps: { 80: …, 90: …, 100: … }, downBy:
 * 5, after: { minutes: 10 } }`. A level is entered at once, and left only after the value was below it by `downBy`
 * percentage points for that long. Each change is an event of the row (`levelFacts`), not each reading.
 */
export interface ReadingLevels<V extends string = string> {
  readonly of: V;
  /** Field of the measured row with the limit: a number, or an aggregate such as `latestOf`. Without a limit, no level. */
  readonly against: string;
  /** Percentages at which a level begins, with the name of the level. */
  readonly steps: Readonly<Record<number, Option>>;
  readonly downBy: number;
  readonly after: { readonly minutes: number };
}

/** Events of the measured row that levels emit; it declares them in `facts`. */
export const levelFacts = ['level_raised', 'level_lowered'] as const;
/** Events of the measured row that `gapAfter` emits. */
export const gapFacts = ['data_lost', 'data_back'] as const;
export type SeriesFact = (typeof levelFacts)[number] | (typeof gapFacts)[number];

/** Seconds without a reading after which a row has lost its data. Undefined: gaps have no meaning. */
export const secondsUntilLost = ({ every, gapAfter }: Pick<AnyTimeSeries, 'every' | 'gapAfter'>): number | undefined =>
  every === undefined || gapAfter === undefined ? undefined : every * gapAfter;

/** Whether the state of each row is stored with its readings. */
export const hasStates = (one: Pick<AnyTimeSeries, 'levels' | 'every' | 'gapAfter'>): boolean =>
  one.levels !== undefined || secondsUntilLost(one) !== undefined;

/** An incoming reading, with values in wire form. */
export type Reading<F extends Fields = Fields> = Partial<FieldValues<F>> & {
  /** Key of the measured row. */
  readonly of: number;
  /** Which device, if a row has several: a gate, a camera. */
  readonly source?: string;
  /** Unix seconds, to the millisecond. A row and source have one reading per moment. */
  readonly at: number;
};

/**
 * Declares a series:
 * `series({ name: 'scenic/flow', label, of: 'scenic/spot', values: { inside: field.integer(…) }, retention: { days: 400
 * } })`.
 */
export function timeSeries<const F extends Fields>(
  one: Omit<TimeSeries<F>, 'late' | 'by' | 'pushed' | 'levels'> &
    Partial<Pick<TimeSeries<F>, 'late' | 'by'>> & {
      readonly pushed?: PushedReadings<NoInfer<keyof F & string>>;
      readonly levels?: ReadingLevels<NoInfer<keyof F & string>>;
    },
): TimeSeries<F> {
  const { name, retention, late = { days: 7 }, by = 'month' } = one;
  checkTimeSeriesDeclaration({ name, retention, late, values: one.values });
  return { ...one, late, by };
}

/** Values that can be summed and averaged. */
export const numericValuesOf = (one: AnyTimeSeries): string[] =>
  Object.entries<AnyField>(one.values).flatMap(([name, field]) => {
    const { sums, sheetFormat } = kindOf(field);
    return sums && sheetFormat === '0' ? [name] : [];
  });
