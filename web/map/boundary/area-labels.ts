import type { FeatureCollection, Point } from 'geojson';
import { centroidOf, isInArea } from '#kernel/check/coordinate.ts';
import { setData } from '../engine/map-lifetime.ts';
import type { MapLibre } from '../engine/maplibre.ts';
import type { Boundary } from './boundary.ts';

type Shape = Boundary['features'][number];

/** Shapes whose names are drawn: the divisions of the area, and its neighbours. */
export interface LabelledShapes {
  readonly area: readonly Shape[];
  readonly context: readonly Shape[];
}

/** Font size relative to the map's text, and letter spacing in em, for each kind of label. */
const settings = {
  area: { size: 1, spacing: 0.06 },
  context: { size: 0.95, spacing: 0.2 },
} as const;

/** Letters of a line before MapLibre wraps it, and the line height, in em. */
const [lineLength, lineHeight] = [7, 1.3] as const;
/** Distance to the frame at the edge of the map and, at the bottom, to the scale and the map note, in em. */
const [margin, footMargin] = [1.4, 3] as const;

/**
 * How far a label may move away from a marker, besides half of its size, in em. A label that would then be cut off
 * stays in place.
 */
const sidestep = 2;
/** Distance of a neighbour's name to what lies over the map, in em. */
const neighbourGap = 3;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in px from the upper left of the map. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The projection used to place labels: a map, or a substitute in tests. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** Boxes of overlays over the map, which labels must avoid. */
  readonly covered: readonly Box[];
  project(spot: readonly [lng: number, lat: number]): Spot;
  unproject(point: Spot): readonly [lng: number, lat: number];
}

/**
 * Positions of the labels: the middle of each division, not its seat, where the markers are. A label that would be cut
 * off at the edge or covered by an overlay moves if it stays in its division, and is left out otherwise. So are
 * labels of neighbours close to an overlay.
 */
export function placeLabels(
  shapes: readonly Shape[],
  kind: keyof LabelledShapes,
  textSize: number,
  view: View,
): FeatureCollection<Point> {
  const { size, spacing } = settings[kind];
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap((shape) => {
      const { properties, geometry } = shape;
      const em = textSize * size;
      const length = [...properties.name].length * (1 + spacing);
      const text = {
        x: (Math.min(length, lineLength) / 2) * em,
        y: ((Math.ceil(length / lineLength) * lineHeight) / 2) * em,
      };
      const half = { x: text.x + margin * textSize, y: text.y + margin * textSize };
      const middle = middleOf(shape);
      const spot = view.project(middle);
      const inside = {
        x: Math.min(Math.max(spot.x, half.x), view.width - half.x),
        y: Math.min(Math.max(spot.y, half.y), view.height - half.y - (footMargin - margin) * textSize),
      };
      // a neighbour's name below the title would read as the title
      const apart = { x: text.x + neighbourGap * em, y: text.y + neighbourGap * em };
      if (kind === 'context' && view.covered.some((box) => covers(box, inside, apart))) return [];
      const placed = clearSpots(inside, text, view).find((one) =>
        one.x === spot.x && one.y === spot.y
          ? true
          : isWithin(one, half, view, textSize) && isInArea(view.unproject(one), geometry),
      );
      if (!placed) return [];
      const moved = placed.x === spot.x && placed.y === spot.y ? middle : view.unproject(placed);
      const around = { x: text.x + sidestep * em, y: text.y + sidestep * em };
      const isNear =
        Math.min(placed.x - half.x, view.width - half.x - placed.x) < around.x ||
        Math.min(placed.y - half.y, view.height - half.y - placed.y) < around.y ||
        view.covered.some((box) => covers(box, placed, around));
      const shown = { ...properties, atEdge: isNear };
      return [{ type: 'Feature', properties: shown, geometry: { type: 'Point', coordinates: [...moved] } }];
    }),
  };
}

/** Whether a box overlaps the label at a spot. */
const covers = (box: Box, spot: Spot, half: Spot): boolean =>
  box.left < spot.x + half.x &&
  box.right > spot.x - half.x &&
  box.top < spot.y + half.y &&
  box.bottom > spot.y - half.y;

/** The spot of a label if nothing covers it, else the nearest spots beside, below and above the overlay. */
function clearSpots(spot: Spot, half: Spot, { covered }: View): Spot[] {
  const over = covered.filter((box) => covers(box, spot, half));
  if (over.length === 0) return [spot];
  const distance = (one: Spot) => Math.hypot(one.x - spot.x, one.y - spot.y);
  return over
    .flatMap(({ left, top, right, bottom }) => [
      { x: spot.x, y: bottom + half.y },
      { x: spot.x, y: top - half.y },
      { x: right + half.x, y: spot.y },
      { x: left - half.x, y: spot.y },
    ])
    .filter((one) => !covered.some((box) => covers(box, one, half)))
    .toSorted((a, b) => distance(a) - distance(b));
}

/** Whether a label at a spot keeps its distance to the frame. */
const isWithin = ({ x, y }: Spot, half: Spot, { width, height }: View, textSize: number): boolean =>
  x >= half.x && x <= width - half.x && y >= half.y && y <= height - half.y - (footMargin - margin) * textSize;

const middles = new WeakMap<Shape['geometry'], readonly [number, number]>();

function middleOf({ geometry, properties }: Shape): readonly [number, number] {
  const middle = middles.get(geometry) ?? centroidOf(geometry) ?? properties.center;
  middles.set(geometry, middle);
  return middle;
}

const shown = new WeakMap<MapLibre, LabelledShapes>();
const sizes = new WeakMap<MapLibre, number>();

/** Draws the labels of these shapes. */
export function setAreaLabels(map: MapLibre, shapes: LabelledShapes): void {
  shown.set(map, shapes);
  drawLabels(map);
}

/** Places the labels again whenever the map has moved or changed its size. */
export function updateLabelsOnMove(map: MapLibre, textSize: number): void {
  sizes.set(map, textSize);
  map.on('moveend', () => drawLabels(map));
  map.on('resize', () => drawLabels(map));
}

/** Boxes of the overlays of a map: its controls, and elements with `data-over-map` or `data-beside-map`. */
function coveredBoxes(container: HTMLElement): Box[] {
  const { left: x, top: y } = container.getBoundingClientRect();
  const over = container.parentElement?.querySelectorAll(
    '[data-over-map], [data-beside-map], .maplibregl-ctrl-group, .xj-map-home',
  );
  return [...(over ?? [])].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  });
}

function drawLabels(map: MapLibre): void {
  const shapes = shown.get(map);
  if (!shapes) return;
  const container = map.getContainer();
  const { clientWidth: width, clientHeight: height } = container;
  const view: View = {
    width,
    height,
    covered: coveredBoxes(container),
    project: ([lng, lat]) => map.project([lng, lat]),
    unproject: ({ x, y }) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
  };
  for (const kind of ['area', 'context'] as const)
    setData(map, `${kind}-label`, placeLabels(shapes[kind], kind, sizes.get(map) ?? 14, view));
}
