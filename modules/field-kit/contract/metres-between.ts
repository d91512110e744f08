interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** Metres between two points, on a sphere: exact enough for a speed. */
export function metresBetween(one: Point, other: Point): number {
  const radians = Math.PI / 180;
  const lat = Math.sin(((other.lat - one.lat) * radians) / 2) ** 2;
  const lng = Math.sin(((other.lng - one.lng) * radians) / 2) ** 2;
  const share = lat + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * lng;
  return 12_742_000 * Math.asin(Math.min(1, Math.sqrt(share)));
}
