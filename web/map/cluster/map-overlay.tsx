import { useEffect, useMemo, useRef, useState } from 'react';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import type { ExpressionSpecification, MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { isMapMounted, setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import type { MapOverlay } from './cluster-map-props.ts';
import {
  addMarkerCollisionBoxes,
  clusterOptions,
  geoJsonOfPoints,
  type MapTone,
  removePoints,
} from './cluster-point-source.ts';
import { ClusterMarkers } from './draw-cluster-markers.ts';

interface MapOverlayProps {
  readonly map: MapLibre;
  readonly overlay: MapOverlay;
  readonly textSize: number;
  readonly theme: ThemeName;
}

const sourceOf = ({ name }: MapOverlay): string => `overlay-${name}`;

/** Markers and clusters of one further set of rows, each with the character of the set. */
export function MapOverlayMarkers({ map, overlay, textSize }: MapOverlayProps) {
  const { name, label, mark, points } = overlay;
  const source = sourceOf(overlay);
  const latest = useRef(overlay);
  latest.current = overlay;
  const drawn = useRef<ClusterMarkers>(undefined);
  // only other values of the tones create other markers
  const toneKey = JSON.stringify(overlay.tones);
  const tones = useMemo(() => JSON.parse(toneKey) as MapTone[], [toneKey]);
  const [prepared, setPrepared] = useState<{ map: MapLibre; tones: MapTone[] }>();

  useEffect(() => {
    map.addSource(source, { ...clusterOptions(tones.length), data: geoJsonOfPoints([]) });
    addMarkerCollisionBoxes(map, source, tones.length, textSize);
    const open = (opened: Parameters<MapOverlay['onOpen']>[0]) => latest.current.onOpen(opened);
    const markers = new ClusterMarkers(map, source, tones, open, { name, label, mark });
    drawn.current = markers;
    setPrepared({ map, tones });
    return () => {
      drawn.current = undefined;
      markers.remove();
      if (isMapMounted(map)) removePoints(map, source);
    };
  }, [map, source, tones, textSize, name, label, mark]);

  useEffect(() => {
    if (prepared?.map !== map || prepared.tones !== tones || !drawn.current) return;
    drawn.current.points = points;
    setSourceDataIfMounted(map, source, geoJsonOfPoints(points));
  }, [prepared, map, source, tones, points]);
  return null;
}

/** Rows a point stands for: of a cell the sum over its levels. */
const weightOf = (tones: number): ExpressionSpecification => [
  'case',
  ['has', 'tone'],
  1,
  ['+', ...Array.from({ length: tones }, (_, at): ExpressionSpecification => ['coalesce', ['get', `t${at}`], 0])],
];

/** Density of one further set of rows, below the names of divisions. */
export function MapOverlayHeat({ map, overlay, textSize, theme }: MapOverlayProps) {
  const source = sourceOf(overlay);
  const { points } = overlay;
  const levels = overlay.tones.length;
  const latest = useRef(points);
  latest.current = points;
  useEffect(() => {
    const { amber, cinnabar } = coloursOfAllThemes[theme];
    const clear = `${amber}00`;
    map.addSource(source, { type: 'geojson', data: geoJsonOfPoints(latest.current) });
    map.addLayer(
      {
        id: source,
        type: 'heatmap',
        source,
        paint: {
          'heatmap-weight': weightOf(levels),
          // single rows show, and hundreds at one place do not cover everything
          'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 4, 0.15, 9, 0.5, 14, 1.2],
          'heatmap-radius': [
            'interpolate',
            ['linear'],
            ['zoom'],
            4,
            textSize * 1.2,
            9,
            textSize * 2.4,
            14,
            textSize * 4,
          ],
          'heatmap-color': [
            'interpolate',
            ['linear'],
            ['heatmap-density'],
            0,
            clear,
            0.15,
            `${amber}66`,
            0.55,
            amber,
            1,
            cinnabar,
          ],
          'heatmap-opacity': 0.75,
        },
      },
      map.getLayer('context-label') ? 'context-label' : undefined,
    );
    return () => {
      if (!isMapMounted(map)) return;
      map.removeLayer(source);
      map.removeSource(source);
    };
  }, [map, source, levels, textSize, theme]);
  useEffect(() => {
    setSourceDataIfMounted(map, source, geoJsonOfPoints(points));
  }, [map, source, points]);
  return null;
}
