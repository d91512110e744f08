import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon } from 'geojson';
import { get } from '#web/http/client.ts';

export interface BoundaryProperties {
  code: string;
  name: string;
  center: [lng: number, lat: number];
}

/** Shapes one level below a division, or its own where nothing lies below; WGS-84. */
export interface Boundary extends FeatureCollection<Polygon | MultiPolygon, BoundaryProperties> {
  /** The dashed line of the South China Sea, where the shapes are those of the country or reach into that sea. */
  dashed_line?: MultiLineString;
}

const cacheSize = 30;
const cache = new Map<string, Promise<Boundary>>();

/** Boundaries never change while a page lives: each is asked for once. */
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
