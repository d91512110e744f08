import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import type { MapLayer } from '#kernel/module/map-layer.ts';
import type { PanelHead } from '#kernel/module/wall-panel.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { mapFeed } from '#modules/wall-screen/contract/layered-map-panel.ts';
import { conditionsInArea } from '#web/wall/feed/area-conditions-of-panel.ts';
import type { RowsBehindFigure } from '#web/wall/feed/rows-behind-figure.ts';

/** All rows of a layer: the list under its conditions, or the rows whose keys the map answers. */
export function rowsOfMapLayer(
  { name, label, of, unit, where }: MapLayer,
  resource: AnyResource,
  { area, asof }: Pick<PanelHead, 'area' | 'asof'>,
  n: number,
): RowsBehindFigure {
  const rows = { of, title: label, unit, n, conditions: [] };
  if (!where) return { ...rows, source: { feed: mapFeed.name, query: { area: area.code, layers: name, rows: '1' } } };
  return {
    ...rows,
    conditions: [...conditionsInArea(resource, area), ...toListConditions(where, shanghaiDateOf(asof))],
  };
}
