import { useMemo } from 'react';
import { mapSettings } from '#kernel/settings/map-settings.ts';
import { currentArea } from '#web/session/area.ts';
import { usePublicSettings } from '#web/session/public-settings.ts';
import { type Basemap, type Ground, groundFor, readBasemap } from './basemap.ts';

/** The map service that is set, with the number its maps are approved under; undefined: our own outlines alone. */
export function useBasemap(): Basemap | undefined {
  const set = usePublicSettings(mapSettings);
  return useMemo(() => {
    if (!set) return undefined;
    const { tiles, key, attribution, approval } = set;
    return readBasemap({ tiles: tiles?.replaceAll('{key}', encodeURIComponent(key ?? '')), attribution, approval });
  }, [set]);
}

/** What a map is drawn on for whoever looks; undefined: they are shown none. `given` stands in place of what is set. */
export function useGround(given?: Basemap): Ground | undefined {
  const set = useBasemap();
  const basemap = given ?? set;
  return useMemo(() => groundFor(currentArea(), basemap), [basemap]);
}
