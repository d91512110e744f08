import { kindOf } from '#kernel/field/field.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import type { ReportMeasure } from './report-criteria-in-url.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A value with thousands separators; amounts of money with cents. */
export function formatReportValue(
  value: number,
  { resource, measure }: Pick<ReportMeasure, 'resource' | 'measure'>,
): string {
  const sum = measure.sum === undefined ? undefined : allColumnsOf(resource)[measure.sum];
  return (sum && kindOf(sum).sheetFormat === '0.00' ? money : whole).format(value);
}

export const formatShare = (part: number, total: number): string =>
  total === 0 ? '—' : `${((part / total) * 100).toFixed(1)}%`;

/** `+12.5%`; a dash where the previous value is 0. */
export function formatChange(value: number, was: number): string {
  if (was === 0) return '—';
  const change = ((value - was) / was) * 100;
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(change).toFixed(1)}%`;
}
