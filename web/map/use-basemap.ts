import { useMemo } from 'react';
import { useSiteConfig } from '#web/session/session.ts';
import { type Basemap, readBasemap } from './basemap.ts';

/** The map service of the site's configuration (`siteConfig.map`), if there is one. */
export function useBasemap(): Basemap | undefined {
  const config: unknown = useSiteConfig();
  return useMemo(() => readBasemap((config as { map?: unknown } | undefined)?.map), [config]);
}
