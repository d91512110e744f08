import type { ComponentType } from 'react';
import type { PanelProps } from '#web/wall/tile.tsx';
import { HistoryTile } from './history-tile.tsx';
import { ItineraryTile } from './itinerary-tile.tsx';
import { SourceMapTile } from './source-map-tile.tsx';
import { SourceTile } from './source-tile.tsx';
import './tiles.css';

/** What draws the panels of the wall of teams. */
export const travelTiles: Readonly<Record<string, ComponentType<PanelProps>>> = {
  itinerary: ItineraryTile,
  source: SourceTile,
  source_map: SourceMapTile,
  history: HistoryTile,
};
