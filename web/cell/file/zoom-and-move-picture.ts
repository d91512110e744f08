/** Position and scale of a picture in its pane: pixels from the centre, scale, and rotation in degrees. */
export interface PictureView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly turn: number;
}

/** The whole picture, upright and centred. */
export const wholePictureView: PictureView = { x: 0, y: 0, scale: 1, turn: 0 };

/** The small print of a licence is readable at six times; beyond eight there are only pixels. */
const largest = 8;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Zooms by a factor. The point given, from the centre of the pane, stays in place. */
export function zoomPictureAt(view: PictureView, factor: number, point = { x: 0, y: 0 }): PictureView {
  const scale = within(view.scale * factor, 1, largest);
  if (scale === 1) return { ...view, x: 0, y: 0, scale };
  const grown = scale / view.scale;
  return { ...view, scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
}

/** Moves the picture, at most so far that it still covers half of the pane. */
export function movePicture(
  view: PictureView,
  dx: number,
  dy: number,
  pane: { width: number; height: number },
): PictureView {
  const most = (side: number) => ((view.scale - 1) * side) / 2 + (view.scale > 1 ? side / 4 : 0);
  return {
    ...view,
    x: within(view.x + dx, -most(pane.width), most(pane.width)),
    y: within(view.y + dy, -most(pane.height), most(pane.height)),
  };
}

/** Rotates by 90 degrees clockwise. */
export const rotatePicture = (view: PictureView): PictureView => ({
  ...wholePictureView,
  turn: (view.turn + 90) % 360,
});
