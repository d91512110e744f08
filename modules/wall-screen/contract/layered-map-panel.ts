import type { WallFeed, WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';

/** The layers that modules contribute to the map of the first board: `GET /admin/screen.map/index`. */
export const mapFeed: WallFeed = {
  name: 'map',
  source: text('各业务库', 'All registers'),
  every: 10,
  of: ['enterprise/enterprise', 'incident/incident', 'enforcement/check', 'scenic/spot'],
};

export const mapPanel: WallPanel = { name: 'map', label: text('监管一张图', 'Map'), size: 'map', shows: mapFeed };
