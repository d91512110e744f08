import { text } from '#kernel/text/text.ts';
import type { TilesByPanel, WallDrawer } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { incident } from '../../contract/incident.ts';
import { type IncidentWallPanel, incidentWallFeed } from '../../contract/incident-wall-panels.ts';
import { IncidentCommandDrawer } from './incident-command-drawer.tsx';
import { incidentDrawerName } from './incident-drawer-name.ts';
import { OpenIncidentsTile } from './open-incidents-tile.tsx';

/** Tiles of the wall by the name of their panel. */
export const tiles: TilesByPanel = { incident: OpenIncidentsTile };

/** The command drawer, on every board. */
export const drawers: readonly WallDrawer[] = [
  {
    name: incidentDrawerName,
    label: text('应急', 'Command'),
    letter: 'e',
    feed: incidentWallFeed,
    of: incident.name,
    waiting: (answer) => (answer as IncidentWallPanel).open,
    Drawer: IncidentCommandDrawer,
  },
];

export { incidentWallFigures as figures } from '#modules/incident/contract/wall/incident-wall-figures-for-text-and-pdf.ts';
