import type { TilesByPanel } from '#web/wall/tile/module-tile-registry.ts';
import { HotTermsTile, OpinionTile } from './opinion-trend-and-hot-terms-tiles.tsx';

/** TilesByPanel of the wall by the name of their panel. */
export const tiles: TilesByPanel = { opinion: OpinionTile, opinion_hot_terms: HotTermsTile };

export { opinionWallFigures as figures } from '#modules/opinion/contract/wall/opinion-wall-figures.ts';
