import { useEffect, useRef } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { translate } from '#web/i18n/locale.ts';
import { useAdmin } from '#web/session/session.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import {
  addBoundaryLayers,
  drawBoundariesFilledByValue,
} from '../boundary/draw-division-boundaries-filled-by-value.ts';
import { fitMapToArea } from '../boundary/fit-map-to-area.ts';
import { countryCode } from '../boundary/parent-administrative-division-code.ts';
import { useAreaOutline } from '../boundary/use-area-outline.ts';
import { isBasemapDrawn, type MapBackground } from '../engine/map-background.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { type MapLibre, Marker } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { directionOfKey } from '../engine/nearest-spot-by-arrow-key.ts';
import { mapAttribution, useMap } from '../engine/use-maplibre-map.ts';
import { roundCoordinate } from './coordinate-inputs.tsx';
import type { PlacePickerProps } from './place-picker-props.ts';

/** Px of one arrow key, and with Shift. */
const STEP = 2;
const STRIDE = 24;

/** Zoom at which a building is recognisable on tiles; without tiles there is only the boundary of a county. */
const CLOSE = { tiles: 15, bare: 10 };

interface PlacePickerMapProps extends Pick<PlacePickerProps, 'value' | 'onChange' | 'areaCode' | 'disabled'> {
  readonly ground: MapBackground;
}

/** The map of a place picker. */
export default function PlacePickerMap({
  value,
  onChange,
  areaCode,
  disabled = false,
  ground: { basemap: tiles, sketch },
}: PlacePickerMapProps) {
  const theme = useColourScheme();
  const container = useRef<HTMLDivElement>(null);
  const { map, failed } = useMap(container, {
    theme,
    label: translate(mapTexts.pick),
    basemap: tiles,
    cooperative: true,
  });
  const own = useAdmin()?.area_code;
  const boundary = useAreaOutline(areaCode || own || countryCode);
  const change = useRef(onChange);
  change.current = onChange;

  useEffect(() => {
    if (!map) return;
    addBoundaryLayers(map, { theme, textSize: 13, overTiles: isBasemapDrawn(tiles) });
  }, [map, theme, tiles]);

  useEffect(() => {
    if (!map) return;
    if (sketch) drawBoundariesFilledByValue(map, theme, boundary);
    if (boundary && !shown.current) fitMapToArea(map, boundary, { still: true });
  }, [map, theme, boundary, sketch]);

  const shown = useRef(false);
  shown.current = Boolean(value);

  useEffect(() => {
    if (!map || disabled) return undefined;
    const clicked = map.on('click', ({ lngLat }) =>
      change.current({ lng: roundCoordinate(lngLat.lng), lat: roundCoordinate(lngLat.lat), from: 'map' }),
    );
    return () => clicked.unsubscribe();
  }, [map, disabled]);

  const close = isBasemapDrawn(tiles) ? CLOSE.tiles : CLOSE.bare;
  usePin(map, value ?? null, disabled, close, (place) => change.current({ ...place, from: 'map' }));

  return failed ? (
    <p className="xj-place-hint">{translate(mapTexts.broken)}</p>
  ) : (
    <div className="xj-place-map">
      <div className="xj-map" data-theme={theme}>
        <div ref={container} className="xj-map-canvas" />
        <p className="xj-map-note">{mapAttribution(tiles)}</p>
      </div>
    </div>
  );
}

/** The pin on the map: dragged, or moved by arrow keys while it has the focus. */
function usePin(
  map: MapLibre | undefined,
  value: Place | null,
  disabled: boolean,
  close: number,
  onMove: (place: Place) => void,
): void {
  const pin = useRef<Marker>(undefined);
  const move = useRef(onMove);
  move.current = onMove;
  const has = Boolean(value);
  const latest = useRef(value);
  latest.current = value;

  useEffect(() => {
    if (!map || !has || !latest.current) return undefined;
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'xj-place-pin';
    element.disabled = disabled;
    element.innerHTML =
      '<svg viewBox="0 0 30 40" aria-hidden="true"><path d="M15 38C15 38 27 24.5 27 14A12 12 0 1 0 3 14C3 24.5 15 38 15 38Z"/><circle cx="15" cy="14" r="4.5"/></svg>';
    const marker = new Marker({ element, anchor: 'bottom', draggable: !disabled });
    marker.setLngLat([latest.current.lng, latest.current.lat]).addTo(map);
    const report = () => {
      const { lng, lat } = marker.getLngLat();
      move.current({ lng: roundCoordinate(lng), lat: roundCoordinate(lat) });
    };
    marker.on('dragend', report);
    element.addEventListener('click', (event) => event.stopPropagation());
    element.addEventListener('keydown', (event) => {
      const direction = directionOfKey[event.key];
      if (!direction) return;
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? STRIDE : STEP;
      const spot = map.project(marker.getLngLat());
      if (direction === 'left') spot.x -= by;
      if (direction === 'right') spot.x += by;
      if (direction === 'up') spot.y -= by;
      if (direction === 'down') spot.y += by;
      marker.setLngLat(map.unproject(spot));
      report();
    });
    pin.current = marker;
    if (!map.getBounds().contains(marker.getLngLat()) || map.getZoom() < 9) {
      map.jumpTo({ center: marker.getLngLat(), zoom: Math.max(map.getZoom(), close) });
    }
    return () => {
      pin.current = undefined;
      marker.remove();
    };
  }, [map, has, disabled, close]);

  useEffect(() => {
    const marker = pin.current;
    if (!map || !marker || !value) return;
    marker.setLngLat([value.lng, value.lat]);
    marker.getElement().setAttribute('aria-label', translate(mapTexts.marker, { lng: value.lng, lat: value.lat }));
    if (!map.getBounds().contains([value.lng, value.lat])) map.easeTo({ center: [value.lng, value.lat] });
  }, [map, value]);
}
