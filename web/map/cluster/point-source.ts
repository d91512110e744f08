import type { FeatureCollection, Point } from 'geojson';
import type { ToneShape } from '#web/theme/tone-shape.ts';
import type { ExpressionSpecification, MapLibre } from '../engine/maplibre.ts';
import { clusterSettings } from './cluster-settings.ts';
import { RING } from './donut.ts';

/** One row on the map, or a cell of rows the server has counted. */
export interface MapPoint {
  /** Row; absent for a cell. */
  id?: number;
  lng: number;
  lat: number;
  /** Index into the tones of the map. */
  tone?: number;
  /** Name, where it was sent along. */
  label?: string;
  /** A cell: its name, and how many rows of each tone it holds. */
  cell?: string;
  counts?: readonly number[];
}

/** A colour of the markers and what it means, with the shape a single one has; a dot where none is told. */
export interface MapTone {
  name: string;
  label: string;
  color: string;
  shape?: ToneShape;
}

/** Points as MapLibre clusters them. Their place in the list is all that travels; the rest is looked up. */
export function toFeatures(points: readonly MapPoint[]): FeatureCollection<Point> {
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

/** Source options: clusters as the specification sets them, each knowing how many rows of each tone it holds. */
export function clusterOptions(tones: number) {
  return {
    type: 'geojson' as const,
    cluster: true,
    maxzoom: clusterSettings.clusterMaxZoom + 1,
    clusterRadius: clusterSettings.clusterRadius,
    clusterMinPoints: clusterSettings.clusterMinPoints,
    clusterMaxZoom: clusterSettings.clusterMaxZoom,
    clusterProperties: Object.fromEntries(
      Array.from({ length: tones }, (_, at) => [
        `t${at}`,
        ['+', ['case', ['has', `t${at}`], ['get', `t${at}`], ['==', ['get', 'tone'], at], 1, 0]],
      ]),
    ),
  };
}

/** How many rows of each tone a cluster, cell or point stands for. */
export function countsOf(properties: Readonly<Record<string, unknown>>, tones: number): number[] {
  return Array.from({ length: tones }, (_, at) => {
    const n = properties[`t${at}`];
    return typeof n === 'number' ? n : properties.tone === at ? 1 : 0;
  });
}

const blank = 64;

/**
 * Keeps names of divisions out from under the markers: to the canvas every marker is an empty picture of its size.
 * Also what makes the map cut the source into tiles; without a layer it would not.
 */
export function addMarkerCollisionBoxes(map: MapLibre, source: string, tones: number, textSize: number): void {
  map.addImage('room', { width: blank, height: blank, data: new Uint8Array(blank * blank * 4) });
  const total = ['+', 0, ...Array.from({ length: tones }, (_, at) => ['coalesce', ['get', `t${at}`], 0])];
  const size = ['min', RING.largest, ['+', RING.smallest, ['*', RING.growth, ['log10', ['max', 1, total]]]]];
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

/** Takes the points and the room kept for them off a map, for others to be put there. */
export function removePoints(map: MapLibre, source: string): void {
  map.removeLayer(source);
  map.removeSource(source);
  map.removeImage('room');
}
