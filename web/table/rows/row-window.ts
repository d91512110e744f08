import type { Density } from '#web/table/columns/column-settings.ts';

/** All rows of a table have one height, so that of thousands only those in sight are drawn. In px. */
export const rowHeights: Readonly<Record<Density, number>> = { small: 34, middle: 42, large: 54 };

/**
 * Rows drawn before and after those in sight, and by how many at a time the drawn ones move on. Every row that is drawn is painted
 * again in each frame one scrolls: more of them ahead cost more than they save.
 */
const beyond = 8;
const stride = 6;

export interface RowWindow {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

/** The rows to be drawn where `top` px are scrolled past; the same while scrolling goes on within a stride. */
export function windowOf(top: number, seen: number, height: number, count: number): RowWindow {
  const at = Math.floor(Math.max(0, top) / height / stride) * stride;
  const first = Math.min(Math.max(0, at - beyond), Math.max(0, count - 1));
  const end = Math.min(count, at + stride + Math.ceil(seen / height) + beyond);
  return { first, end };
}

/** Whether all rows in sight at `top` are among the drawn ones. */
export const isDrawn = (drawn: RowWindow, top: number, seen: number, height: number, count: number): boolean =>
  Math.floor(Math.max(0, top) / height) >= drawn.first &&
  Math.min(count, Math.ceil((top + seen) / height)) <= drawn.end;
