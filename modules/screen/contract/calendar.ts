import type { Feed, PanelHead } from '#kernel/module/wall-panel.ts';
import { text } from '#kernel/text/text.ts';

/** What day it is, and the area everything on the wall speaks of. */
export const calendarFeed: Feed = {
  name: 'calendar',
  source: text('工作日历', 'Working calendar'),
  every: 3600,
  of: [],
};

export interface CalendarPanel extends PanelHead {
  /** YYYY-MM-DD in Asia/Shanghai. */
  date: string;
  /** The special day it is, if it is one. */
  today: { kind: 'holiday' | 'makeup' | 'workday'; name: string } | null;
  /** The next holiday that has been announced. */
  next: { name: string; date: string; days: number } | null;
}
