import { createContext, useContext } from 'react';
import type { PanelHead, WallFeed } from '#kernel/module/wall-panel.ts';
import type { FeedState, Snapshot } from './feed-poller.ts';
import type { WallTheme } from './local-wall-settings.ts';
import type { RowsBehind } from './rows-behind.ts';

export interface Wall {
  theme: WallTheme;
  calm: boolean;
  /** Text size of the wall in px: canvases cannot use em. */
  textSize: number;
  /** The feeds, by name. */
  feeds: ReadonlyMap<string, WallFeed>;
  feed: FeedState;
  /** The past second that is replayed, in unix seconds. */
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

/** The last answer of a feed, if there is one, in the type its module declares. */
export const useFeedAnswer = <A extends PanelHead>(feed: string): Snapshot<A> | undefined =>
  useWall().feed.panels[feed] as Snapshot<A> | undefined;
