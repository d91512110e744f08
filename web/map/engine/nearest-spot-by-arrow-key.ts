export type Direction = 'left' | 'right' | 'up' | 'down';

export const directionOfKey: Readonly<Record<string, Direction | undefined>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export interface ScreenSpot {
  x: number;
  y: number;
}

/**
 * Index of the spot an arrow key selects: the nearest one in that direction, where sideways distance counts double.
 * Undefined when there is none.
 */
export function nearestSpotInDirection(
  from: ScreenSpot,
  spots: readonly ScreenSpot[],
  direction: Direction,
): number | undefined {
  let best: number | undefined;
  let shortest = Infinity;
  for (const [index, spot] of spots.entries()) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const [ahead, sideways] =
      direction === 'left' ? [-x, y] : direction === 'right' ? [x, y] : direction === 'up' ? [-y, x] : [y, x];
    if (ahead < 1 || Math.abs(sideways) > ahead * 2.5) continue;
    const length = ahead + Math.abs(sideways) * 2;
    if (length < shortest) [best, shortest] = [index, length];
  }
  return best;
}
