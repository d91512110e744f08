import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useDebounced } from '#web/feedback/use-debounced.ts';
import { translate } from '#web/i18n/locale.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import {
  addBoundaryLayers,
  areaFill,
  drawBoundariesFilledByValue,
} from '../boundary/draw-division-boundaries-filled-by-value.ts';
import { fitMapToArea } from '../boundary/fit-map-to-area.ts';
import { countryCode } from '../boundary/parent-administrative-division-code.ts';
import { useAreaOutline } from '../boundary/use-area-outline.ts';
import { isBasemapDrawn, type MapBackground } from '../engine/map-background.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { type MapLibre, Marker } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { isMapMounted, setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import { mapAttribution, useMap } from '../engine/use-maplibre-map.ts';
import { FlowLines } from './animated-flow-lines-on-map.tsx';
import type { ClusterMapProps } from './cluster-map-props.ts';
import type { MapTone } from './cluster-point-source.ts';
import { addMarkerCollisionBoxes, clusterOptions, geoJsonOfPoints, removePoints } from './cluster-point-source.ts';
import { ClusterMarkers, type RowsBehindMarker } from './draw-cluster-markers.ts';
import { MapFrameWithDegrees } from './map-frame-with-degrees.tsx';
import { MapOverlayHeat, MapOverlayMarkers } from './map-overlay.tsx';

const points = 'points';

interface ClusterMapCanvasProps extends ClusterMapProps {
  readonly ground: MapBackground;
}

/** The latest properties, for callbacks the map keeps. */
type Latest = RefObject<ClusterMapProps>;

/** Adds the layers of divisions, which are outlined on hover and selected by a click. */
function useAreaLayers(
  map: MapLibre | undefined,
  { theme, textSize, overTiles }: Parameters<typeof addBoundaryLayers>[1],
  called: Latest,
): void {
  useEffect(() => {
    if (!map) return undefined;
    addBoundaryLayers(map, { theme, textSize, overTiles });
    return followAreas(
      map,
      (code) => called.current.onArea?.(code),
      () => Boolean(called.current.onArea),
    );
  }, [map, theme, textSize, overTiles, called]);
}

/** Draws points and their clusters. Returns the map once it is ready for them. */
function usePoints(
  map: MapLibre | undefined,
  props: Pick<ClusterMapProps, 'points' | 'tones'>,
  textSize: number,
  called: Latest,
): MapLibre | undefined {
  const drawn = useRef<ClusterMarkers>(undefined);
  // Callers may pass the tones inline; only other values create other markers.
  const toneKey = JSON.stringify(props.tones);
  const tones = useMemo(() => JSON.parse(toneKey) as MapTone[], [toneKey]);
  const [prepared, setPrepared] = useState<{ map: MapLibre; tones: MapTone[] }>();
  // Only draw on a map that was prepared with these tones.
  const ready = prepared?.map === map && prepared?.tones === tones ? map : undefined;

  useEffect(() => {
    if (!map) return undefined;
    map.addSource(points, { ...clusterOptions(tones.length), data: geoJsonOfPoints([]) });
    addMarkerCollisionBoxes(map, points, tones.length, textSize);
    setPrepared({ map, tones });
    return () => {
      setPrepared(undefined);
      if (isMapMounted(map)) removePoints(map, points);
    };
  }, [map, textSize, tones]);

  useEffect(() => {
    if (!ready) return undefined;
    const markers = new ClusterMarkers(ready, points, tones, (opened: RowsBehindMarker) =>
      called.current.onOpen(opened),
    );
    markers.points = called.current.points;
    drawn.current = markers;
    return () => {
      drawn.current = undefined;
      markers.remove();
    };
  }, [ready, tones, called]);

  useEffect(() => {
    if (!ready) return;
    if (drawn.current) drawn.current.points = props.points;
    setSourceDataIfMounted(ready, points, geoJsonOfPoints(props.points));
  }, [ready, props.points]);
  return ready;
}

/** Draws the area and its surroundings, and fits the view whenever the area changes. */
function useOutline(
  ready: MapLibre | undefined,
  outline: ReturnType<typeof useAreaOutline>,
  { theme, sketch, values }: { theme: ThemeName; sketch: boolean; values: ClusterMapProps['values'] },
  called: Latest,
): void {
  useEffect(() => {
    if (!ready || !sketch) return;
    const classes = drawBoundariesFilledByValue(ready, theme, outline, values);
    called.current.onClasses?.(classes);
  }, [ready, theme, outline, sketch, values, called]);

  useEffect(() => {
    if (!ready || !outline) return;
    fitMapToArea(ready, outline, { still: called.current.calm ?? false });
  }, [ready, outline, called]);
}

