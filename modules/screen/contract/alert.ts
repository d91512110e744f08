import type { PanelHead } from '#kernel/module/wall-panel.ts';

/** How long before its end a limit is an alert, in seconds. */
export const alertAhead = 86_400;

/** Rows whose limit has passed or ends within a day: what `GET /admin/screen.alert/index` answers. */
export interface AlertPanel extends PanelHead {
  /** Nobody has taken note of them yet; exact up to 1,000, 1,001 says there are more. */
  open: number;
  /** Those nobody has taken note of first, each part by what ends first. */
  alerts: readonly Alert[];
}

export interface Alert {
  resource: string;
  id: number;
  title: string;
  status: string;
  /** Unix seconds. */
  due_at: number;
  /** What its limit is counted in, as `due_unit` of its row. */
  due_unit: string | null;
  /** Somebody is in danger. */
  urgent: boolean;
  area_name: string | null;
  /** Who took note of it, and when. */
  acknowledged: { name: string; at: number } | null;
}
