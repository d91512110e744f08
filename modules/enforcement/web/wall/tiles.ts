import type { ComponentType } from 'react';
import type { PanelProps } from '#web/wall/tile.tsx';
import { VehicleTile } from './vehicle-tile.tsx';

/** What draws the panels of the road. */
export const roadTiles: Readonly<Record<string, ComponentType<PanelProps>>> = { vehicle: VehicleTile };
