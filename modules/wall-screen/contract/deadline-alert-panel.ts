import type { PanelResponseHead } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';

/** Seconds before its end from which a deadline is an alert. */
export const deadlineAlertLeadSeconds = 86_400;

/** Answer of `GET /admin/screen.alert/index`: rows whose deadline has passed or ends within a day. */
export interface DeadlineAlertPanel extends PanelResponseHead {
  /** Number of alerts not acknowledged; exact up to 1,000, 1,001 means more. */
  open: number;
  /** Unacknowledged alerts first, each part ordered by deadline. */
  alerts: readonly DeadlineAlert[];
}

export interface DeadlineAlert {
  resource: string;
  id: number;
  title: string;
  status: string;
  /** Unix seconds. */
  due_at: number;
  /** Unit of the deadline, as `due_unit` of the row. */
  due_unit: string | null;
  /** Somebody is in danger. */
  urgent: boolean;
  area_name: string | null;
  /** Who acknowledged the alert, and when. */
  acknowledged: { name: string; at: number } | null;
}
