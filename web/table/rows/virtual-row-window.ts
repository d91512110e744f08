import type { Density } from '#web/table/columns/column-settings.ts';

/** All rows of a table have one height, so that only those in view are rendered. In px, by density. */
export const rowHeights: Readonly<Record<Density, number>> = { small: 34, middle: 42, large: 54 };

/**
 * Rows rendered before and after those in view, and the step in which the rendered rows move on. Each rendered row is
 * painted in every frame while scrolling: more of them cost more than they save.
 */
const beyond = 8;
const stride = 6;

export interface VirtualRowWindow {
  readonly first: number;
  /** Index after the last row. */
  readonly end: number;
}

/** The rows to render at a scroll position of `top` px. They stay the same while scrolling within a step. */
export function virtualRowWindowAt(top: number, seen: number, height: number, count: number): VirtualRowWindow {
  const at = Math.floor(Math.max(0, top) / height / stride) * stride;
  const first = Math.min(Math.max(0, at - beyond), Math.max(0, count - 1));
  const end = Math.min(count, at + stride + Math.ceil(seen / height) + beyond);
  return { first, end };
}

/** Whether all rows in view at `top` are rendered. */
export const areRowsInViewRendered = (
  drawn: VirtualRowWindow,
  top: number,
  seen: number,
  height: number,
  count: number,
): boolean =>
  Math.floor(Math.max(0, top) / height) >= drawn.first &&
  Math.min(count, Math.ceil((top + seen) / height)) <= drawn.end;
