import { useMemo } from 'react';
import { mapSettings } from '#kernel/settings/map-settings.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { usePublicSettings } from '#web/session/public-settings.ts';
import { type Basemap, type MapBackground, mapBackgroundAllowedInArea, readBasemap } from './map-background.ts';

/** The configured map service, with its approval number; undefined: our own outlines only. */
function useBasemap(): Basemap | undefined {
  const set = usePublicSettings(mapSettings);
  return useMemo(() => {
    if (!set) return undefined;
    const { tiles, key, attribution, approval } = set;
    return readBasemap({ tiles: tiles?.replaceAll('{key}', encodeURIComponent(key ?? '')), attribution, approval });
  }, [set]);
}

/** The ground of a map for the present user; undefined: they see no map. `given` replaces the configured service. */
export function useMapBackground(given?: Basemap): MapBackground | undefined {
  const set = useBasemap();
  const basemap = given ?? set;
  return useMemo(() => mapBackgroundAllowedInArea(currentArea(), basemap), [basemap]);
}
