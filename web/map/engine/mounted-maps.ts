import type { GeoJSON } from 'geojson';
import type { GeoJSONSource, MapLibre } from './maplibre-library-with-worker-and-styles.ts';

const mounted = new WeakSet<MapLibre>();

/** Registers a map that was just created. */
export const registerMountedMap = (map: MapLibre): void => void mounted.add(map);

/** Removes a map for good. */
export function removeMap(map: MapLibre): void {
  mounted.delete(map);
  map.remove();
}

/** Whether a map can still be drawn on. Asynchronous code must check: MapLibre throws once a map is removed. */
export const isMapMounted = (map: MapLibre): boolean => mounted.has(map);

/**
 * Replaces the data of a source. Does nothing when the map was removed meanwhile; the rejection of an update in
 * progress is ignored.
 */
export function setSourceDataIfMounted(map: MapLibre, id: string, data: GeoJSON): void {
  if (!isMapMounted(map)) return;
  (map.getSource(id) as GeoJSONSource).setData(data).catch(() => undefined);
}
