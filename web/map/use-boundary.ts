import { useEffect, useState } from 'react';
import { boxOf } from '#kernel/check/coordinate.ts';
import { loadCanvasFont } from '#web/chart/canvas-font.ts';
import { speak } from '#web/i18n/locale.ts';
import { placeName } from '#web/i18n/place-names.ts';
import { mapLimits } from '#web/theme/map.ts';
import { type Boundary, fetchBoundary } from './boundary.ts';
import { country, parentOf } from './division.ts';
import { words } from './map-words.ts';
import type { MapLibre } from './maplibre.ts';

/** An area's shapes and, around them, those of its neighbours. */
export interface Surroundings {
  code: string;
  own: Boundary;
  around: Boundary | undefined;
}

/** Shapes bear their Chinese name; the map says it as the page speaks. What is kept of them is named already then. */
function speakName({ properties }: Boundary['features'][number]): void {
  properties.name = placeName(properties.name);
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
        for (const one of [own, around]) one?.features.forEach(speakName);
        // Labels are drawn on a canvas, and only once: by then the font must know their characters.
        const names = [own, around].flatMap((one) => one?.features.map((each) => each.properties.name) ?? []);
        names.push(speak(words.southSea));
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

/** The box that holds all of an area: of the country, the sea within the dashed line and its marks as well. */
export function wholeBox(
  code: string,
  { features, dashed_line }: Boundary,
): [number, number, number, number] | undefined {
  const boxes = features.flatMap((one) => {
    const box = boxOf(one.geometry);
    return box ? [box] : [];
  });
  if (code === country && dashed_line)
    for (const [lng = 0, lat = 0] of dashed_line.coordinates.flat()) boxes.push([lng, lat, lng, lat]);
  if (boxes.length === 0) return undefined;
  return [0, 1, 2, 3].map((at) => (at < 2 ? Math.min : Math.max)(...boxes.map((box) => box[at] ?? 0))) as [
    number,
    number,
    number,
    number,
  ];
}

/** Moves the map so that an area fills it, and all of it is seen: on a small map, from further than one may go oneself. */
export function showWhole(
  map: MapLibre,
  { code, own }: Pick<Surroundings, 'code' | 'own'>,
  { still }: { still: boolean },
): void {
  const box = wholeBox(code, own);
  if (!box) return;
  const { clientWidth, clientHeight } = map.getContainer();
  const padding = Math.min(56, Math.round(Math.min(clientWidth, clientHeight) * 0.08));
  const calm = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const zoom = map.cameraForBounds(box, { padding })?.zoom ?? mapLimits.minZoom;
  map.setMinZoom(Math.min(mapLimits.minZoom, zoom));
  map.fitBounds(box, { padding, duration: calm ? 0 : 700, maxZoom: 13 });
}
