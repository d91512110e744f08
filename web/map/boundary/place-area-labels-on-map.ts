import type { FeatureCollection, Point } from 'geojson';
import { boundingBoxOf, centroidOf, isInArea } from '#kernel/check/coordinate.ts';
import type { MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import type { Boundary } from './fetch-division-boundary.ts';

type Shape = Boundary['features'][number];

/** A name that a map bears wherever its place is in view, though others have to make room for it. */
export interface RequiredLabel {
  readonly name: string;
  /** Colour of the ground it stands on. */
  readonly fill: string;
  /** Where it may stand, the best place first. */
  readonly spots: readonly (readonly [lng: number, lat: number])[];
}

/** Shapes whose names are drawn: the divisions of the area, and its neighbours. */
interface LabelledShapes {
  readonly area: readonly Shape[];
  readonly context: readonly Shape[];
  readonly required: readonly RequiredLabel[];
}

/** Font size relative to the map's text, and letter spacing in em, for each kind of label. */
export const labelSettings = {
  area: { size: 1, spacing: 0.06 },
  context: { size: 0.95, spacing: 0.2 },
  required: { size: 0.9, spacing: 0.06 },
} as const;

/** Length of a line before MapLibre wraps it, and the line height, in em. */
const [lineLength, lineHeight] = [7, 1.3] as const;
/** Width of a Latin letter in em; Chinese characters are as wide as they are high. */
const latinWidth = 0.56;
/** Distance to the frame at the edge of the map and, at the bottom, to the scale and the map note, in em. */
const [margin, footMargin] = [1.4, 3] as const;

/** The side of a name that turns to its place, and the distance between them in em: `top` stands below its place. */
type Sidestep = readonly [side: string, by: number];

/** Where a marker is in the middle, a name moves away, a little at first and then further. */
export const labelOffsets: readonly Sidestep[] = [
  ['center', 0],
  ['top', 0.9],
  ['bottom', 0.9],
  ['top', 2],
  ['bottom', 2],
  ['left', 1.6],
  ['right', 1.6],
];

/** Further places within a large division. */
const widerSidesteps: readonly Sidestep[] = [
  ['top-left', 1.2],
  ['top-right', 1.2],
  ['bottom-left', 1.2],
  ['bottom-right', 1.2],
  ['top', 3.2],
  ['bottom', 3.2],
];

const offsetOf = ([side, by]: Sidestep): [number, number] => [
  side.endsWith('left') ? by : side.endsWith('right') ? -by : 0,
  side.startsWith('top') ? by : side.startsWith('bottom') ? -by : 0,
];

/** In the form MapLibre takes them. */
export const labelOffsetsForMapLibre = (steps: readonly Sidestep[]): (string | [number, number])[] =>
  steps.flatMap((step) => [step[0], offsetOf(step)]);

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
export interface LabelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The projection used to place labels: a map, or a substitute in tests. */
export interface LabelProjection {
  readonly width: number;
  readonly height: number;
  /** Boxes of overlays over the map, which labels must avoid. */
  readonly covered: readonly LabelBox[];
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
  kind: 'area' | 'context',
  textSize: number,
  view: LabelProjection,
  neighbours: readonly Shape[] = [],
): FeatureCollection<Point> {
  const { size } = labelSettings[kind];
  const standing = standingAmong([...shapes, ...neighbours]);
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap((shape) => {
      const { properties, geometry } = shape;
      const em = textSize * size;
      const { text, half } = halfSizeOf(properties.name, kind, textSize);
      const middle = middleOfDivision(shape);
      const spot = view.project(middle);
      const inside = withinFrame(spot, half, view, textSize);
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
      const middleAt = (step: Sidestep): Spot => {
        const [x, y] = offsetOf(step);
        return { x: placed.x + x * em + Math.sign(x) * text.x, y: placed.y + y * em + Math.sign(y) * text.y };
      };
      const steps = rankSidesteps((step) => standing(view.unproject(middleAt(step)), shape));
      const shown = { ...properties, atEdge: isNear, sidesteps: labelOffsetsForMapLibre(steps) };
      return [{ type: 'Feature', properties: shown, geometry: { type: 'Point', coordinates: [...moved] } }];
    }),
  };
}

/** Where a name stands: in its own division, in another, or in none of those drawn. */
type Standing = 'own' | 'other' | 'none';

function standingAmong(shapes: readonly Shape[]): (point: readonly [number, number], own: Shape) => Standing {
  const boxed = shapes.map((shape) => ({ shape, box: boxAround(shape) }));
  return ([lng, lat], own) => {
    if (isInArea([lng, lat], own.geometry)) return 'own';
    const isIn = ({ shape, box }: (typeof boxed)[number]) =>
      box !== undefined &&
      lng >= box[0] &&
      lng <= box[2] &&
      lat >= box[1] &&
      lat <= box[3] &&
      isInArea([lng, lat], shape.geometry);
    return boxed.some(isIn) ? 'other' : 'none';
  };
}