/** Draws widening rings around places where something has just happened. */
function usePulses(ready: MapLibre | undefined, pulses: ClusterMapProps['pulses']): void {
  useEffect(() => {
    if (!ready || !pulses) return undefined;
    const markers = pulses.map(({ lng, lat }) => {
      const element = document.createElement('div');
      element.className = 'xj-pulse';
      element.setAttribute('aria-hidden', 'true');
      return new Marker({ element }).setLngLat([lng, lat]).addTo(ready);
    });
    return () => {
      for (const marker of markers) marker.remove();
    };
  }, [ready, pulses]);
}

export default function ClusterMapCanvas(props: ClusterMapCanvasProps) {
  const { areaCode = countryCode, frame = false, calm = false } = props;
  // Another text size creates another map, and dragging the edge of a window passes dozens.
  const textSize = useDebounced(props.textSize ?? 14, 150);
  const officeTheme = useColourScheme();
  const theme = props.theme ?? officeTheme;
  const { basemap, sketch } = props.ground;
  const container = useRef<HTMLDivElement>(null);
  const { map, failed } = useMap(container, {
    theme,
    label: props.label,
    basemap,
    cooperative: props.cooperative ?? false,
    textSize,
  });
  const outline = useAreaOutline(areaCode);
  const called = useRef(props);
  called.current = props;

  useAreaLayers(map, { theme, textSize, overTiles: isBasemapDrawn(basemap) }, called);
  const ready = usePoints(map, props, textSize, called);
  useOutline(ready, outline, { theme, sketch, values: props.values }, called);
  usePulses(ready, props.pulses);

  if (failed)
    return (
      <div className="xj-map xj-map-failed" data-theme={theme}>
        {translate(mapTexts.broken)}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: the canvas inside is the region
    <div
      role="group"
      className="xj-map"
      data-theme={theme}
      data-calm={calm ? '' : undefined}
      aria-label={props.label}
      aria-description={translate(mapTexts.keys)}
      data-ready={ready ? '' : undefined}
      // until the shapes of this area are here, those of the previous one are dimmed
      aria-busy={outline !== undefined && outline.code !== areaCode}
      style={{ fontSize: textSize }}
    >
      <div ref={container} className="xj-map-canvas" />
      {ready && frame ? <MapFrameWithDegrees map={ready} textSize={textSize} /> : null}
      {ready && props.flows ? <FlowLines map={ready} flows={props.flows} textSize={textSize} /> : null}
      {ready
        ? props.overlays?.map((overlay) =>
            overlay.heat ? (
              <MapOverlayHeat key={overlay.name} map={ready} {...{ overlay, textSize, theme }} />
            ) : (
              <MapOverlayMarkers key={overlay.name} map={ready} {...{ overlay, textSize, theme }} />
            ),
          )
        : null}
      {ready && outline ? (
        <button
          type="button"
          className="xj-map-home"
          title={translate(mapTexts.wholeArea)}
          aria-label={translate(mapTexts.wholeArea)}
          onClick={() => fitMapToArea(ready, outline, { still: calm })}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />
          </svg>
        </button>
      ) : null}
      <p className="xj-map-note">{mapAttribution(basemap)}</p>
      {props.children}
    </div>
  );
}

/** Outlines divisions on hover and selects them by a click. */
function followAreas(map: MapLibre, choose: (code: string) => void, enabled: () => boolean): () => void {
  let hovered: string | undefined;
  const hover = (code: string | undefined) => {
    if (code === hovered) return;
    if (hovered !== undefined) map.setFeatureState({ source: 'area', id: hovered }, { hover: false });
    hovered = code;
    if (code !== undefined) map.setFeatureState({ source: 'area', id: code }, { hover: true });
    map.getCanvas().style.cursor = code === undefined ? '' : 'pointer';
  };
  const moved = map.on('mousemove', areaFill, ({ features }) => {
    if (enabled()) hover(codeOf(features?.[0]?.properties));
  });
  const left = map.on('mouseleave', areaFill, () => hover(undefined));
  const clicked = map.on('click', areaFill, ({ features }) => {
    const code = codeOf(features?.[0]?.properties);
    if (code !== undefined && enabled()) choose(code);
  });
  return () => {
    moved.unsubscribe();
    left.unsubscribe();
    clicked.unsubscribe();
  };
}

const codeOf = (properties: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  typeof properties?.code === 'string' ? properties.code : undefined;
