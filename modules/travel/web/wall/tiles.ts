import type { Tiles } from '#web/wall/tile/own-tiles.ts';
import { ItineraryTile } from './todays-teams-tile.tsx';
import { HistoryTile } from './tourist-history-tile.tsx';
import { SourceMapTile } from './tourist-origin-map-tile.tsx';
import { SourceTile } from './tourist-origin-tile.tsx';
import './tiles.css';

/** What draws the panels of the wall of teams. */
export const tiles: Tiles = {
  itinerary: ItineraryTile,
  source: SourceTile,
  source_map: SourceMapTile,
  history: HistoryTile,
};
