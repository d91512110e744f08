import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Measure } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { kindOf, targetOf } from '#kernel/field/field.ts';
import { areaLevel, divisionOperator } from '#kernel/kind/linked/area.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';

/** The last day of a month, `2026-11`. */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
}

/** A condition for the days of a month. */
export const conditionWithinMonth = (field: string, month: string): Condition => ({
  field,
  operator: 'RANGE',
  value: `${month}-01,${lastDayOf(month)}`,
});

/** The conditions by which a list shows the rows of one figure of a measure, and no others. */
export const conditionsOfFigure = ({ where = [] }: Measure, figure: Condition): Condition[] => [
  ...toListConditions(where, shanghaiToday()).filter(({ field }) => field !== figure.field),
  figure,
];

/** A condition for the rows with a value; `level`: the level of divisions they were grouped by. */
export function conditionOfValue(
  resource: AnyResource,
  field: string,
  value: string | number | null | undefined,
  level: number,
): Condition {
  if (value === null || value === undefined) return { field, operator: 'NULL', value: '' };
  const declared = fieldOf(resource, field);
  const text = String(value);
  const division = declared && targetOf(declared)?.key === 'code';
  return { field, operator: division ? divisionOperator(text, level) : '=', value: text };
}

/** A condition for the rows of a group: a value, a day, a month. */
export function conditionOfGroup(
  resource: AnyResource,
  field: string,
  keys: readonly (string | number | null)[],
  key: string | number | null,
): Condition {
  const declared = fieldOf(resource, field);
  const text = String(key ?? '');
  if (declared && kindOf(declared).dated && key !== null)
    return text.length > 7 ? { field, operator: 'RANGE', value: `${text},${text}` } : conditionWithinMonth(field, text);
  const level = Math.max(0, ...keys.map((one) => (one === null ? 0 : areaLevel(String(one)))));
  return conditionOfValue(resource, field, key, level);
}
