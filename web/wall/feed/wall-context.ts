import { createContext, useContext } from 'react';
import type { Feed, PanelHead } from '#kernel/module/wall-panel.ts';
import type { FeedState, Snapshot } from './panel-feed.ts';
import type { RowsBehind } from './rows-behind.ts';
import type { WallTheme } from './wall-settings.ts';

export interface Wall {
  theme: WallTheme;
  calm: boolean;
  /** Size of the wall's type in px: canvases cannot read em. */
  textSize: number;
  /** What is read, by name. */
  feeds: ReadonlyMap<string, Feed>;
  feed: FeedState;
  /** The past second it replays, in unix seconds. */
  at?: number | undefined;
  openRows: (rows: RowsBehind) => void;
  goTo: (areaCode: string) => void;
}

export const WallContext = createContext<Wall | undefined>(undefined);

export function useWall(): Wall {
  const wall = useContext(WallContext);
  if (!wall) throw new Error('useWall stands outside a wall');
  return wall;
}

/** The last answer of a feed, if there is one: of the shape its module says it has. */
export const usePanel = <A extends PanelHead>(feed: string): Snapshot<A> | undefined =>
  useWall().feed.panels[feed] as Snapshot<A> | undefined;
