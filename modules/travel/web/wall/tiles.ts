import type { Tiles } from '#web/wall/tile/own-tiles.ts';
import { ItineraryTile } from './todays-teams-tile.tsx';
import { HistoryTile } from './tourist-history-tile.tsx';
import { SourceMapTile } from './tourist-origin-map-tile.tsx';
import { SourceTile } from './tourist-origin-tile.tsx';
import './tiles.css';

/** Tiles of the travel board, by panel. */
export const tiles: Tiles = {
  itinerary: TodaysTeamsTile,
  source: TouristOriginTile,
  source_map: TouristOriginMapTile,
  history: TouristHistoryTile,
};
