import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { conditionsInArea } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { MapLayer, WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { PanelFigureGroup } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { mapFeed } from './layered-map-panel.ts';

/** All rows of a layer: the list under its conditions, or the rows whose keys the map answers. */
export function rowsOfMapLayer(
  { name, label, of, unit, where }: MapLayer,
  resource: AnyResource,
  { area, asof }: Pick<PanelResponseHead, 'area' | 'asof'>,
  n: number,
): RowsBehindFigure {
  const rows = { of, title: label, unit, n, conditions: [] };
  if (!where) return { ...rows, source: { feed: mapFeed.name, query: { area: area.code, layers: name, rows: '1' } } };
  return {
    ...rows,
    conditions: [...conditionsInArea(resource, area), ...toListConditions(where, shanghaiDateOf(asof))],
  };
}

/** Figures of the map: the number of rows of each layer that was read. */
export const figuresOfMapLayers = (
  layers: readonly MapLayer[],
  find: FindResource,
  panel: WallMapPanel,
): readonly PanelFigureGroup[] => [
  {
    figures: layers.flatMap((layer) => {
      const [features, resource] = [panel.layers[layer.name], find(layer.of)];
      if (!features || !resource) return [];
      const rows = rowsOfMapLayer(layer, resource, panel, features.n);
      return [{ rows, ...(features.unplaced > 0 ? { note: noteOfUnplaced(features.unplaced) } : {}) }];
    }),
  },
];

const noteOfUnplaced = (n: number) => text(`其中 ${n} 个没有位置`, `${n} of them without a place`);
