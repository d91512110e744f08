import { type MapLayer, mapLayersOf } from '#kernel/module/map-layer.ts';
import { declaredModules } from '#web/resource/resource-registry.ts';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';

/** The layers of the map, in order. */
export const allMapLayers = (): readonly MapLayer[] => mapLayersOf(declaredModules());

type ChosenLayers = Pick<ReturnType<typeof useLocalWallSettings.getState>, 'layers' | 'filledBy'>;

/** The layers that this wall shows, and the one by whose rows divisions are filled. */
export function shownMapLayers({ layers, filledBy }: ChosenLayers, all = allMapLayers()) {
  const shown = all.filter(({ name, initially }) => (layers ? layers.includes(name) : initially));
  return { shown, filledBy: all.find(({ name }) => name === filledBy) ?? all[0] };
}

/** Parameters of the call of the map: only what is shown is read. */
export function readMapLayerParams(): Readonly<Record<string, string>> {
  const { shown, filledBy } = shownMapLayers(useLocalWallSettings.getState());
  return { layers: shown.map(({ name }) => name).join(','), ...(filledBy ? { by: filledBy.name } : {}) };
}
