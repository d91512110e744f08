import type { FeatureCollection, LineString } from 'geojson';

/** Degrees between two lines, from coarse to fine: whole minutes of arc below one degree. */
const steps = [30, 20, 10, 5, 2, 1, 1 / 2, 1 / 3, 1 / 6, 1 / 12, 1 / 30, 1 / 60, 1 / 120, 1 / 360] as const;

/** The step that divides a span of degrees into about `parts` parts. */
export function graticuleStep(span: number, parts = 6): number {
  return steps.find((step) => span / step >= parts * 0.7) ?? (steps.at(-1) as number);
}

/** Multiples of a step between two values, computed from integers so that they meet degrees exactly. */
export function graticuleTicks(from: number, to: number, step: number): number[] {
  const ticks: number[] = [];
  for (let n = Math.ceil(from / step - 1e-9); n * step <= to + 1e-9; n++) ticks.push(Math.round(n * step * 1e9) / 1e9);
  return ticks;
}

/** `100°30′E`; seconds only when the step needs them. */
export function formatDegrees(value: number, axis: 'lng' | 'lat'): string {
  const side = axis === 'lng' ? (value < 0 ? 'W' : 'E') : value < 0 ? 'S' : 'N';
  const seconds = Math.round(Math.abs(value) * 3600);
  const [degree, minute, second] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const fine = second ? `${pad(minute)}′${pad(second)}″` : minute ? `${pad(minute)}′` : '';
  return `${degree}°${fine}${side}`;
}

const pad = (value: number) => String(value).padStart(2, '0');

export interface DegreeBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The meridians and parallels of a span. */
export function graticuleLines(
  { west, south, east, north }: DegreeBounds,
  step: number,
): FeatureCollection<LineString> {
  const line = (coordinates: [number, number][]) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates },
  });
  return {
    type: 'FeatureCollection',
    features: [
      ...graticuleTicks(west, east, step).map((lng) =>
        line([
          [lng, south],
          [lng, north],
        ]),
      ),
      ...graticuleTicks(south, north, step).map((lat) =>
        line([
          [west, lat],
          [east, lat],
        ]),
      ),
    ],
  };
}
