import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { chosenMapLayers } from './map-layers-chosen-for-wall.ts';

/** Parameters of the call of the map: only what this wall shows is read. */
export function mapCallParamsFromChosenLayers(): Readonly<Record<string, string>> {
  const { shown, filledBy } = chosenMapLayers(useLocalWallSettings.getState());
  return { layers: shown.map(({ name }) => name).join(','), ...(filledBy ? { by: filledBy.name } : {}) };
}
