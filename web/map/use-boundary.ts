import { useEffect, useState } from 'react';
import { boxOf } from '#kernel/check/coordinate.ts';
import { loadCanvasFont } from '#web/chart/canvas-font.ts';
import { type Boundary, fetchBoundary } from './boundary.ts';
import { parentOf } from './division.ts';
import type { MapLibre } from './maplibre.ts';

/** An area's shapes and, around them, those of its neighbours. */
export interface Surroundings {
  code: string;
  own: Boundary;
  around: Boundary | undefined;
}

/** The shapes of an area; the last known ones stay until the new ones are here. */
export function useBoundary(code: string): Surroundings | undefined {
  const [known, setKnown] = useState<Surroundings>();
  useEffect(() => {
    let live = true;
    const parent = parentOf(code);
    const none = (): undefined => undefined;
    void Promise.all([fetchBoundary(code).catch(none), parent ? fetchBoundary(parent).catch(none) : undefined]).then(
      async ([own, around]) => {
        if (!own) return;
        // Labels are drawn on a canvas, and only once: by then the font must know their characters.
        const names = [own, around].flatMap((one) => one?.features.map((each) => each.properties.name) ?? []);
        await loadCanvasFont(names.join(''));
        if (live) setKnown({ code, own, around });
      },
    );
    return () => {
      live = false;
    };
  }, [code]);
  return known;
}

/** Moves the map so that an area fills it. */
export function showWhole(map: MapLibre, boundary: Boundary, { still }: { still: boolean }): void {
  const boxes = boundary.features.flatMap((one) => {
    const box = boxOf(one.geometry);
    return box ? [box] : [];
  });
  if (boxes.length === 0) return;
  const [west, south, east, north] = [0, 1, 2, 3].map((at) =>
    (at < 2 ? Math.min : Math.max)(...boxes.map((box) => box[at] ?? 0)),
  ) as [number, number, number, number];
  const { clientWidth, clientHeight } = map.getContainer();
  const padding = Math.min(56, Math.round(Math.min(clientWidth, clientHeight) * 0.08));
  const calm = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
  map.fitBounds([west, south, east, north], { padding, duration: calm ? 0 : 700, maxZoom: 13 });
}
