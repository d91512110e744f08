import type { Flow } from './cluster-map.tsx';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A way on the screen: its path, and how thick it is. */
export interface Arc {
  readonly path: string;
  readonly width: number;
  readonly from: Point;
  readonly to: Point;
  readonly n: number;
}

/** How far an arc bends from the straight line, of its length. */
const bend = 0.2;
const [thinnest, thickest] = [1, 4.5] as const;

/**
 * Ways as arcs, the fewest first, so that what most take lies on top. An arc bends to the left of who goes along it: two
 * ways there and back never cover one another. Thickness follows the root of the number, as areas are compared.
 */
export function arcsOf(flows: readonly Flow[], project: (place: readonly [number, number]) => Point, unit = 1): Arc[] {
  const most = Math.max(1, ...flows.map(({ n }) => n));
  return flows
    .toSorted((one, other) => one.n - other.n)
    .map(({ from, to, n }) => {
      const [start, end] = [project(from), project(to)];
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      const [x, y] = [(start.x + end.x) / 2 + dy * bend, (start.y + end.y) / 2 - dx * bend];
      const width = unit * (thinnest + (thickest - thinnest) * Math.sqrt(n / most));
      return {
        ...{ n, from: start, to: end, width: Math.round(width * 10) / 10 },
        path: `M${round(start.x)} ${round(start.y)}Q${round(x)} ${round(y)} ${round(end.x)} ${round(end.y)}`,
      };
    });
}

const round = (value: number) => Math.round(value * 10) / 10;
