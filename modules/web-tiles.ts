import type { ComponentType } from 'react';
import type { PanelProps } from '#web/wall/tile.tsx';
import { enterpriseTiles } from './enterprise/web/wall/tiles.ts';

/** What draws the panels that have feeds of their own, by name of the panel; they come with the wall. */
export const tiles: Readonly<Record<string, ComponentType<PanelProps>>> = {
  ...enterpriseTiles,
};
