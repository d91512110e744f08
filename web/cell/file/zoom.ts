/** How a picture lies in its pane: pixels from the middle, how large, and turned by how many degrees. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly turn: number;
}

/** Whole, upright, in the middle. */
export const wholeView: View = { x: 0, y: 0, scale: 1, turn: 0 };

/** The small print of a licence is read at six times; beyond that there are only pixels. */
const largest = 8;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Larger or smaller by a factor; what lies under a point (from the middle of the pane) stays there. */
export function zoomAt(view: View, factor: number, point = { x: 0, y: 0 }): View {
  const scale = within(view.scale * factor, 1, largest);
  if (scale === 1) return { ...view, x: 0, y: 0, scale };
  const grown = scale / view.scale;
  return { ...view, scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
}

/** Moved, at most so far that half of the pane still shows the picture. */
export function moveBy(view: View, dx: number, dy: number, pane: { width: number; height: number }): View {
  const most = (side: number) => ((view.scale - 1) * side) / 2 + (view.scale > 1 ? side / 4 : 0);
  return {
    ...view,
    x: within(view.x + dx, -most(pane.width), most(pane.width)),
    y: within(view.y + dy, -most(pane.height), most(pane.height)),
  };
}

/** A quarter to the right. */
export const turned = (view: View): View => ({ ...wholeView, turn: (view.turn + 90) % 360 });
