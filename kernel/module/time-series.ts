import type { AnyField, Fields, FieldValues } from '../declaration/field.ts';
import { kindOf, liesElsewhere } from '../field/field.ts';
import { refuseVisibilityRules } from '../resource/field-visibility.ts';
import type { Text } from '../text/text.ts';

/**
 * What is measured again and again and comes without end: visitors in a spot, positions of a coach, passages of a gate.
 * A reading belongs to a row, which says who sees it; it has no history, is told to nobody and never changes.
 */
export interface TimeSeries<F extends Fields = Fields> {
  /** `module/series`: wire controller and table come from it. */
  readonly name: string;
  readonly label: Text;
  /** The resource whose rows the readings are of, by name: who may list a row may read what was measured of it. */
  readonly of: string;
  /** What one reading says. */
  readonly values: F;
  /** How long readings are kept. */
  readonly retention: { readonly days: number };
  /** Days a reading may come late, from a device that was cut off; 7 unless told. */
  readonly late: { readonly days: number };
  /** What one partition holds: a month, or a day where there are millions in one. */
  readonly by: 'month' | 'day';
}

export type AnyTimeSeries = TimeSeries;

/** One reading as it comes in; its values are in wire form. */
export type Reading<F extends Fields = Fields> = Partial<FieldValues<F>> & {
  /** Key of the row it is of. */
  readonly of: number;
  /** What it comes from, where a row has several: a gate, a camera. */
  readonly source?: string;
  /** Unix seconds, to the millisecond. One row and source say one thing at a moment. */
  readonly at: number;
};

/** Names a reading has besides its values. */
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
 * `series({ name: 'scenic/flow', label, of: 'scenic/spot', values: { inside: field.integer(…) }, retention: { days: 400 } })`.
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
    throw new Error(`series ${name}: kept for ${retention.days} days, and ${late.days} late`);
  if (Object.keys(one.values).length === 0) throw new Error(`series ${name}: a reading says something`);
  for (const [value, field] of Object.entries<AnyField>(one.values)) {
    const at = `${name}.${value}`;
    if (!/^[a-z][a-z\d_]*$/.test(value) || reservedNames.has(value))
      throw new Error(`${at}: every reading has another ${value}`);
    if (liesElsewhere(field)) throw new Error(`${at}: a reading holds values, neither rows nor files`);
    if (field.privacy) throw new Error(`${at}: what is personal belongs to rows, where looking at it is on record`);
    if (field.search || field.unique || field.through) throw new Error(`${at}: readings are found by their time alone`);
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
