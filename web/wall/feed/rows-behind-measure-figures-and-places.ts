import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { divisionOperator } from '#kernel/kind/linked/area.ts';
import { dimensionValueLabel } from '#kernel/module/arrange-report-figures-in-cross-table.ts';
import { conditionsInArea, divisionLevelBelow } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type {
  PanelArea,
  PanelResponseHead,
  ShownMeasure,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { findMeasure, type MeasureFigure } from '#kernel/resource/statistical-measures-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { PlacesAnswer } from './read-wall-panel-content-by-resource-calls.ts';

/** The rows behind one figure of a measure, with the label of the figure. */
export function rowsBehindFigureOfMeasure(
  { of, measure: name, by }: ShownMeasure,
  resource: AnyResource,
  { area, asof }: PanelResponseHead,
  figure: MeasureFigure,
): RowsBehindFigure {
  const fields = allColumnsOf(resource);
  const value = figure[by];
  const division = typeof figure[`${by}_name`] === 'string';
  const label = dimensionValueLabel({ field: by }, figure, fields, currentLocale());
  const called = division ? translateDivisionName(label) : label;
  const own: Condition =
    value === null || value === undefined
      ? { field: by, operator: 'NULL', value: '' }
      : {
          field: by,
          operator: division ? divisionOperator(String(value), divisionLevelBelow(area)) : '=',
          value: String(value),
        };
  return {
    ...ofMeasure(resource, of, name, area, asof),
    title: text(called, called),
    n: Number(figure.value),
    conditions: [...checksOf(resource, name, asof), ...conditionsInArea(resource, area), own],
  };
}

/** All rows a measure counts. */
export const rowsBehindWholeMeasure = (
  { of, measure }: ShownMeasure,
  resource: AnyResource,
  { area, asof }: PanelResponseHead,
  n: number,
): RowsBehindFigure => ({ ...ofMeasure(resource, of, measure, area, asof), n });

/** The rows that have a place. */
export const rowsWithPlaces = (resource: AnyResource, { area, points }: PlacesAnswer): RowsBehindFigure => ({
  of: resource.name,
  title: resource.label,
  n: points.length,
  conditions: [
    ...conditionsInArea(resource, area),
    { field: placeFieldOf(resource) ?? resource.title, operator: 'NOT NULL', value: '' },
  ],
});

function ofMeasure(resource: AnyResource, of: string, name: string, area: PanelArea, asof: number): RowsBehindFigure {
  const measure = findMeasure(resource, name);
  return {
    of,
    title: measure?.label ?? resource.label,
    n: 0,
    conditions: [...checksOf(resource, name, asof), ...conditionsInArea(resource, area)],
    ...(measure?.sum === undefined ? {} : { sum: { measure: name } }),
  };
}

const checksOf = (resource: AnyResource, name: string, asof: number): Condition[] =>
  toListConditions(findMeasure(resource, name)?.where ?? [], shanghaiDateOf(asof));
