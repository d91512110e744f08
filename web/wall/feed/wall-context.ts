import { createContext, useContext } from 'react';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { PanelResponseHead, WallFeed } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { FeedSnapshot, FeedState } from './feed-poller.ts';
import type { WallTheme } from './local-wall-settings.ts';

export interface WallState {
  theme: WallTheme;
  calm: boolean;
  /** Text size of the wall in px: canvases cannot use em. */
  textSize: number;
  /** The feeds, by name. */
  feeds: ReadonlyMap<string, WallFeed>;
  feed: FeedState;
  /** The past second that is replayed, in unix seconds. */
  at?: number | undefined;
  openRows: (rows: RowsBehindFigure) => void;
  /** Opens a drawer of a module, at a row if one is given. */
  openDrawer: (name: string, row?: number) => void;
  goTo: (areaCode: string) => void;
  /** Reads a feed at once because its parameters have changed. */
  readAgain: (feed: string) => void;
}

export const WallContext = createContext<WallState | undefined>(undefined);

export function useWall(): WallState {
  const wall = useContext(WallContext);
  if (!wall) throw new Error('useWall stands outside a wall');
  return wall;
}

/** The last answer of a feed, if there is one, in the type its module declares. */
export const useFeedAnswer = <A extends PanelResponseHead>(feed: string): FeedSnapshot<A> | undefined =>
  useWall().feed.panels[feed] as FeedSnapshot<A> | undefined;
