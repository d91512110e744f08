import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { shapeOfStatusTone } from '#web/theme/shape-of-status-tone.ts';
import type { MapPoint, MapTone } from './cluster-point-source.ts';

/** A row with its position, as the call `points` of its resource returns it (WGS-84). */
export type RowWithPosition = readonly [
  id: number,
  lng: number,
  lat: number,
  title: string | null,
  status: string | null,
  area: string | null,
];

const texts = { all: text('记录', 'Records') };

/** Colours and shapes of markers: those of the states as in lists, or one for all. */
export function markerTonesOf(resource: AnyResource, colourOf: (tone: Tone) => string): MapTone[] {
  const states = (resource.life as Lifecycle | undefined)?.states;
  if (!states) return [{ name: 'all', label: translate(texts.all), color: colourOf('good') }];
  return Object.entries(states).map(([name, state]) => ({
    name,
    label: translate(state),
    color: colourOf(state.tone ?? 'neutral'),
    shape: shapeOfStatusTone(state.tone ?? 'neutral', state.officeLevel),
  }));
}

/** Rows as points of these tones. */
export function markerPointsOf(rows: readonly RowWithPosition[], tones: readonly MapTone[]): MapPoint[] {
  const toneOf = new Map(tones.map((tone, index) => [tone.name, index]));
  return rows.map(([id, lng, lat, title, status]) => ({
    id,
    lng,
    lat,
    label: title ?? `#${id}`,
    tone: toneOf.get(status ?? '') ?? 0,
  }));
}
