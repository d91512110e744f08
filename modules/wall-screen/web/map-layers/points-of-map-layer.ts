import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import type { MapFeature, MapLayer } from '#kernel/module/wall-map-layer.ts';
import { translate } from '#web/i18n/locale.ts';
import type { MapPoint, MapTone } from '#web/map/cluster/cluster-point-source.ts';
import { shapeOfStatusTone } from '#web/theme/shape-of-status-tone.ts';

/** The colours and shapes of the levels of a layer. */
export const tonesOfMapLayer = ({ levels }: MapLayer, colourOf: (tone: Tone) => string): MapTone[] =>
  Object.entries(levels).map(([name, level]) => ({
    name,
    label: translate(level),
    color: colourOf(level.tone ?? 'neutral'),
    shape: shapeOfStatusTone(level.tone ?? 'neutral'),
  }));

/** The features of a layer as points of the map. */
export function pointsOfMapLayer({ levels }: MapLayer, features: readonly MapFeature[]): MapPoint[] {
  const names = Object.keys(levels);
  return features.map(({ geometry: { coordinates }, properties: { id, level, label, counts } }) => {
    const place = { lng: coordinates[0], lat: coordinates[1], label };
    return typeof id === 'number'
      ? { ...place, id, tone: Math.max(0, names.indexOf(level)) }
      : { ...place, cell: id, counts: counts ?? [] };
  });
}
