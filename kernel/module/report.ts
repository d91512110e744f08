import type { AnyField } from '../declaration/field.ts';
import { kindOf } from '../field/field.ts';
import type { Period } from '../resource/measure.ts';
import { type Locale, text, textIn } from '../text/text.ts';
import { addDays, addMonths, daysBetween, isDate, weekdayOf } from '../time/calendar.ts';

/** Period of comparison: the preceding one of equal length, or the same period a year earlier. */
export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

/** Days in Asia/Shanghai, both inclusive. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

/** How far a span is moved back: in months if it consists of whole months, else in days. */
export type Shift = { readonly months: number } | { readonly days: number };

/** A dimension of a report: a field, or a length of period. */
export type Dimension = { readonly field: string } | { readonly period: Period };

/** Dimensions in order: the period as rows, fields as columns. */
export const dimensionsOf = ({ by, period }: { by: readonly string[]; period?: Period | undefined }): Dimension[] => [
  ...(period ? [{ period }] : []),
  ...by.map((field) => ({ field })),
];

/** One figure. `key` follows the order of the dimensions; null where a row has no value. */
export interface ReportFigure {
  readonly [dimension: string]: string | number | null;
  readonly value: number | string;
  /** The figure for the period of comparison; 0 without a comparison. */
  readonly before: number | string;
}

/** The response of a report. */
export interface ReportResponse {
  readonly list: readonly ReportFigure[];
  readonly total: number | string;
  readonly total_before: number | string;
  /** There are more figures than the response holds. The totals cover all. */
  readonly more: boolean;
  readonly span: Span | null;
  readonly before: Span | null;
  /** Level of the divisions by which rows were grouped. */
  readonly level: 1 | 2 | 3;
  /** When the figures were read, in unix seconds. */
  readonly asof: number;
}

/** Key of a dimension in a figure. */
export const dimensionKeyOf = (one: Dimension): string => ('field' in one ? one.field : 'period');

const isMonths = ({ from, until }: Span): boolean => from.endsWith('-01') && addDays(until, 1).endsWith('-01');

const monthsBetween = (from: string, until: string): number =>
  (Number(until.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(until.slice(5, 7)) - Number(from.slice(5, 7));

/** Distance to the span of comparison. A year of weeks has 52, so that weeks stay whole. */
export function comparisonShiftOf(compare: Comparison, span: Span, period?: Period): Shift {
  if (compare === 'year') return period === 'week' ? { days: 364 } : { months: 12 };
  if (isMonths(span)) return { months: monthsBetween(span.from, addDays(span.until, 1)) };
  return { days: daysBetween(span.from, span.until) + 1 };
}

/** The span moved back. The last day of a month stays the last day. */
export function shiftBack({ from, until }: Span, shift: Shift): Span {
  const back = (day: string) => ('months' in shift ? addMonths(day, -shift.months) : addDays(day, -shift.days));
  return { from: back(from), until: addDays(back(addDays(until, 1)), -1) };
}

/** Name of the period that contains a day: `2026-11-22`, `2026-W47`, `2026-11`, `2026-Q4`, `2026`. */
export function periodOf(day: string, period: Period): string {
  if (period === 'day') return day;
  if (period === 'month') return day.slice(0, 7);
  if (period === 'year') return day.slice(0, 4);
  if (period === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  // A week belongs to the year of its Thursday.
  const thursday = addDays(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  return `${year}-W${String(Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1).padStart(2, '0')}`;
}

const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

/** The days of a period by its name. Undefined: not a period. */
export function spanOf(name: string): Span | undefined {
  const [, year = '', sort = '', number = ''] = /^(\d{4})(?:-(Q|W)?(\d{1,2}))?$/.exec(name) ?? [];
  if (isDate(name)) return { from: name, until: name };
  if (!year) return undefined;
  if (!number) return { from: `${year}-01-01`, until: `${year}-12-31` };
  if (sort === 'W') {
    const from = addDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7);
    return periodOf(from, 'week') === name ? { from, until: addDays(from, 6) } : undefined;
  }
  const months = sort === 'Q' ? 3 : 1;
  const month = sort === 'Q' ? Number(number) * 3 - 2 : Number(number);
  if (month < 1 || month > 12) return undefined;
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  return { from, until: addDays(addMonths(from, months), -1) };
}

/** Names of all periods of a span in order, including those without rows. */
export function periodsOf({ from, until }: Span, period: Period): string[] {
  const names: string[] = [];
  for (let day = from; day <= until; ) {
    const name = periodOf(day, period);
    names.push(name);
    day = addDays(spanOf(name)?.until ?? day, 1);
  }
  return names;
}

const texts = { empty: text('未填', 'Not provided') };

/** Label of a figure's dimension value. */
export function dimensionValueLabel(
  dimension: Dimension,
  figure: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, AnyField>>,
  locale: Locale,
): string {
  const value = figure[dimensionKeyOf(dimension)];
  if (value === null || value === undefined) return textIn(texts.empty, locale);
  if ('period' in dimension) return String(value);
  const named = figure[`${dimension.field}_name`];
  if (typeof named === 'string') return named;
  const one = fields[dimension.field];
  return (one && kindOf(one).toText?.(value, one.options, locale)) || String(value);
}

/** A report as rows and columns: the first dimension down, the second across. */
export interface CrossTable {
  readonly rows: readonly CrossLine[];
  /** Empty for a single dimension. */
  readonly columns: readonly CrossLine[];
  cell(row: CrossLine, column?: CrossLine): ReportFigure | undefined;
}

export interface CrossLine {
  readonly key: string | number | null;
  readonly label: string;
  readonly value: number;
  readonly before: number;
  /** One cell: its label and its filter. */
  readonly figure: ReportFigure;
}

/** Lays out a report. Periods come in order without gaps; everything else by size, largest first. */
export function layOutTable(
  { list, span }: Pick<ReportResponse, 'list' | 'span'>,
  dimensions: readonly Dimension[],
  fields: Readonly<Record<string, AnyField>>,
  locale: Locale,
): CrossTable {
  const [down, across] = dimensions;
  const lines = (one: Dimension | undefined): CrossLine[] => {
    if (!one) return [];
    const found = new Map<string, CrossLine>();
    const inTime = 'period' in one;
    if (inTime && span)
      for (const key of periodsOf(span, one.period))
        found.set(key, { key, label: key, value: 0, before: 0, figure: { period: key, value: 0, before: 0 } });
    for (const figure of list) {
      const key = figure[dimensionKeyOf(one)] ?? null;
      const existing = found.get(String(key));
      found.set(String(key), {
        key,
        label: existing?.label ?? dimensionValueLabel(one, figure, fields, locale),
        value: (existing?.value ?? 0) + Number(figure.value),
        before: (existing?.before ?? 0) + Number(figure.before),
        figure: existing?.figure ?? figure,
      });
    }
    const sorted = [...found.values()];
    if (inTime) return sorted.toSorted((a, b) => String(a.key ?? '').localeCompare(String(b.key ?? '')));
    return sorted.toSorted((a, b) => b.value - a.value);
  };
  const cells = new Map(list.map((one) => [cellKey(dimensions.map((each) => one[dimensionKeyOf(each)] ?? null)), one]));
  return {
    rows: lines(down),
    columns: lines(across),
    cell: (row, column) => cells.get(cellKey(column ? [row.key, column.key] : [row.key])),
  };
}

const cellKey = (keys: readonly (string | number | null)[]): string => JSON.stringify(keys);
