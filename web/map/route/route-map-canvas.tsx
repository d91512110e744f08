import type { FeatureCollection, LineString } from 'geojson';
import { useEffect, useRef, useState } from 'react';
import { translate } from '#web/i18n/locale.ts';
import { useAdmin } from '#web/session/session.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import {
  addBoundaryLayers,
  drawBoundariesFilledByValue,
} from '../boundary/draw-division-boundaries-filled-by-value.ts';
import { fitMapToArea } from '../boundary/fit-map-to-area.ts';
import { countryCode } from '../boundary/parent-administrative-division-code.ts';
import { useAreaOutline } from '../boundary/use-area-outline.ts';
import { isBasemapDrawn } from '../engine/map-background.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { type MapLibre, Marker } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { isMapMounted, setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import { useMapBackground } from '../engine/use-map-background.ts';
import { mapAttribution, useMap } from '../engine/use-maplibre-map.ts';
import type { RouteLine, RouteMapProps, RoutePoint } from './route-map-props.ts';

const source = 'route';

/** The map of a route: lines from stop to stop, and a numbered marker at each. */
export default function RouteMapCanvas({ label, lines, chosen, areaCode }: RouteMapProps) {
  const theme = useColourScheme();
  // Where no map may be shown, the route is drawn on an empty ground.
  const ground = useMapBackground();
  const tiles = ground?.basemap;
  const container = useRef<HTMLDivElement>(null);
  const { map, failed } = useMap(container, { theme, label, basemap: tiles, cooperative: true });
  const [ready, setReady] = useState<MapLibre>();
  const own = useAdmin()?.area_code;
  const boundary = useAreaOutline(areaCode || own || countryCode);

  useEffect(() => {
    if (!map) return undefined;
    addBoundaryLayers(map, { theme, textSize: 13, overTiles: isBasemapDrawn(tiles) });
    map.addSource(source, { type: 'geojson', data: toLines([], undefined) });
    const { celadon, paperRaised } = coloursOfAllThemes[theme];
    // A light edge separates the line from anything it crosses.
    map.addLayer({
      id: 'route-edge',
      type: 'line',
      source,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': paperRaised, 'line-width': ['case', ['get', 'chosen'], 7, 5] },
    });
    map.addLayer({
      id: 'route-line',
      type: 'line',
      source,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': celadon,
        'line-width': ['case', ['get', 'chosen'], 4, 2],
        'line-opacity': ['case', ['get', 'chosen'], 1, 0.7],
      },
    });
    setReady(map);
    return () => setReady(undefined);
  }, [map, theme, tiles]);

  useEffect(() => {
    if (!ready || ready !== map || !ground?.sketch) return;
    drawBoundariesFilledByValue(ready, theme, boundary);
  }, [ready, map, theme, boundary, ground]);

  useEffect(() => {
    if (!ready || ready !== map) return undefined;
    setSourceDataIfMounted(ready, source, toLines(lines, chosen));
    const markers = lines.flatMap(({ points }, at) =>
      points.map(({ lng, lat, mark, label: name }) => {
        const element = document.createElement('span');
        element.className = 'xj-route-mark';
        element.textContent = mark;
        element.title = name;
        if (at === chosen) element.dataset.chosen = '';
        return new Marker({ element }).setLngLat([lng, lat]).addTo(ready);
      }),
    );
    return () => {
      if (isMapMounted(ready)) for (const marker of markers) marker.remove();
    };
  }, [ready, map, lines, chosen]);

  // Fit the view when a stop is added or moved, not when another one is selected.
  const spots = JSON.stringify(lines.flatMap(({ points }) => points.map(({ lng, lat }) => [lng, lat])));
  useEffect(() => {
    if (!ready || ready !== map) return;
    const places = JSON.parse(spots) as [number, number][];
    if (places.length > 1) showPlaces(ready, places);
    else if (places[0]) ready.jumpTo({ center: places[0], zoom: 9 });
    else if (boundary) fitMapToArea(ready, boundary, { still: true });
  }, [ready, map, spots, boundary]);

  if (failed) return <p className="xj-place-hint">{translate(mapTexts.broken)}</p>;
  return (
    <div className="xj-map" data-theme={theme} data-ready={ready ? '' : undefined}>
      <div ref={container} className="xj-map-canvas" />
      <p className="xj-map-note">{ground ? mapAttribution(tiles) : translate(mapTexts.routeOnly)}</p>
    </div>
  );
}

function showPlaces(map: MapLibre, places: readonly (readonly [number, number])[]): void {
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)];
  map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], {
    padding: 48,
    duration: 0,
    maxZoom: 12,
  });
}

/** The lines, each from the end of the previous one. */
const toLines = (lines: readonly RouteLine[], chosen: number | undefined): FeatureCollection<LineString> => {
  let last: RoutePoint | undefined;
  const ways = lines.map(({ points }) => {
    const way = last ? [last, ...points] : points;
    last = points.at(-1) ?? last;
    return way;
  });
  return {
    type: 'FeatureCollection',
    features: ways.flatMap((points, at) =>
      points.length > 1
        ? [
            {
              type: 'Feature' as const,
              properties: { chosen: at === chosen },
              geometry: { type: 'LineString' as const, coordinates: points.map(({ lng, lat }) => [lng, lat]) },
            },
          ]
        : [],
    ),
  };
};
