import { type RefObject, useEffect, useRef, useState } from 'react';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { mapFont, mapLimits, mapPalette, mapStyle } from '#web/theme/map-theme.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { type Basemap, isBasemapDrawn } from './map-background.ts';
import { mapTexts } from './map-texts.ts';
import {
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
} from './maplibre-library-with-worker-and-styles.ts';
import { registerMountedMap, removeMap } from './mounted-maps.ts';

interface MapOptions {
  theme: ThemeName;
  label: string;
  basemap?: Basemap | undefined;
  /** Zoom by wheel only while Ctrl is pressed, so that the page can be scrolled over the map. */
  cooperative?: boolean;
  /** Text size in px, which the scale bar follows. */
  textSize?: number;
}

type MapState = { map: MapLibre; failed?: undefined } | { map?: undefined; failed: boolean };

/** Slightly inside the allowed bounds: MapLibre 6.17 divides by zero when they span exactly the whole world. */
const [west, south, east, north] = mapLimits.bounds;
const allowed: [number, number, number, number] = [west + 1e-6, south, east - 1e-6, north];

/** The options that create another map when they change. */
type Made = Pick<MapOptions, 'theme' | 'basemap' | 'cooperative' | 'textSize'>;

const isMadeWith = (made: Made, { theme, basemap, cooperative, textSize }: Made): boolean =>
  made.theme === theme && made.basemap === basemap && made.cooperative === cooperative && made.textSize === textSize;

/**
 * A map in a container: at the container's real pixels, north up, removed with the component. Another theme, map
 * service or text size creates a new map at the same place. From the render that requests a new map on, the old one is
 * no longer returned: it is about to be removed.
 */
export function useMap(
  container: RefObject<HTMLElement | null>,
  { theme, label, basemap, cooperative, textSize = 14 }: MapOptions,
): MapState {
  const [state, setState] = useState<MapState & { made?: Made }>({ failed: false });
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
          'Marker.Title': translate(mapTexts.spot),
          'CooperativeGesturesHandler.WindowsHelpText': translate(mapTexts.zoomKeys, { key: 'Ctrl' }),
          'CooperativeGesturesHandler.MacHelpText': translate(mapTexts.zoomKeys, { key: '⌘' }),
          'CooperativeGesturesHandler.MobileHelpText': translate(mapTexts.twoFingers),
          'NavigationControl.ZoomIn': translate(mapTexts.zoomIn),
          'NavigationControl.ZoomOut': translate(mapTexts.zoomOut),
          'ScaleControl.Meters': translate(mapTexts.metre),
          'ScaleControl.Kilometers': translate(mapTexts.kilometre),
        },
      });
    } catch {
      setState({ failed: true });
      return undefined;
    }
    registerMountedMap(map);
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
      if (live) setState({ map, made: { theme, basemap, cooperative, textSize } });
    });
    return () => {
      live = false;
      setState({ failed: false });
      removeMap(map);
    };
  }, [container, theme, basemap, cooperative, textSize]);

  const standing = state.made && isMadeWith(state.made, { theme, basemap, cooperative, textSize });
  const shown: MapState = state.map && !standing ? { failed: false } : state;
  useEffect(() => shown.map?.getCanvas().setAttribute('aria-label', label), [shown.map, label]);
  return shown;
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
      // A dark wall stays dark: bright tiles are dimmed, not inverted, so that their colours keep their meaning.
      {
        id: 'basemap',
        type: 'raster',
        source: 'basemap',
        paint: theme === 'light' ? {} : { 'raster-brightness-max': 0.45, 'raster-saturation': -0.5 },
      },
    ],
  };
}

/**
 * The note in the corner of every map: copyright and approval number of the service, or that the map is a sketch. The
 * number applies to the service's tiles, so it is not shown without them.
 */
export function mapAttribution(basemap: Basemap | undefined): string {
  if (!isBasemapDrawn(basemap)) return translate(mapTexts.internal);
  const parts = [
    basemap?.attribution,
    basemap?.approval ? translate(mapTexts.approval, { number: basemap.approval }) : undefined,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(currentLocale() === 'en' ? ' · ' : '　') : translate(mapTexts.internal);
}

export { mapPalette };
