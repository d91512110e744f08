import type { AnyField, Fields, FieldValues } from '../declaration/field.ts';
import { kindOf, refersToRowOrFile } from '../field/field.ts';
import { refuseVisibilityRules } from '../resource/field-visibility.ts';
import type { Text } from '../text/text.ts';

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
}

export type AnyTimeSeries = TimeSeries;

/** An incoming reading, with values in wire form. */
export type Reading<F extends Fields = Fields> = Partial<FieldValues<F>> & {
  /** Key of the measured row. */
  readonly of: number;
  /** Which device, if a row has several: a gate, a camera. */
  readonly source?: string;
  /** Unix seconds, to the millisecond. A row and source have one reading per moment. */
  readonly at: number;
};

/** Names of a reading's own properties. */
const reservedNames: ReadonlySet<string> = new Set([
  'of',
  'source',
  'at',
  'before',
  'from',
  'until',
  'by',
  'limit',
  'count',
]);

/**
 * Declares a series:
 * `series({ name: 'scenic/flow', label, of: 'scenic/spot', values: { inside: field.integer(…) }, retention: { days: 400
 * } })`.
 */
export function timeSeries<const F extends Fields>(one: {
  readonly name: string;
  readonly label: Text;
  readonly of: string;
  readonly values: F;
  readonly retention: { readonly days: number };
  readonly late?: { readonly days: number };
  readonly by?: 'month' | 'day';
}): TimeSeries<F> {
  const { name, retention, late = { days: 7 }, by = 'month' } = one;
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(name)) throw new Error(`series ${name}: module/series expected`);
  if (!(retention.days > 0 && late.days >= 0 && late.days < retention.days))
    throw new Error(`series ${name}: retention of ${retention.days} days and lateness of ${late.days} days`);
  if (Object.keys(one.values).length === 0) throw new Error(`series ${name}: a reading needs a value`);
  for (const [value, field] of Object.entries<AnyField>(one.values)) {
    const at = `${name}.${value}`;
    if (!/^[a-z][a-z\d_]*$/.test(value) || reservedNames.has(value))
      throw new Error(`${at}: the name ${value} is reserved or invalid`);
    if (refersToRowOrFile(field)) throw new Error(`${at}: a reading can hold neither rows nor files`);
    if (field.privacy)
      throw new Error(`${at}: a reading cannot hold personal data, because access to it would not be recorded`);
    if (field.search || field.unique || field.through)
      throw new Error(`${at}: a reading can be neither searched, unique nor read through a parent`);
  }
  refuseVisibilityRules(`series ${name}`, one.values);
  return { ...one, late, by };
}

/** Values that can be summed and averaged. */
export const numericValuesOf = (one: AnyTimeSeries): string[] =>
  Object.entries<AnyField>(one.values).flatMap(([name, field]) => {
    const { sums, sheetFormat } = kindOf(field);
    return sums && sheetFormat === '0' ? [name] : [];
  });
