import type { AnyField, Fields } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import type { Measure } from '../declaration/statistical-measure-and-materialised-total.ts';
import { checkGuardDeclaration } from '../field/check-condition-and-guard-declarations.ts';
import { dependsOnToday } from '../field/convert-row-conditions-to-list-filter.ts';
import { hasColumn, kindOf, targetOf } from '../field/field.ts';
import { text } from '../text/text.ts';

/** The periods into which measures can be split. Weeks follow ISO 8601. */
export const calendarPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];

/**
 * One figure of a measure, with the values of its dimensions (null if the rows have none) and its period: `2026-11-22`,
 * `2026-W47`, `2026-11`, `2026-Q4` or `2026`.
 */
export interface MeasureFigure {
  readonly [dimension: string]: string | number | null;
  /** A number of rows; for a sum, a value in the wire form of the field. */
  readonly value: number | string;
}

/** The measure of this name. The name may be user input. Undefined: there is none. */
export const findMeasure = (resource: AnyResource, name: string): Measure | undefined =>
  resource.measures && Object.hasOwn(resource.measures, name) ? resource.measures[name] : undefined;

/** The fields that a measure adds up or averages. */
export const summedFieldsOfMeasure = ({ sum, mean, percent }: Measure): readonly string[] => [
  ...(sum === undefined ? [] : [sum]),
  ...(mean === undefined ? [] : [mean]),
  ...(percent && 'sum' in percent ? [percent.sum, percent.of] : []),
];

/** Whether the figures of a measure can be added up, which reports require: percentages and averages cannot. */
export const isSummable = ({ mean, percent }: Measure): boolean => mean === undefined && percent === undefined;

/** Whether rows are grouped by the row that a field refers to, whose title is answered as `<field>_title`. */
export const isGroupedByRow = (one: AnyField): boolean => targetOf(one)?.key === 'id' && one.options.reach === 'all';

/** The measures whose figures can be added up. */
export const summableMeasures = ({ measures = {} }: Pick<AnyResource, 'measures'>): [string, Measure][] =>
  Object.entries<Measure>(measures).filter(([, measure]) => isSummable(measure));

/**
 * Throws if a measure, or `countedBy`, uses fields that rows do not have. `fields` are all columns, including the
 * state.
 */
export function checkMeasures(
  {
    measures = {},
    countedBy,
    materialisedTotals = {},
  }: Pick<AnyResource, 'measures' | 'countedBy' | 'materialisedTotals'>,
  fields: Fields,
): void {
  for (const [name, measure] of Object.entries(measures)) checkMeasure(name, measure, fields);
  if (countedBy) checkMeasure('countedBy', { label: text('总数', 'Total'), by: countedBy }, fields);
  for (const [name, { by = [], byMapCellOf, ...total }] of Object.entries(materialisedTotals)) {
    if (!fields.area_code) throw new Error(`total ${name}: rows have no area_code`);
    const grouped = by.filter((one) => !listsKeys(fields[one]));
    checkMeasure(
      `of total ${name}`,
      { label: text('总数', 'Total'), by: grouped, materialised: true, ...total },
      fields,
    );
    if (by.length - grouped.length > 1) throw new Error(`total ${name}: at most one of its fields lists keys`);
    if (byMapCellOf !== undefined && !isPlaceForEverybody(fields, byMapCellOf))
      throw new Error(`total ${name}: ${byMapCellOf} is not a place that everybody may see`);
    // a total of cells adds up where in them rows are
    if (byMapCellOf !== undefined && total.sum !== undefined)
      throw new Error(`total ${name}: it is by cells of the map and adds up nothing else`);
    if (by.includes('area_code')) throw new Error(`total ${name}: it is by area anyway`);
  }
}

/** Whether a field is a place in the row itself that whoever sees the row may see: circles on a map show where it is. */
function isPlaceForEverybody(fields: Fields, name: string): boolean {
  const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return (
    one !== undefined && kindOf(one).column === 'point' && hasColumn(one) && !one.privacy && one.reads === undefined
  );
}

/** Whether a field contains a list of keys of other rows. */
export const listsKeys = (one: AnyField | undefined): boolean => one !== undefined && kindOf(one).column === 'bigint[]';

function checkMeasure(name: string, measure: Measure, fields: Fields): void {
  const fieldOf = (one: string): AnyField => {
    const found = Object.hasOwn(fields, one) ? fields[one] : undefined;
    if (!found || found.privacy || !hasColumn(found)) throw new Error(`measure ${name}: no column ${one}`);
    return found;
  };
  for (const one of measure.by)
    if (!kindOf(fieldOf(one)).apart && !(isGroupedByRow(fieldOf(one)) && !isSummable(measure)))
      throw new Error(`measure ${name}: rows cannot be grouped by ${one}`);
  for (const one of summedFieldsOfMeasure(measure))
    if (!kindOf(fieldOf(one)).sums) throw new Error(`measure ${name}: ${one} is not a number`);
  if (measure.percent && (measure.sum !== undefined || measure.materialised))
    throw new Error(`measure ${name}: a percentage is of rows or of two sums, and cannot be materialised`);
  if (measure.mean !== undefined && (measure.sum !== undefined || measure.percent || measure.materialised))
    throw new Error(`measure ${name}: an average is of one field, and cannot be materialised`);
  if (measure.percent && 'where' in measure.percent)
    checkGuardDeclaration({ if: measure.percent.where, else: measure.label }, fields);
  if (measure.at !== undefined && !kindOf(fieldOf(measure.at)).dated)
    throw new Error(`measure ${name}: ${measure.at} is not a date or moment`);
  if (measure.where) checkGuardDeclaration({ if: measure.where, else: measure.label }, fields);
  // A trigger computes it when rows are written, not when it is read.
  if (measure.materialised && measure.where?.some(([, , value]) => dependsOnToday(value)))
    throw new Error(`measure ${name}: a materialised measure cannot depend on the current day`);
}
