import { useMemo } from 'react';
import { mapSettings } from '#kernel/map-settings.ts';
import { usePublicSettings } from '#web/session/public-settings.ts';
import { type Basemap, readBasemap } from './basemap.ts';

/** The map service that is set, with the number its maps are approved under; undefined: our own outlines alone. */
export function useBasemap(): Basemap | undefined {
  const set = usePublicSettings(mapSettings);
  return useMemo(() => {
    if (!set) return undefined;
    const { tiles, key, attribution, approval } = set;
    return readBasemap({ tiles: tiles?.replaceAll('{key}', encodeURIComponent(key ?? '')), attribution, approval });
  }, [set]);
}
