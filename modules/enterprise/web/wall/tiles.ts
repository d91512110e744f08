import type { Tiles } from '#web/wall/tile/module-tile-registry.ts';
import { AreaTile } from './area-tile.tsx';
import { AuditTile } from './audit-tile.tsx';
import { MapTile } from './map-tile.tsx';
import { NewestTile } from './newest-tile.tsx';
import { OverviewTile } from './overview-tile.tsx';
import { TypeTile } from './type-tile.tsx';
import './tiles.css';

/** Tile components of the enterprise wall panels. */
export const tiles: Tiles = {
  overview: OverviewTile,
  types: TypeTile,
  areas: AreaTile,
  map: MapTile,
  audit: AuditTile,
  newest: NewestTile,
};
