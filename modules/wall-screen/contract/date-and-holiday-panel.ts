import type { PanelResponseHead, WallFeed } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';

/** Today's date and day kind, and the area shown on the wall. */
export const holidayFeed: WallFeed = {
  name: 'calendar',
  source: text('工作日历', 'Working calendar'),
  every: 3600,
  of: [],
};

export interface HolidayPanel extends PanelResponseHead {
  /** YYYY-MM-DD in Asia/Shanghai. */
  date: string;
  /** The special day today is, if any. */
  today: { kind: 'holiday' | 'makeup' | 'workday'; name: string } | null;
  /** The next announced holiday. */
  next: { name: string; date: string; days: number } | null;
}
