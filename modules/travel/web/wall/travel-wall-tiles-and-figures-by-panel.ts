import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { TodaysTeamsTile } from './todays-teams-tile.tsx';
import { TouristNumbersByPeriodAndHolidayTile } from './tourist-numbers-by-period-and-holiday-tile.tsx';
import { TouristOriginMapTile } from './tourist-origin-map-tile.tsx';
import { TouristOriginTile } from './tourist-origin-tile.tsx';
import './travel-wall-tiles.css';

/** Tiles of the travel board, by panel. */
export const tiles: TilesByPanel = {
  itinerary: TodaysTeamsTile,
  source: TouristOriginTile,
  source_map: TouristOriginMapTile,
  history: TouristNumbersByPeriodAndHolidayTile,
};

export { travelWallFigures as figures } from '#modules/travel/contract/wall/travel-wall-figures-for-text-and-pdf.ts';
