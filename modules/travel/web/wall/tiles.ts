import type { Tiles } from '#web/wall/own-tiles.ts';
import { HistoryTile } from './history-tile.tsx';
import { ItineraryTile } from './itinerary-tile.tsx';
import { SourceMapTile } from './source-map-tile.tsx';
import { SourceTile } from './source-tile.tsx';
import './tiles.css';

/** What draws the panels of the wall of teams. */
export const tiles: Tiles = {
  itinerary: ItineraryTile,
  source: SourceTile,
  source_map: SourceMapTile,
  history: HistoryTile,
};
