import { useEffect, useState } from 'react';

/** How a wall of a size is composed: larger ones have more columns and longer ones, not larger type. */
export interface WallShape {
  /** Columns of equal width. On several screens side by side no column lies across an edge between two. */
  readonly columns: number;
  /** Of these, those for maps: the first and the number. */
  readonly mapFrom: number;
  readonly mapColumns: number;
  /** Height of a column in 24ths of the height of a wall of 1920 × 1080. */
  readonly parts: number;
  /** Maps that have room in the middle, and whether they lie one above the other. */
  readonly maps: 1 | 2;
  readonly stacked: boolean;
}

/** Width of a column and height of 24 parts, in em of the text of the wall. */
const columnWidth = 31;
const usualHeight = 67.5;

/** Up to this width in px the wall is a page that is scrolled (shape.css). */
const scrolledWidth = 1180;

/** Text size in px, as wall.css has it: 16 at 1920 × 1080, then a quarter of what the wall grows by. */
export function wallTextSize(width: number, height: number): number {
  const grown = Math.min(width / 120, height / 67.5);
  return Math.max(13, Math.min(grown, 12 + grown / 4));
}

/** The composition of a wall of so many px. */
export function wallShapeOf(width: number, height: number): WallShape {
  if (width <= scrolledWidth) return { columns: 4, mapFrom: 2, mapColumns: 2, parts: 24, maps: 1, stacked: false };
  const text = wallTextSize(width, height);
  const screens = Math.max(1, Math.round(width / height / (16 / 9)));
  const fitting = Math.max(4, Math.round(width / text / columnWidth));
  // the same number on every screen
  const columns = screens === 1 ? fitting : Math.max(4, Math.floor(fitting / screens) * screens);
  const parts = Math.max(24, Math.round((height / text / usualHeight) * 24));
  const perScreen = columns / screens;
  // an odd number of screens has one in the middle; of an even number the maps end at the edge
  const even = screens % 2 === 0;
  const mapColumns = screens === 1 ? 2 : even ? Math.max(2, perScreen - 1) : perScreen;
  const mapFrom = even ? columns / 2 - mapColumns + 1 : Math.floor((columns - mapColumns) / 2) + 1;
  const stacked = parts >= 34;
  return { columns, mapFrom, mapColumns, parts, maps: stacked || mapColumns >= 4 ? 2 : 1, stacked };
}

/** Whether there is room for panels of other boards. */
export const isLargeWall = ({ columns }: WallShape): boolean => columns > 4;

/** The composition for the present size of an element; before it is there, for that of the window. */
export function useWallShape(element: HTMLElement | null): WallShape {
  const [shape, setShape] = useState(() => wallShapeOf(window.innerWidth, window.innerHeight));
  useEffect(() => {
    if (!element) return undefined;
    const measure = () => {
      const next = wallShapeOf(element.clientWidth, element.clientHeight);
      setShape((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
    };
    measure();
    const watched = new ResizeObserver(measure);
    watched.observe(element);
    return () => watched.disconnect();
  }, [element]);
  return shape;
}
