import { type MapLayer, mapLayersOf } from '#kernel/module/wall-map-layer.ts';
import { declaredModules } from '#web/resource/resource-registry.ts';

/** The layers of the map, in order. */
export const mapLayersOfAllModules = (): readonly MapLayer[] => mapLayersOf(declaredModules());

/** What a wall has chosen; undefined: as declared. */
interface ChosenLayers {
  readonly layers?: readonly string[];
  readonly filledBy?: string;
}

/** The layers that a wall shows, and the one by whose rows divisions are filled. */
export function chosenMapLayers({ layers, filledBy }: ChosenLayers, all = mapLayersOfAllModules()) {
  const shown = all.filter(({ name, initially }) => (layers ? layers.includes(name) : initially));
  return { shown, filledBy: all.find(({ name }) => name === filledBy) ?? all[0] };
}
