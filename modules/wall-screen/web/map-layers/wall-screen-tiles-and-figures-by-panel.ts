import type { WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import type { FiguresByPanel } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { figuresOfMapLayers } from '../../contract/rows-behind-map-layer.ts';
import { LayeredMapTile } from './layered-map-tile.tsx';
import { mapLayersOfAllModules } from './map-layers-chosen-for-wall.ts';

/** Tile components of the wall's own panels. */
export const tiles: TilesByPanel = { map: LayeredMapTile };

/** Figures of the map, by the layers that all modules declare. */
export const figures: FiguresByPanel = {
  map: (panel: WallMapPanel) => figuresOfMapLayers(mapLayersOfAllModules(), findResource, panel),
};
