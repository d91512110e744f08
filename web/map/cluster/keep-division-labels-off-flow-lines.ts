import type { FeatureCollection } from 'geojson';
import type { MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { isMapMounted, setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import type { FlowArc, FlowNumber, ScreenPoint } from './flow-arcs.ts';

const source = 'flow-room';
/** Side of the empty image, in px. */
const blank = 16;

/**
 * Keeps labels of divisions away from flows drawn over the map: each number and each end of a flow becomes an empty
 * image on the map, which MapLibre's label placement avoids.
 */
export function keepDivisionLabelsOffFlowLines(
  map: MapLibre,
  arcs: readonly FlowArc[],
  numbers: readonly FlowNumber[],
  textSize: number,
): void {
  if (!isMapMounted(map) || (arcs.length === 0 && !map.getSource(source))) return;
  if (!map.getSource(source)) addCollisionLayer(map);
  const boxes = [
    ...numbers.flatMap(({ at, width, height }) => tiles(at, width, height)),
    ...arcs.map(({ from, width }) => ({ at: from, side: width * 2.4 + 2 })),
    ...[...new Map(arcs.map(({ to }) => [`${to.x} ${to.y}`, to])).values()].map((at) => ({ at, side: textSize * 1.2 })),
  ];
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: boxes.map(({ at, side }) => {
      const { lng, lat } = map.unproject([at.x, at.y]);
      return {
        type: 'Feature',
        properties: { scale: side / blank },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      };
    }),
  };
  setSourceDataIfMounted(map, source, data);
}

/** A box as a row of squares, since images scale equally in both directions. */
function tiles({ x, y }: ScreenPoint, width: number, height: number): { at: ScreenPoint; side: number }[] {
  const count = Math.max(1, Math.ceil(width / height));
  const step = width / count;
  return Array.from({ length: count }, (_, index) => ({
    at: { x: x - width / 2 + step * (index + 0.5), y },
    side: height,
  }));
}

function addCollisionLayer(map: MapLibre): void {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
  map.addImage(source, { width: blank, height: blank, data: new Uint8Array(blank * blank * 4) });
  map.addLayer({
    id: source,
    type: 'symbol',
    source,
    layout: { 'icon-image': source, 'icon-allow-overlap': true, 'icon-size': ['get', 'scale'] },
  });
}
