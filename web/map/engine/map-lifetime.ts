import type { GeoJSON } from 'geojson';
import type { GeoJSONSource, MapLibre } from './maplibre.ts';

const mounted = new WeakSet<MapLibre>();

/** Notes a map that was just made. */
export const registerMap = (map: MapLibre): void => void mounted.add(map);

/** Takes a map down for good: it answers nothing and takes nothing any more. */
export function removeMap(map: MapLibre): void {
  mounted.delete(map);
  map.remove();
}

/** Whether a map can still be drawn on. What arrives late has to ask: MapLibre throws when a map that is gone is asked. */
export const isMounted = (map: MapLibre): boolean => mounted.has(map);

/**
 * Gives a source other data. Data may arrive after the map they were asked for was taken down, which is nobody's fault;
 * one that goes while its worker is at it answers no more, which nobody waits for.
 */
export function setData(map: MapLibre, id: string, data: GeoJSON): void {
  if (!isMounted(map)) return;
  (map.getSource(id) as GeoJSONSource).setData(data).catch(() => undefined);
}
