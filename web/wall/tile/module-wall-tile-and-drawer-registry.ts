import type { ComponentType } from 'react';
import type { PanelResponseHead, WallFeed } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { FiguresByPanel } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import type { Text } from '#kernel/text/text.ts';
import type { PanelTileProps } from './wall-tile.tsx';

/** Components of panels, by name of the panel. */
export type TilesByPanel = Readonly<Record<string, ComponentType<PanelTileProps>>>;

export interface WallDrawerProps {
  /** Key of the row to begin with. Undefined: the newest. */
  readonly row: number | undefined;
  onClose(): void;
}

/** A dialog that opens over every board of the wall, by a key, by its button in the head, or by a row on a tile. */
export interface WallDrawer {
  readonly name: string;
  readonly label: Text;
  /** Letter that opens it. */
  readonly letter: string;
  /** Read on every board; its events keep the drawer up to date. */
  readonly feed: WallFeed;
  /** The resource that a person must be able to list. */
  readonly of: string;
  /** How many rows wait in it, for the button. */
  waiting(answer: PanelResponseHead): number;
  readonly Drawer: ComponentType<WallDrawerProps>;
}

/** What the wall loads of a module. */
export interface TilesAndDrawersOfModule {
  readonly tiles: TilesByPanel;
  readonly drawers?: readonly WallDrawer[];
  /** The figures of its panels with a feed, in text. */
  readonly figures?: FiguresByPanel;
}

/** Loads the tiles of a module, with the wall. */
export type LoadTiles = () => Promise<TilesAndDrawersOfModule>;

let loaders: readonly LoadTiles[] = [];
let loaded: Promise<Required<TilesAndDrawersOfModule>> | undefined;
let loadedTiles: Promise<TilesByPanel> | undefined;

/** Sets the tile loaders of the modules; called by the composition root before anything is drawn. */
export function provideTiles(given: readonly LoadTiles[]): void {
  loaders = given;
  loaded = undefined;
  loadedTiles = undefined;
}

/** The tiles of all modules, loaded once; after a failure the next call tries again. */
export function loadTiles(): Promise<TilesByPanel> {
  loadedTiles ??= loadTilesAndDrawers().then(({ tiles }) => tiles);
  return loadedTiles;
}

/** Tiles and drawers of all modules, loaded once; after a failure the next call tries again. */
export function loadTilesAndDrawers(): Promise<Required<TilesAndDrawersOfModule>> {
  loaded ??= Promise.all(loaders.map((load) => load()))
    .then((parts) => ({
      tiles: Object.assign({}, ...parts.map(({ tiles }) => tiles)) as TilesByPanel,
      drawers: parts.flatMap(({ drawers = [] }) => drawers),
      figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as FiguresByPanel,
    }))
    .catch((error: unknown) => {
      loaded = undefined;
      loadedTiles = undefined;
      throw error;
    });
  return loaded;
}
