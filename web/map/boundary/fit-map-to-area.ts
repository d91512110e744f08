import { boundingBoxOf } from '#kernel/check/coordinate.ts';
import { mapLimits } from '#web/theme/map-theme.ts';
import type { MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import type { AreaOutline } from './draw-division-boundaries-filled-by-value.ts';
import type { Boundary } from './fetch-division-boundary.ts';
import { countryCode } from './parent-administrative-division-code.ts';

/** The box around all of an area; for the country it includes the sea within the dashed line. */
function areaBox(code: string, { features, dashed_line }: Boundary): [number, number, number, number] | undefined {
  const boxes = features.flatMap((one) => {
    const box = boundingBoxOf(one.geometry);
    return box ? [box] : [];
  });
  if (code === countryCode && dashed_line)
    for (const [lng = 0, lat = 0] of dashed_line.coordinates.flat()) boxes.push([lng, lat, lng, lat]);
  if (boxes.length === 0) return undefined;
  return [0, 1, 2, 3].map((at) => (at < 2 ? Math.min : Math.max)(...boxes.map((box) => box[at] ?? 0))) as [
    number,
    number,
    number,
    number,
  ];
}

/**
 * Moves the map so that the area fills it completely visibly; on a small map, from further away than users can zoom
 * out.
 */
export function fitMapToArea(
  map: MapLibre,
  { code, own }: Pick<AreaOutline, 'code' | 'own'>,
  { still }: { still: boolean },
): void {
  const box = areaBox(code, own);
  if (!box) return;
  const { clientWidth, clientHeight } = map.getContainer();
  const padding = Math.min(56, Math.round(Math.min(clientWidth, clientHeight) * 0.08));
  const calm = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const zoomAt = (room: Room) => map.cameraForBounds(box, { padding: room })?.zoom;
  const bottom = Math.max(padding, roomAboveScaleOfNarrowMap(map.getContainer()));
  const whole: Room = { top: padding, right: padding, bottom, left: padding };
  const clearOfLegend = roomNextToLegend(map.getContainer(), whole);
  const free = zoomAt(clearOfLegend);
  const zoom = zoomAt(whole) ?? mapLimits.minZoom;
  // At the side there is often nearly enough space; at the bottom of a phone there is none.
  const isFree = free !== undefined && free >= zoom - (clearOfLegend.left > padding ? smallerAtSide : smallerBy);
  map.setMinZoom(Math.min(mapLimits.minZoom, isFree ? free : zoom));
  map.fitBounds(box, { padding: isFree ? clearOfLegend : whole, duration: calm ? 0 : 700, maxZoom: 13 });
}

interface Room {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** By how many zoom levels an area shrinks so that a legend at the bottom does not cover it: a quarter of its width. */
const smallerBy = 0.4;

/** The same for a legend at the side: an eighth. */
const smallerAtSide = 0.2;

/** Half the diameter of the largest cluster, in em (`donutDiameters`). */
const halfCluster = 2;

/**
 * The space that keeps clusters off the scale of a narrow map, where it takes up much of the edge at which the area ends. A wide
 * one has room beside it.
 */
function roomAboveScaleOfNarrowMap(container: HTMLElement): number {
  const scale = container.querySelector('.maplibregl-ctrl-scale')?.getBoundingClientRect();
  const map = container.getBoundingClientRect();
  if (!scale || scale.right - map.left < map.width / 4) return 0;
  const em = Number.parseFloat(getComputedStyle(container).fontSize) || 16;
  return Math.round(map.bottom - scale.top + halfCluster * em);
}

/** The space next to an overlay at the left or, on a narrow map, above one at the bottom (`data-beside-map`). */
function roomNextToLegend(container: HTMLElement, room: Room): Room {
  const legend = container.parentElement?.querySelector('[data-beside-map]')?.getBoundingClientRect();
  if (!legend) return room;
  const map = container.getBoundingClientRect();
  const isAtFoot = legend.width > map.width / 2;
  return isAtFoot
    ? { ...room, bottom: room.bottom + Math.max(0, Math.round(map.bottom - legend.top)) }
    : { ...room, left: room.left + Math.max(0, Math.round(legend.right - map.left)) };
}
