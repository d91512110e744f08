import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon } from 'geojson';
import { get } from '#web/http/client.ts';

export interface BoundaryProperties {
  code: string;
  name: string;
  center: [lng: number, lat: number];
}

/** Shapes one level below a division, or its own shape on the lowest level; WGS-84. */
export interface Boundary extends FeatureCollection<Polygon | MultiPolygon, BoundaryProperties> {
  /** The dashed line in the South China Sea, when the shapes are those of the country or reach into that sea. */
  dashed_line?: MultiLineString;
}

const cacheSize = 30;
const cache = new Map<string, Promise<Boundary>>();

/** Fetches the boundary of a division, once per page: boundaries do not change. */
export function fetchBoundary(code: string): Promise<Boundary> {
  const cached = cache.get(code);
  if (cached) return cached;
  const request = get<Boundary>('/api/ajax/boundary', { code }, { quiet: true, duplicate: 'allow', area: 'api' });
  cache.set(code, request);
  request.catch(() => cache.delete(code));
  for (const oldest of cache.keys()) {
    if (cache.size <= cacheSize) break;
    cache.delete(oldest);
  }
  return request;
}
