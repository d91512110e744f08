import type { Period } from '../resource/measure.ts';

import type { Span } from './report-periods.ts';

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
