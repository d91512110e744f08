import type { ComponentType } from 'react';
import type { PanelProps } from '#web/wall/tile.tsx';
import { roadTiles } from './enforcement/web/wall/tiles.ts';
import { enterpriseTiles } from './enterprise/web/wall/tiles.ts';
import { travelTiles } from './travel/web/wall/tiles.ts';

/** What draws the panels that have feeds of their own, by name of the panel; they come with the wall. */
export const tiles: Readonly<Record<string, ComponentType<PanelProps>>> = {
  ...enterpriseTiles,
  ...travelTiles,
  ...roadTiles,
};
