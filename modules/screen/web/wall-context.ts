import { createContext, useContext } from 'react';
import type { AuditPanel, PanelName } from '#modules/screen/contract/panel.ts';
import type { FeedState, Snapshot } from './panel-feed.ts';
import type { RowsBehind } from './rows-behind.ts';
import type { WallTheme } from './wall-settings.ts';

export interface Wall {
  theme: WallTheme;
  calm: boolean;
  /** Size of the wall's type in px: canvases cannot read em. */
  textSize: number;
  feed: FeedState;
  openRows: (rows: RowsBehind) => void;
  goTo: (areaCode: string) => void;
}

export const WallContext = createContext<Wall | undefined>(undefined);

export function useWall(): Wall {
  const wall = useContext(WallContext);
  if (!wall) throw new Error('useWall stands outside a wall');
  return wall;
}

/** The last answer of a panel, if there is one. */
export const usePanel = <P extends PanelName>(name: P): Snapshot<P> | undefined =>
  useWall().feed.panels[name] as Snapshot<P> | undefined;

export type { AuditPanel };
