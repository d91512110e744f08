import type { CalendarPeriod } from '../resource/statistical-measures-of-resource.ts';

import type { DaySpan } from './report-periods.ts';

/** A dimension of a report: the values of a field, or periods of one length. */
export type ReportDimension = { readonly field: string } | { readonly period: CalendarPeriod };

/** The dimensions of a report, in order: the period first, then the fields. */
export const dimensionsOfRequestedReport = ({
  by,
  period,
}: {
  by: readonly string[];
  period?: CalendarPeriod | undefined;
}): ReportDimension[] => [...(period ? [{ period }] : []), ...by.map((field) => ({ field }))];

/** One figure of a report, with the values of its dimensions; null where rows have no value. */
export interface ReportFigure {
  readonly [dimension: string]: string | number | null;
  readonly value: number | string;
  /** The figure for the period of comparison. Without a comparison it is 0. */
  readonly before: number | string;
}

/** The response of a report. */
export interface ReportResponse {
  readonly list: readonly ReportFigure[];
  readonly total: number | string;
  readonly total_before: number | string;
  /** There are more figures than the response contains. The totals include all of them. */
  readonly more: boolean;
  readonly span: DaySpan | null;
  readonly before: DaySpan | null;
  /** The level of the divisions by which rows were grouped. */
  readonly level: 1 | 2 | 3;
  /** When the figures were read, in unix seconds. */
  readonly asof: number;
}

/** The property of a figure with its value in a dimension. */
export const propertyNameOfDimension = (one: ReportDimension): string => ('field' in one ? one.field : 'period');
