import type { Condition } from '#kernel/declaration/filter.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { placeFieldOf } from '#kernel/field/field.ts';
import { toListConditions } from '#kernel/field/row-condition.ts';
import { divisionOperator } from '#kernel/kind/linked/area.ts';
import { dimensionValueLabel } from '#kernel/module/report.ts';
import {
  type Feed,
  isFeed,
  isMeasure,
  type Panel,
  type PanelArea,
  type PanelHead,
  type ShownMeasure,
} from '#kernel/module/wall-panel.ts';
import { allFields } from '#kernel/resource/columns.ts';
import { type Figure, findMeasure } from '#kernel/resource/measure.ts';
import { text } from '#kernel/text/text.ts';
import { serverNow } from '#web/http/clock.ts';
import { divisionName } from '#web/i18n/division-names.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { toWireParams } from '#web/resource/list-query.ts';
import { listRows, type RowPoint, readFigures, readPoints } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { areaConditions, type RowsBehind } from './rows-behind.ts';
import { dayOf } from './wall-time.ts';

/** Answer of a panel that shows a measure. */
export interface FiguresAnswer extends PanelHead {
  figures: readonly Figure[];
}

/** Answer of a panel that shows rows. */
export interface RowsAnswer extends PanelHead {
  rows: readonly WireRow[];
}

/** Answer of a panel that shows places; `more`: only the first ten thousand. */
export interface PlacesAnswer extends PanelHead {
  points: readonly RowPoint[];
  more: boolean;
}

const maxRows = 20;

/** The feed of a panel: its own, or reads of its resource. */
export function feedOf(panel: Panel, resource: AnyResource | undefined): Feed {
  const { name, shows } = panel;
  if (isFeed(shows)) return shows;
  const soon = isMeasure(shows) || shows.rows === 'placed' ? 1500 : 150;
  return { name, source: resource?.label ?? panel.label, every: 60, of: [shows.of], within: soon };
}

/** Level of the divisions that the figures of an area are grouped by. */
const levelIn = (area: PanelArea): number => Math.min(3, area.level + 1);

const inPlace = (resource: AnyResource, area: PanelArea): Condition[] =>
  allFields(resource).area_code ? areaConditions(area) : [];

/**
 * Reads the content of a panel without its own feed, by the calls of its resource: in the caller's scope and with its
 * permission node.
 */
export async function readPanelContent({ shows }: Panel, resource: AnyResource, area: PanelArea): Promise<PanelHead> {
  const head = { asof: serverNow(), source: resource.name, area };
  if (isFeed(shows)) throw new Error('a feed answers for itself');
  const conditions = inPlace(resource, area);
  if (isMeasure(shows)) {
    const { search } = toWireParams({ conditions, keyword: '' }, resource);
    const query = { name: shows.measure, by: shows.by, level: levelIn(area), ...(search ? { search } : {}) };
    const { list } = await readFigures(resource, query);
    const answer: FiguresAnswer = { ...head, state: list.length > 0 ? 'ok' : 'empty', figures: list };
    return answer;
  }
  if (shows.rows === 'placed') {
    const { search } = toWireParams({ conditions, keyword: '' }, resource);
    const { points, more } = await readPoints(resource, search ? { search } : {});
    const answer: PlacesAnswer = { ...head, state: points.length > 0 ? 'ok' : 'empty', points, more };
    return answer;
  }
  const due = shows.rows === 'due';
  const wanted: Condition[] = due ? [...conditions, { field: 'due_at', operator: 'NOT NULL', value: '' }] : conditions;
  const order = due ? (['due_at', 'asc'] as const) : (['createtime', 'desc'] as const);
  const params = toWireParams({ conditions: wanted, keyword: '', order, limit: maxRows }, resource);
  const { list = [] } = await listRows(resource, params);
  const answer: RowsAnswer = { ...head, state: list.length > 0 ? 'ok' : 'empty', rows: list };
  return answer;
}

/** The rows behind one figure of a measure, with the label of the figure. */
export function rowsBehindFigure(
  { of, measure: name, by }: ShownMeasure,
  resource: AnyResource,
  { area, asof }: PanelHead,
  figure: Figure,
): RowsBehind {
  const fields = allFields(resource);
  const value = figure[by];
  const division = typeof figure[`${by}_name`] === 'string';
  const label = dimensionValueLabel({ field: by }, figure, fields, currentLocale());
  const called = division ? divisionName(label) : label;
  const own: Condition =
    value === null || value === undefined
      ? { field: by, operator: 'NULL', value: '' }
      : { field: by, operator: division ? divisionOperator(String(value), levelIn(area)) : '=', value: String(value) };
  return {
    ...ofMeasure(resource, of, name, area, asof),
    title: text(called, called),
    n: Number(figure.value),
    conditions: [...checksOf(resource, name, asof), ...inPlace(resource, area), own],
  };
}

/** All rows a measure counts. */
export const rowsBehindAll = (
  { of, measure }: ShownMeasure,
  resource: AnyResource,
  { area, asof }: PanelHead,
  n: number,
): RowsBehind => ({ ...ofMeasure(resource, of, measure, area, asof), n });

/** The rows that have a place. */
export const rowsBehindPlaces = (resource: AnyResource, { area, points }: PlacesAnswer): RowsBehind => ({
  of: resource.name,
  title: resource.label,
  n: points.length,
  conditions: [
    ...inPlace(resource, area),
    { field: placeFieldOf(resource) ?? resource.title, operator: 'NOT NULL', value: '' },
  ],
});

function ofMeasure(resource: AnyResource, of: string, name: string, area: PanelArea, asof: number): RowsBehind {
  const measure = findMeasure(resource, name);
  return {
    of,
    title: measure?.label ?? resource.label,
    n: 0,
    conditions: [...checksOf(resource, name, asof), ...inPlace(resource, area)],
    ...(measure?.sum === undefined ? {} : { sum: { measure: name } }),
  };
}

const checksOf = (resource: AnyResource, name: string, asof: number): Condition[] =>
  toListConditions(findMeasure(resource, name)?.where ?? [], dayOf(asof));
