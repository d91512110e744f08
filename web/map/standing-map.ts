import type { MapLibre } from './maplibre.ts';

const standing = new WeakSet<MapLibre>();

/** Notes a map that was just made. */
export const putUp = (map: MapLibre): void => void standing.add(map);

/** Takes a map down for good: it answers nothing and takes nothing any more. */
export function takeDown(map: MapLibre): void {
  standing.delete(map);
  map.remove();
}

/** Whether a map can still be drawn on. What arrives late has to ask: MapLibre throws when a map that is gone is asked. */
export const isStanding = (map: MapLibre): boolean => standing.has(map);
