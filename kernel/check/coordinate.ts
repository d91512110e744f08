import type { MultiPolygon, Polygon, Position } from 'geojson';

/** A position in degrees of WGS-84, longitude first as in GeoJSON. */
export type Coordinate = readonly [lng: number, lat: number];

/** A rectangle of longitudes and latitudes, in degrees. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export type MapArea = Polygon | MultiPolygon;

/** A generous box around the territory of China. */
const CHINA_BOX: BoundingBox = [73, 3, 136, 54];

/**
 * The part of the world that the product's maps can show: their projection and tile services end at ±74° of latitude.
 */
const MAP_BOX: BoundingBox = [-180, -74, 180, 74];

/** Mean radius of the earth in metres (IUGG). */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;

function isInBox([lng, lat]: Coordinate, [west, south, east, north]: BoundingBox): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** Whether a point lies in the box around China; false for anything that is not a number. */
export function isInChina(point: Coordinate): boolean {
  return isInBox(point, CHINA_BOX);
}

/** Whether the map can show a point. */
export function isOnMap(point: Coordinate): boolean {
  return isInBox(point, MAP_BOX);
}

/**
 * The great-circle distance between two points, in metres. The angle is taken from its sine and its cosine: an arcsine
 * alone turns the last digit of its argument into decimetres for points on opposite sides of the earth.
 */
export function distanceBetween(from: Coordinate, to: Coordinate): number {
  const lat1 = from[1] * RADIANS;
  const lat2 = to[1] * RADIANS;
  const turn = (to[0] - from[0]) * RADIANS;
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(turn);
  const east = Math.cos(lat2) * Math.sin(turn);
  const cosine = Math.sin(lat1) * Math.sin(lat2) + Math.cos(lat1) * Math.cos(lat2) * Math.cos(turn);
  return EARTH_RADIUS * Math.atan2(Math.hypot(north, east), cosine);
}

/** The polygons of an area, each as its outer ring followed by its holes. */
function polygonsOf(area: MapArea): readonly Position[][][] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}

/**
 * Whether a point lies in a ring, by counting how often a ray to the east crosses it. For a point exactly on an edge
 * the result may be either.
 */
function isInRing([lng, lat]: Coordinate, ring: readonly Position[]): boolean {
  let inside = false;
  let [x1 = 0, y1 = 0] = ring[ring.length - 1] ?? [];
  for (const [x2 = 0, y2 = 0] of ring) {
    if (y1 > lat !== y2 > lat && lng < ((x1 - x2) * (lat - y2)) / (y1 - y2) + x2) inside = !inside;
    x1 = x2;
    y1 = y2;
  }
  return inside;
}

/** Whether a point lies in the area and outside its holes. */
export function isInArea(point: Coordinate, area: MapArea): boolean {
  return polygonsOf(area).some(([outer, ...holes]) => {
    return outer !== undefined && isInRing(point, outer) && !holes.some((hole) => isInRing(point, hole));
  });
}

/** The smallest box around an area. Undefined: the area has no coordinates. */
export function boundingBoxOf(area: MapArea): BoundingBox | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of polygonsOf(area)) {
    for (const [lng = 0, lat = 0] of polygon[0] ?? []) {
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  return west <= east ? [west, south, east, north] : undefined;
}

/**
 * The centre of gravity of an area, holes excluded. It can lie outside, for instance of a crescent. Undefined: the area
 * has no coordinates.
 */
export function centroidOf(area: MapArea): Coordinate | undefined {
  let [sum, x, y] = [0, 0, 0];
  for (const polygon of polygonsOf(area)) {
    for (const [index, ring] of polygon.entries()) {
      const part = momentsOf(ring);
      const sign = index === 0 ? 1 : -1;
      sum += sign * part.size;
      x += sign * part.x;
      y += sign * part.y;
    }
  }
  if (sum !== 0) return [x / sum, y / sum];
  const box = boundingBoxOf(area);
  return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

/** Size (square degrees) and first moments of a ring, clockwise or not. */
function momentsOf(ring: readonly Position[]): { size: number; x: number; y: number } {
  let [size, x, y] = [0, 0, 0];
  const [originX = 0, originY = 0] = ring[0] ?? [];
  let [x1, y1] = [0, 0];
  for (const [lng = 0, lat = 0] of ring) {
    // Relative to the first corner: products of small differences keep their precision.
    const [x2, y2] = [lng - originX, lat - originY];
    const cross = x1 * y2 - x2 * y1;
    size += cross / 2;
    x += ((x1 + x2) * cross) / 6;
    y += ((y1 + y2) * cross) / 6;
    x1 = x2;
    y1 = y2;
  }
  const sign = size < 0 ? -1 : 1;
  return { size: sign * size, x: sign * (x + originX * size), y: sign * (y + originY * size) };
}

/**
 * The distance from a point to the nearest edge of an area, in metres; 0 inside it. Computed on a plane around the
 * point, which is accurate to about 1 % within 100 km. That is enough to find what lies "more than 5 km outside its
 * county".
 */
export function distanceToArea(point: Coordinate, area: MapArea): number {
  if (isInArea(point, area)) return 0;
  const perLat = EARTH_RADIUS * RADIANS;
  const perLng = perLat * Math.cos(point[1] * RADIANS);
  let nearest = Infinity;
  for (const polygon of polygonsOf(area)) {
    for (const ring of polygon) {
      let previous: readonly [number, number] | undefined;
      for (const [lng = 0, lat = 0] of ring) {
        const corner = [(lng - point[0]) * perLng, (lat - point[1]) * perLat] as const;
        nearest = Math.min(nearest, distanceToSegment(previous ?? corner, corner));
        previous = corner;
      }
    }
  }
  return nearest;
}

/** The distance in the plane from the origin to the segment between two points. */
function distanceToSegment([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + along * dx, y1 + along * dy);
}
