import type { ComponentType } from 'react';
import type { PanelProps } from '#web/wall/tile.tsx';
import { AreaTile } from './area-tile.tsx';
import { AuditTile } from './audit-tile.tsx';
import { MapTile } from './map-tile.tsx';
import { NewestTile } from './newest-tile.tsx';
import { OverviewTile } from './overview-tile.tsx';
import { TypeTile } from './type-tile.tsx';
import './tiles.css';

/** What draws the panels of the module. */
export const enterpriseTiles: Readonly<Record<string, ComponentType<PanelProps>>> = {
  overview: OverviewTile,
  types: TypeTile,
  areas: AreaTile,
  map: MapTile,
  audit: AuditTile,
  newest: NewestTile,
};
