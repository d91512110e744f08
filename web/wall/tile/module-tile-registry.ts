import type { ComponentType } from 'react';
import type { PanelTileProps } from './tile.tsx';

/** Components of panels, by name of the panel. */
export type TilesByPanel = Readonly<Record<string, ComponentType<PanelTileProps>>>;

/** Loads the tiles of a module, with the wall. */
export type LoadTiles = () => Promise<{ tiles: TilesByPanel }>;

let loaders: readonly LoadTiles[] = [];
let loaded: Promise<TilesByPanel> | undefined;

/** Sets the tile loaders of the modules; called by the composition root before anything is drawn. */
export function provideTiles(given: readonly LoadTiles[]): void {
  loaders = given;
  loaded = undefined;
}

/** The tiles of all modules, loaded once; after a failure the next call tries again. */
export function loadTiles(): Promise<TilesByPanel> {
  loaded ??= Promise.all(loaders.map((load) => load()))
    .then((parts) => Object.assign({}, ...parts.map(({ tiles }) => tiles)) as TilesByPanel)
    .catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}
