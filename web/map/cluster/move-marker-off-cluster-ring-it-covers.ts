interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A ring with a number inside, in px. */
export interface RingOnScreen extends Spot {
  readonly radius: number;
}

/** Where a marker goes that lies exactly on the middle of a ring: to the right and up, as a flag. */
const flag: Spot = { x: Math.SQRT1_2, y: -Math.SQRT1_2 };

/**
 * By how many px a marker is moved so that it touches a ring instead of covering its number: away from the middle of the
 * nearest ring that it would cover.
 */
export function markerOffsetClearOfClusterRings(
  marker: Spot,
  halfSize: number,
  rings: readonly RingOnScreen[],
): [number, number] {
  let [nearest, distance]: [RingOnScreen | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const ring of rings) {
    const apart = Math.hypot(marker.x - ring.x, marker.y - ring.y);
    if (apart < ring.radius + halfSize && apart < distance) [nearest, distance] = [ring, apart];
  }
  if (!nearest) return [0, 0];
  const away = distance < 1 ? flag : { x: (marker.x - nearest.x) / distance, y: (marker.y - nearest.y) / distance };
  const missing = nearest.radius + halfSize - distance;
  return [Math.round(away.x * missing), Math.round(away.y * missing)];
}