/** The sidesteps of a name: within its division first, and never into another, whose name it would seem to be. */
function rankSidesteps(standingAfter: (step: Sidestep) => Standing): readonly Sidestep[] {
  const own = [...labelOffsets, ...widerSidesteps].filter((step) => standingAfter(step) === 'own');
  const found = [...own, ...labelOffsets.filter((step) => standingAfter(step) === 'none')];
  return found.length > 0 ? found : labelOffsets.slice(0, 1);
}

/** Half the size of a name, without and with its distance to the frame, in px. */
function halfSizeOf(name: string, kind: keyof LabelledShapes, textSize: number): { text: Spot; half: Spot } {
  const { size, spacing } = labelSettings[kind];
  const em = textSize * size;
  const length = [...name].reduce(
    (sum, letter) => sum + (/[\u0000-\u024f]/.test(letter) ? latinWidth : 1) + spacing,
    0,
  );
  const text = {
    x: (Math.min(length, lineLength) / 2) * em,
    y: ((Math.ceil(length / lineLength) * lineHeight) / 2) * em,
  };
  return { text, half: { x: text.x + margin * textSize, y: text.y + margin * textSize } };
}

/** The spot nearest to one at which a label keeps its distance to the frame. */
const withinFrame = ({ x, y }: Spot, half: Spot, { width, height }: LabelProjection, textSize: number): Spot => ({
  x: Math.min(Math.max(x, half.x), width - half.x),
  y: Math.min(Math.max(y, half.y), height - half.y - (footMargin - margin) * textSize),
});

/**
 * Positions of the required labels: the first of their spots that is free, else beside what covers it. A label whose
 * best spot is out of view is not drawn.
 */
export function placeRequiredLabels(
  labels: readonly RequiredLabel[],
  textSize: number,
  view: LabelProjection,
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: labels.flatMap(({ name, fill, spots: [best, ...others] }) => {
      const at = best && view.project(best);
      if (!at || at.x < 0 || at.y < 0 || at.x > view.width || at.y > view.height) return [];
      const { text, half } = halfSizeOf(name, 'required', textSize);
      const inside = [at, ...others.map((spot) => view.project(spot))].map((spot) =>
        withinFrame(spot, half, view, textSize),
      );
      const isFree = (spot: Spot) => !view.covered.some((box) => covers(box, spot, text));
      const [first = at] = inside;
      const adjacent = clearSpots(first, text, view).filter((spot) => isWithin(spot, half, view, textSize));
      const placed = inside.find(isFree) ?? adjacent[0] ?? first;
      const coordinates = [...view.unproject(placed)];
      return [{ type: 'Feature', properties: { name, fill }, geometry: { type: 'Point', coordinates } }];
    }),
  };
}

/** Whether a box overlaps the label at a spot. */
const covers = (box: LabelBox, spot: Spot, half: Spot): boolean =>
  box.left < spot.x + half.x &&
  box.right > spot.x - half.x &&
  box.top < spot.y + half.y &&
  box.bottom > spot.y - half.y;

/** The spot of a label if nothing covers it, else the nearest spots beside, below and above the overlay. */
function clearSpots(spot: Spot, half: Spot, { covered }: LabelProjection): Spot[] {
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
const isWithin = ({ x, y }: Spot, half: Spot, { width, height }: LabelProjection, textSize: number): boolean =>
  x >= half.x && x <= width - half.x && y >= half.y && y <= height - half.y - (footMargin - margin) * textSize;

const boxes = new WeakMap<Shape['geometry'], ReturnType<typeof boundingBoxOf>>();

function boxAround({ geometry }: Shape): ReturnType<typeof boundingBoxOf> {
  const box = boxes.get(geometry) ?? boundingBoxOf(geometry);
  boxes.set(geometry, box);
  return box;
}

const middles = new WeakMap<Shape['geometry'], readonly [number, number]>();

export function middleOfDivision({ geometry, properties }: Shape): readonly [number, number] {
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
function coveredBoxes(container: HTMLElement): LabelBox[] {
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
  const view: LabelProjection = {
    width,
    height,
    covered: coveredBoxes(container),
    project: ([lng, lat]) => map.project([lng, lat]),
    unproject: ({ x, y }) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
  };
  const textSize = sizes.get(map) ?? 14;
  const { area, context } = shapes;
  setSourceDataIfMounted(map, 'area-label', placeLabels(area, 'area', textSize, view, context));
  setSourceDataIfMounted(map, 'context-label', placeLabels(context, 'context', textSize, view, area));
  setSourceDataIfMounted(map, 'required-label', placeRequiredLabels(shapes.required, textSize, view));
}
