import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { areaLevel, divisionOperator } from '#kernel/kind/linked/area.ts';
import {
  fieldOf,
  type ListQuery,
  operatorsOf,
  readListQuery,
  toWireParams,
  writeListQuery,
} from '#kernel/list/list-query-in-url.ts';
import {
  propertyNameOfDimension,
  type ReportDimension,
  type ReportFigure,
  type ReportResponse,
} from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import {
  type DaySpan,
  type PeriodComparison,
  periodComparisons,
  periodOf,
  spanOf,
} from '#kernel/module/report-periods.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import {
  type CalendarPeriod,
  calendarPeriods,
  summableMeasures,
} from '#kernel/resource/statistical-measures-of-resource.ts';
import { addDays, addMonths, isDate } from '#kernel/time/shanghai-time.ts';

const areaPattern = /^[1-9]\d{5}$/;

/** A measure of a resource that the person may list. */
export interface ReportMeasure {
  /** `enterprise/enterprise.registered` */
  readonly key: string;
  readonly resource: AnyResource;
  readonly name: string;
  readonly measure: Measure;
}

export const measuresOf = (resources: readonly AnyResource[]): ReportMeasure[] =>
  resources.flatMap((resource) =>
    summableMeasures(resource).map(([name, measure]) => ({
      key: `${resource.name}.${name}`,
      resource,
      name,
      measure,
    })),
  );

/** The rows a report covers: the conditions of a list, without search words. */
export type ReportRows = Pick<ListQuery, 'conditions' | 'anyOf' | 'awaitsMe' | 'handledByMe'>;

export const allRows: ReportRows = { conditions: [] };

/** The choices that define a report, all of them stored in the URL. */
export interface ReportCriteria {
  readonly measured: ReportMeasure;
  /** Fields, or `@month` for a period; at most two. */
  readonly by: readonly string[];
  /** Undefined: all time. */
  readonly span: DaySpan | undefined;
  readonly area: string | undefined;
  readonly compare: PeriodComparison | undefined;
  /** Conditions except the area, which has its own input. */
  readonly rows: ReportRows;
}

/** Groupings of a measure: its fields, then periods. */
const groupings = ({ measure }: ReportMeasure): string[] => [...measure.by, ...calendarPeriods.map((one) => `@${one}`)];

/** Reads a choice from the URL. Default period: this year so far; `all` means all time. */
export function readReportCriteria(
  address: URLSearchParams,
  all: readonly ReportMeasure[],
  today: string,
): ReportCriteria | undefined {
  const measured = all.find((one) => one.key === address.get('m')) ?? all[0];
  if (!measured) return undefined;
  const available = groupings(measured);
  const requested = (address.get('by') ?? measured.measure.by[0] ?? '')
    .split(',')
    .filter((one) => available.includes(one));
  const inTime = requested.filter((one) => one.startsWith('@')).slice(0, 1);
  const by = [...new Set(requested)].filter((one) => !one.startsWith('@') || inTime.includes(one)).slice(0, 2);
  const area = address.get('area') ?? '';
  const rows = readRows(address, measured);
  const span = readSpan(address, today);
  return {
    measured,
    by,
    span,
    area: areaPattern.test(area) && hasArea(measured.resource) ? area : undefined,
    compare: span && periodComparisons.find((one) => one === address.get('vs')),
    rows,
  };
}

/** Conditions are written as in the URL of a list, always with operator; the report's own parameters are skipped. */
function readRows(address: URLSearchParams, { resource }: ReportMeasure): ReportRows {
  const named = ([key]: [string, string]) =>
    key.includes('.') || key === 'any' || key === 'awaits' || key === 'handler';
  return rowsOf(readListQuery(new URLSearchParams([...address].filter(named)), resource), resource);
}

/** The part of a list query that a report takes over: not search words, not conditions on personal data. */
function rowsOf({ conditions, anyOf, awaitsMe, handledByMe }: ReportRows, resource: AnyResource): ReportRows {
  const isPublic = ({ field }: Condition) => !fieldOf(resource, field)?.privacy;
  const groups = anyOf?.filter((group) => group.every(isPublic)) ?? [];
  return {
    conditions: conditions.filter(isPublic),
    ...(groups.length > 0 ? { anyOf: groups } : {}),
    ...(awaitsMe ? { awaitsMe } : {}),
    ...(handledByMe ? { handledByMe } : {}),
  };
}

const countOf = ({ conditions, anyOf = [] }: ReportRows): number => conditions.length + anyOf.length;

/** The report of the rows a list shows, for all time like the list. `whole`: the report takes over the whole query. */
export function reportOfList(
  resource: AnyResource,
  query: ListQuery,
): { readonly to: string; readonly whole: boolean } | undefined {
  const measured = measuresOf([resource])[0];
  if (!measured) return undefined;
  const reportRows = rowsOf(query, resource);
  const isArea = ({ field, operator, value }: Condition) =>
    field === 'area_code' && operator === '=' && areaPattern.test(value);
  // two areas are two conditions, but the report's input holds one
  const area = reportRows.conditions.find(isArea);
  const rows = { ...reportRows, conditions: reportRows.conditions.filter((one) => one !== area) };
  const by = measured.measure.by.slice(0, 1);
  const address = writeReportCriteria({ measured, by, span: undefined, area: area?.value, compare: undefined, rows });
  return {
    to: `/admin/report?${address.toString()}`,
    whole: query.keyword === '' && countOf(reportRows) === countOf(query),
  };
}

