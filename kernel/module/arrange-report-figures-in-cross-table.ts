import type { AnyField } from '../declaration/field.ts';
import { kindOf } from '../field/field.ts';
import { type Locale, text, textIn } from '../text/text.ts';
import {
  propertyNameOfDimension,
  type ReportDimension,
  type ReportFigure,
  type ReportResponse,
} from './dimensions-of-requested-report-and-response-types.ts';
import { periodsOf } from './report-periods.ts';

const texts = { empty: text('未填', 'Not provided') };

/** The label of a figure's value in a dimension. */
export function dimensionValueLabel(
  dimension: ReportDimension,
  figure: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, AnyField>>,
  locale: Locale,
): string {
  const value = figure[propertyNameOfDimension(dimension)];
  if (value === null || value === undefined) return textIn(texts.empty, locale);
  if ('period' in dimension) return String(value);
  const named = figure[`${dimension.field}_name`];
  if (typeof named === 'string') return named;
  const one = fields[dimension.field];
  return (one && kindOf(one).toText?.(value, one.options, locale)) || String(value);
}

/** A report as a table: the first dimension gives the rows, the second the columns. */
export interface CrossTable {
  readonly rows: readonly CrossLine[];
  /** Empty if there is a single dimension. */
  readonly columns: readonly CrossLine[];
  cell(row: CrossLine, column?: CrossLine): ReportFigure | undefined;
}

export interface CrossLine {
  readonly key: string | number | null;
  readonly label: string;
  readonly value: number;
  readonly before: number;
  /** One figure of the line, from which its label and filter are taken. */
  readonly figure: ReportFigure;
}

/**
 * Arranges the figures of a report in a table. Periods are in order and without gaps; all other values are ordered by
 * size, the largest first.
 */
export function arrangeReportInCrossTable(
  { list, span }: Pick<ReportResponse, 'list' | 'span'>,
  dimensions: readonly ReportDimension[],
  fields: Readonly<Record<string, AnyField>>,
  locale: Locale,
): CrossTable {
  const [down, across] = dimensions;
  const lines = (one: ReportDimension | undefined): CrossLine[] => {
    if (!one) return [];
    const found = new Map<string, CrossLine>();
    const inTime = 'period' in one;
    if (inTime && span)
      for (const key of periodsOf(span, one.period))
        found.set(key, { key, label: key, value: 0, before: 0, figure: { period: key, value: 0, before: 0 } });
    for (const figure of list) {
      const key = figure[propertyNameOfDimension(one)] ?? null;
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
  const cells = new Map(
    list.map((one) => [cellKey(dimensions.map((each) => one[propertyNameOfDimension(each)] ?? null)), one]),
  );
  return {
    rows: lines(down),
    columns: lines(across),
    cell: (row, column) => cells.get(cellKey(column ? [row.key, column.key] : [row.key])),
  };
}

const cellKey = (keys: readonly (string | number | null)[]): string => JSON.stringify(keys);
