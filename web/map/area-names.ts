import type { FeatureCollection, Point } from 'geojson';
import { centroidOf, isInArea } from '#kernel/check/coordinate.ts';
import type { Boundary } from './boundary.ts';
import type { MapLibre } from './maplibre.ts';
import { setData } from './shared-map.ts';

type Shape = Boundary['features'][number];

/** Divisions whose names a map bears: those of its area, and the neighbours around it. */
export interface NamedShapes {
  readonly area: readonly Shape[];
  readonly context: readonly Shape[];
}

/** How names of each kind are set: size by that of the type, room after each letter in em. */
const settings = {
  area: { size: 1, spacing: 0.06 },
  context: { size: 0.95, spacing: 0.2 },
} as const;

/** Letters a line holds before the map breaks it, and the height of a line, in em. */
const [lineLength, lineHeight] = [7, 1.3] as const;
/** Room kept to the frame, which lies on the edge of the map, and at its foot to the scale and the note beside it, in em. */
const [margin, footMargin] = [1.4, 3] as const;

/** How far a name may step aside from a marker besides half of itself, in em; one that would then be cut stays in place. */
const sidestep = 2;

/** What names are placed by: a map, or what stands for one. */
export interface View {
  readonly width: number;
  readonly height: number;
  project(spot: readonly [lng: number, lat: number]): { x: number; y: number };
  unproject(point: { x: number; y: number }): readonly [lng: number, lat: number];
}

/**
 * Where the names of divisions stand: in the middle of each, not at its seat, where the markers are. A name that would be
 * cut by the edge stands as far inside as it needs, if that is still in its division, and else not at all.
 */
export function placeNames(
  shapes: readonly Shape[],
  kind: keyof NamedShapes,
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
      const stays = inside.x === spot.x && inside.y === spot.y;
      const moved = stays ? middle : view.unproject(inside);
      if (!stays && !isInArea(moved, geometry)) return [];
      const isNear =
        Math.min(inside.x - half.x, view.width - half.x - inside.x) < text.x + sidestep * em ||
        Math.min(inside.y - half.y, view.height - half.y - inside.y) < text.y + sidestep * em;
      const shown = { ...properties, atEdge: isNear };
      return [{ type: 'Feature', properties: shown, geometry: { type: 'Point', coordinates: [...moved] } }];
    }),
  };
}

const middles = new WeakMap<Shape['geometry'], readonly [number, number]>();

function middleOf({ geometry, properties }: Shape): readonly [number, number] {
  const middle = middles.get(geometry) ?? centroidOf(geometry) ?? properties.center;
  middles.set(geometry, middle);
  return middle;
}

const shown = new WeakMap<MapLibre, NamedShapes>();
const sizes = new WeakMap<MapLibre, number>();

/** Names the divisions of a map. */
export function setNames(map: MapLibre, shapes: NamedShapes): void {
  shown.set(map, shapes);
  drawNames(map);
}

/** Places the names anew whenever the map has moved or is of another size. */
export function followNames(map: MapLibre, textSize: number): void {
  sizes.set(map, textSize);
  map.on('moveend', () => drawNames(map));
  map.on('resize', () => drawNames(map));
}

function drawNames(map: MapLibre): void {
  const shapes = shown.get(map);
  if (!shapes) return;
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const view: View = {
    width,
    height,
    project: ([lng, lat]) => map.project([lng, lat]),
    unproject: ({ x, y }) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
  };
  for (const kind of ['area', 'context'] as const)
    setData(map, `${kind}-label`, placeNames(shapes[kind], kind, sizes.get(map) ?? 14, view));
}