function readSpan(address: URLSearchParams, today: string): DaySpan | undefined {
  if (address.get('span') === 'all') return undefined;
  const [from = '', until = ''] = [address.get('from') ?? '', address.get('until') ?? ''];
  if (isDate(from) && isDate(until) && from <= until) return { from, until };
  return presetSpans(today).year;
}

export function writeReportCriteria({ measured, by, span, area, compare, rows }: ReportCriteria): URLSearchParams {
  const address = writeListQuery({ ...rows, keyword: '' });
  address.set('m', measured.key);
  address.set('by', by.join(','));
  if (span) {
    address.set('from', span.from);
    address.set('until', span.until);
  } else address.set('span', 'all');
  if (area) address.set('area', area);
  if (span && compare) address.set('vs', compare);
  return address;
}

/** Frequently used periods up to today. */
export function presetSpans(today: string) {
  const month = `${today.slice(0, 7)}-01`;
  const year = today.slice(0, 4);
  const quarter = spanOf(periodOf(today, 'quarter'))?.from ?? month;
  return {
    month: { from: month, until: today },
    lastMonth: { from: addMonths(month, -1), until: addDays(month, -1) },
    quarter: { from: quarter, until: today },
    year: { from: `${year}-01-01`, until: today },
    twelve: { from: addMonths(month, -11), until: today },
    lastYear: { from: `${Number(year) - 1}-01-01`, until: `${Number(year) - 1}-12-31` },
  } as const satisfies Record<string, DaySpan>;
}

/** Periods come first: they run down the table and along the chart. */
export const dimensionsOfReportCriteria = ({ by }: Pick<ReportCriteria, 'by'>): ReportDimension[] =>
  by
    .toSorted((one, other) => Number(other.startsWith('@')) - Number(one.startsWith('@')))
    .map((one) => (one.startsWith('@') ? { period: one.slice(1) as CalendarPeriod } : { field: one }));

const hasArea = (resource: AnyResource): boolean => allColumnsOf(resource).area_code !== undefined;
export const offersArea = ({ resource }: ReportMeasure): boolean => hasArea(resource);

const ofArea = (area: string | undefined): Condition[] =>
  area ? [{ field: 'area_code', operator: '=', value: area }] : [];

/** Parameters of the call. */
export function toReportParams({ measured, by, span, area, compare, rows }: ReportCriteria): Record<string, unknown> {
  const fields = by.filter((one) => !one.startsWith('@'));
  const period = by.find((one) => one.startsWith('@'))?.slice(1);
  const conditions = [...rows.conditions, ...ofArea(area)];
  return {
    resource: measured.resource.name,
    name: measured.name,
    ...(fields.length > 0 ? { by: fields.join(',') } : {}),
    ...(period ? { period } : {}),
    ...(area ? { level: Math.min(3, areaLevel(area) + 1) } : {}),
    ...span,
    ...(compare ? { compare } : {}),
    ...toWireParams({ ...rows, conditions, keyword: '' }, measured.resource),
  };
}

/** Link to the list of exactly the rows behind a figure; undefined where one of its fields cannot be filtered by. */
export function linkToRowsBehind(
  { measured, area, rows }: ReportCriteria,
  report: Pick<ReportResponse, 'span' | 'level'>,
  figures: readonly (readonly [ReportDimension, ReportFigure])[],
  today: string,
): string | undefined {
  const { resource, measure } = measured;
  const at = measure.at ?? 'createtime';
  const conditions: Condition[] = [
    ...toListConditions(measure.where ?? [], today),
    ...ofArea(area),
    ...rows.conditions,
  ];
  let span = report.span ?? undefined;
  for (const [dimension, figure] of figures) {
    const value = figure[propertyNameOfDimension(dimension)];
    if ('period' in dimension) {
      const within = typeof value === 'string' ? spanOf(value) : undefined;
      if (!within) conditions.push({ field: at, operator: 'NULL', value: '' });
      else if (!span) span = within;
      else
        span = {
          from: within.from > span.from ? within.from : span.from,
          until: within.until < span.until ? within.until : span.until,
        };
      continue;
    }
    const { field } = dimension;
    if (value === null || value === undefined) conditions.push({ field, operator: 'NULL', value: '' });
    else {
      const division = typeof figure[`${field}_name`] === 'string';
      const operator = division ? divisionOperator(String(value), report.level) : '=';
      conditions.push({ field, operator, value: String(value) });
    }
  }
  if (span) conditions.push({ field: at, operator: 'RANGE', value: `${span.from},${span.until}` });
  if (conditions.some((one) => !operatorsOf(resource, one.field).includes(one.operator))) return undefined;
  return `/admin/${resource.name}?${writeListQuery({ ...rows, conditions, keyword: '' }).toString()}`;
}
