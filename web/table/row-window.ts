import type { Density } from '#web/table/column-settings.ts';

/** All rows of a table have one height, so that of thousands only those in sight are drawn. In px. */
export const rowHeights: Readonly<Record<Density, number>> = { small: 34, middle: 42, large: 54 };

/**
 * Rows drawn before and after those in sight, and by how many at a time the drawn ones move on. Measured with rows of fourteen
 * columns: those a wheel turns up within a quarter of a second are there before it does, and a table is laid out once for ten.
 */
const beyond = 20;
const stride = 10;

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
