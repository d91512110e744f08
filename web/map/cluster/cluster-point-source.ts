import type { FeatureCollection, Point } from 'geojson';
import type { ToneShape } from '#web/theme/shape-of-status-tone.ts';
import type { ExpressionSpecification, MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { donutDiameters } from './cluster-donut-geometry.ts';
import { markerClusteringSettings } from './marker-clustering-settings.ts';

/** One row on the map, or a cell of rows the server has counted. */
export interface MapPoint {
  /** Id of the row; absent for a cell. */
  id?: number;
  lng: number;
  lat: number;
  /** Index into the tones of the map. */
  tone?: number;
  /** Name, if the server sent one. */
  label?: string;
  /** A cell: its name, and how many rows of each tone it has. */
  cell?: string;
  counts?: readonly number[];
}

/** A colour of markers and its meaning, with the shape of a single marker; a dot by default. */
export interface MapTone {
  name: string;
  label: string;
  color: string;
  shape?: ToneShape;
}

/** Points as MapLibre clusters them. Only their index is stored in the source; the rest is looked up. */
export function geoJsonOfPoints(points: readonly MapPoint[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: points.map(({ lng, lat, tone, counts }, index) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: counts
        ? { index, ...Object.fromEntries(counts.map((n, at) => [`t${at}`, n])) }
        : { index, tone: tone ?? 0 },
    })),
  };
}

/** Source options: clusters as the specification sets them, each with its number of rows per tone. */
export function clusterOptions(tones: number) {
  return {
    type: 'geojson' as const,
    cluster: true,
    maxzoom: markerClusteringSettings.clusterMaxZoom + 1,
    clusterRadius: markerClusteringSettings.clusterRadius,
    clusterMinPoints: markerClusteringSettings.clusterMinPoints,
    clusterMaxZoom: markerClusteringSettings.clusterMaxZoom,
    clusterProperties: Object.fromEntries(
      Array.from({ length: tones }, (_, at) => [
        `t${at}`,
        ['+', ['case', ['has', `t${at}`], ['get', `t${at}`], ['==', ['get', 'tone'], at], 1, 0]],
      ]),
    ),
  };
}

/** Number of rows per tone of a cluster, cell or point. */
export function rowsByTone(properties: Readonly<Record<string, unknown>>, tones: number): number[] {
  return Array.from({ length: tones }, (_, at) => {
    const n = properties[`t${at}`];
    return typeof n === 'number' ? n : properties.tone === at ? 1 : 0;
  });
}

const blank = 64;

/**
 * Keeps labels of divisions away from the markers: every marker becomes an empty image of its size on the map. The
 * layer also makes MapLibre cut the source into tiles, which it does not do without one.
 */
export function addMarkerCollisionBoxes(map: MapLibre, source: string, tones: number, textSize: number): void {
  if (!map.hasImage('room'))
    map.addImage('room', { width: blank, height: blank, data: new Uint8Array(blank * blank * 4) });
  const total = ['+', 0, ...Array.from({ length: tones }, (_, at) => ['coalesce', ['get', `t${at}`], 0])];
  const size = [
    'min',
    donutDiameters.largest,
    ['+', donutDiameters.smallest, ['*', donutDiameters.growth, ['log10', ['max', 1, total]]]],
  ];
  map.addLayer({
    id: source,
    type: 'symbol',
    source,
    layout: {
      'icon-image': 'room',
      'icon-allow-overlap': true,
      'icon-size': ['*', textSize / blank, ['case', ['has', 'tone'], 1, size]] as unknown as ExpressionSpecification,
    },
  });
}

/** Removes the points and their layer from a map, so that others can be added. Their image stays: others use it. */
export function removePoints(map: MapLibre, source: string): void {
  map.removeLayer(source);
  map.removeSource(source);
}
