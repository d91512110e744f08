import type { TilesByPanel } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { HotTermsTile, OpinionTrendAndOpenAlertsTile } from './opinion-trend-and-hot-terms-tiles.tsx';

/** TilesByPanel of the wall by the name of their panel. */
export const tiles: TilesByPanel = { opinion: OpinionTrendAndOpenAlertsTile, opinion_hot_terms: HotTermsTile };

export { opinionWallFigures as figures } from '#modules/opinion/contract/wall/opinion-wall-figures.ts';
