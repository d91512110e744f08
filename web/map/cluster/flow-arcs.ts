import type { MapFlow } from './cluster-map-props.ts';

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** An arc on the screen: its path, and its thickness. */
export interface FlowArc {
  readonly path: string;
  readonly width: number;
  readonly from: ScreenPoint;
  readonly to: ScreenPoint;
  readonly n: number;
}

/** How far an arc bends from the straight line, as a share of its length. */
const bend = 0.2;
const [thinnest, thickest] = [1, 4.5] as const;

/**
 * Arcs for flows, the smallest first, so that the largest are on top. An arc bends to the left in its direction: flows
 * there and back do not cover each other. Thickness follows the square root of the number, as areas are compared.
 */
export function flowArcsOf(
  flows: readonly MapFlow[],
  project: (place: readonly [number, number]) => ScreenPoint,
  unit = 1,
): FlowArc[] {
  const most = Math.max(1, ...flows.map(({ n }) => n));
  return flows
    .toSorted((one, other) => one.n - other.n)
    .map(({ from, to, n }) => {
      const [start, end] = [project(from), project(to)];
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      const [x, y] = [(start.x + end.x) / 2 + dy * bend, (start.y + end.y) / 2 - dx * bend];
      const width = unit * (thinnest + (thickest - thinnest) * Math.sqrt(n / most));
      return {
        n,
        from: start,
        to: end,
        width: Math.round(width * 10) / 10,
        path: `M${round(start.x)} ${round(start.y)}Q${round(x)} ${round(y)} ${round(end.x)} ${round(end.y)}`,
      };
    });
}

/** A number next to the start of a flow: its middle, and its box. */
export interface FlowNumber {
  readonly n: string;
  readonly from: ScreenPoint;
  readonly at: ScreenPoint;
  readonly width: number;
  readonly height: number;
}

/** Width of a digit, in px for each px of text size. */
const digitWidth = 0.62;

/**
 * Numbers of the largest flows, each next to its start: above it, or where it overlaps neither another number nor the
 * start of another flow. A number without space is left out.
 */
export function numbersAtStartOfFlows(arcs: readonly FlowArc[], most: number, size: number): FlowNumber[] {
  const placed: FlowNumber[] = [];
  const strongest = arcs.slice(-most).toReversed();
  for (const { from, n, width: stroke } of strongest) {
    const label = n.toLocaleString('en-US');
    const [width, height] = [label.length * digitWidth * size, size * 1.1];
    const away = stroke * 1.1 + 2;
    const offsets: readonly ScreenPoint[] = [
      { x: 0, y: -away - height / 2 },
      { x: 0, y: away + height / 2 },
      { x: away + width / 2, y: 0 },
      { x: -away - width / 2, y: 0 },
    ];
    const free = offsets
      .map(({ x, y }) => ({ n: label, from, at: { x: from.x + x, y: from.y + y }, width, height }))
      .find(
        (one) =>
          !placed.some((other) => meets(one, other)) &&
          !arcs.some((arc) => arc.from !== from && isWithin(arc.from, one, arc.width)),
      );
    if (free) placed.push(free);
  }
  return placed;
}

const meets = (one: FlowNumber, other: FlowNumber): boolean =>
  Math.abs(one.at.x - other.at.x) < (one.width + other.width) / 2 + 2 &&
  Math.abs(one.at.y - other.at.y) < (one.height + other.height) / 2;

const isWithin = ({ x, y }: ScreenPoint, { at, width, height }: FlowNumber, by: number): boolean =>
  Math.abs(x - at.x) < width / 2 + by && Math.abs(y - at.y) < height / 2 + by;

const round = (value: number) => Math.round(value * 10) / 10;
