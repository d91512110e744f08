import { useEffect, useState } from 'react';
import { distanceToArea } from '#kernel/check/coordinate.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { type Boundary, fetchBoundary } from './fetch-division-boundary.ts';

/** Metres from a place to the nearest edge of a division; 0 inside it, and when either is unknown. */
export function useDistanceToArea(place: Place | null | undefined, areaCode: string | null | undefined): number {
  const [loaded, setLoaded] = useState<{ code: string; boundary: Boundary }>();
  const code = place ? areaCode : null;
  useEffect(() => {
    if (!code) return undefined;
    let live = true;
    fetchBoundary(code).then(
      (boundary) => live && setLoaded({ code, boundary }),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [code]);
  if (!place || !loaded || loaded.code !== areaCode) return 0;
  return Math.min(...loaded.boundary.features.map((one) => distanceToArea([place.lng, place.lat], one.geometry)));
}
