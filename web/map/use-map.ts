import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentLocale, speak } from '#web/i18n/locale.ts';
import { mapFont, mapLimits, mapPalette, mapStyle } from '#web/theme/map.ts';
import type { ThemeName } from '#web/theme/tokens.ts';
import type { Basemap } from './basemap.ts';
import { words } from './map-words.ts';
import { Map as MapLibre, NavigationControl, ScaleControl, type StyleSpecification } from './maplibre.ts';

export interface MapOptions {
  theme: ThemeName;
  label: string;
  basemap?: Basemap | undefined;
  /** Zoom by wheel only with Ctrl held, so that a page with a map in it still scrolls. */
  cooperative?: boolean;
  /** Size of type in px, which the scale bar goes by. */
  textSize?: number;
}

export type MapState = { map: MapLibre; failed?: undefined } | { map?: undefined; failed: boolean };

/** A hair inside the allowed bounds: MapLibre 6.17 divides by zero when they are exactly the whole world wide. */
const [west, south, east, north] = mapLimits.bounds;
const allowed: [number, number, number, number] = [west + 1e-6, south, east - 1e-6, north];

/**
 * A map in a container: drawn at the container's real pixels, north always up, gone with the component. A new theme or
 * map service makes a new map at the same place.
 */
export function useMap(
  container: RefObject<HTMLElement | null>,
  { theme, label, basemap, cooperative, textSize = 14 }: MapOptions,
): MapState {
  const [state, setState] = useState<MapState>({ failed: false });
  const title = useRef(label);
  title.current = label;
  const camera = useRef<{ center: [number, number]; zoom: number }>({ center: [104, 35], zoom: 3 });

  useEffect(() => {
    if (!container.current) return undefined;
    let map: MapLibre;
    try {
      map = new MapLibre({
        container: container.current,
        style: styleOf(theme, basemap),
        ...camera.current,
        minZoom: mapLimits.minZoom,
        maxZoom: mapLimits.maxZoom,
        maxBounds: allowed,
        renderWorldCopies: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        attributionControl: false,
        cooperativeGestures: cooperative ?? false,
        localIdeographFontFamily: mapFont,
        fadeDuration: 0,
        locale: {
          'Map.Title': title.current,
          'NavigationControl.ZoomIn': speak(words.zoomIn),
          'NavigationControl.ZoomOut': speak(words.zoomOut),
          'ScaleControl.Meters': speak(words.metre),
          'ScaleControl.Kilometers': speak(words.kilometre),
        },
      });
    } catch {
      setState({ failed: true });
      return undefined;
    }
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(new ScaleControl({ maxWidth: textSize * 8, unit: 'metric' }), 'bottom-left');
    map.on('moveend', () => {
      const { lng, lat } = map.getCenter();
      camera.current = { center: [lng, lat], zoom: map.getZoom() };
    });
    let live = true;
    map.once('load', () => {
      if (live) setState({ map });
    });
    return () => {
      live = false;
      setState({ failed: false });
      map.remove();
    };
  }, [container, theme, basemap, cooperative, textSize]);

  useEffect(() => state.map?.getCanvas().setAttribute('aria-label', label), [state.map, label]);

  return state;
}

function styleOf(theme: ThemeName, basemap: Basemap | undefined): StyleSpecification | string {
  if (basemap?.style) return basemap.style;
  const plain = mapStyle(theme) as StyleSpecification;
  if (!basemap?.tiles) return plain;
  return {
    ...plain,
    sources: {
      basemap: {
        type: 'raster',
        tiles: [...basemap.tiles],
        tileSize: basemap.tileSize ?? 256,
        ...(basemap.maxzoom ? { maxzoom: basemap.maxzoom } : {}),
      },
    },
    layers: [
      ...plain.layers,
      // A wall stays dark: bright tiles are turned down, not inverted, so that their colours keep their meaning.
      {
        id: 'basemap',
        type: 'raster',
        source: 'basemap',
        paint: theme === 'light' ? {} : { 'raster-brightness-max': 0.45, 'raster-saturation': -0.5 },
      },
    ],
  };
}

/** What stands in the corner of every map: whose it is and its approval number, or that it is a sketch. */
export function mapNote(basemap: Basemap | undefined): string {
  const parts = [
    basemap?.attribution,
    basemap?.approval ? speak(words.approval, { number: basemap.approval }) : undefined,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(currentLocale() === 'en' ? ' · ' : '　') : speak(words.internal);
}

export { mapPalette };
