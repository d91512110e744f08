import { useCallback, useMemo, useState } from 'react';
import type { MapLayer, MapLayerFeatures, WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import type { NewestEnterprisesPanel } from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { mapFeed } from '#modules/wall-screen/contract/layered-map-panel.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { AreaClass, MapOverlay, MapPoint, MapTone, RowsBehindMarker } from '#web/map/cluster/lazy-cluster-map.tsx';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { markerColourOfStatusToneOnWallMap } from '#web/wall/tile/marker-colour-of-status-tone-on-wall-map.ts';
import { useNewRowsOfWallPanel } from '#web/wall/tile/use-new-rows-of-wall-panel.ts';
import { WallMap } from '#web/wall/tile/wall-map.tsx';
import type { PanelTileProps } from '#web/wall/tile/wall-tile.tsx';
import { fetchRowsBehindMarker } from './fetch-rows-behind-marker.ts';
import { MapLayerSwitchesFillChoiceAndLegend } from './layer-switches-fill-choice-and-legend-of-map.tsx';
import { chosenMapLayers, mapLayersOfAllModules } from './map-layers-chosen-for-wall.ts';
import { pointsOfMapLayer, tonesOfMapLayer } from './points-of-map-layer.ts';
import './map-layers.css';

interface DrawnLayer {
  readonly layer: MapLayer;
  readonly points: readonly MapPoint[];
  readonly tones: readonly MapTone[];
}

const noPoints: readonly MapPoint[] = [];

/** The map of the first board: the layers of all modules, each switched on and off on its own. */
export function LayeredMapTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { openRows, at } = useWall();
  const map = useFeedAnswer<WallMapPanel>(mapFeed.name)?.answer;
  const newest = useFeedAnswer<NewestEnterprisesPanel>('newest')?.answer;
  const { rings: arrivals } = useNewRowsOfWallPanel(at === undefined ? newest : undefined);
  const [classes, setClasses] = useState<AreaClass[]>([]);
  const drawn = useDrawnLayers(map);
  const area = map?.area;
  const open = useCallback(
    (layer: MapLayer, opened: RowsBehindMarker) => {
      if (area) void fetchRowsBehindMarker(layer, opened, { area: area.code, at }).then(openRows, () => undefined);
    },
    [area, at, openRows],
  );
  const [first] = drawn;
  const overlays = useMemo(
    () =>
      drawn
        .slice(1)
        .filter(({ points }) => points.length > 0)
        .map(
          ({ layer, points, tones }): MapOverlay => ({
            name: layer.name,
            label: t(layer.label),
            mark: t(layer.mark),
            heat: layer.drawnAs === 'heat',
            onOpen: (opened) => open(layer, opened),
            points,
            tones,
          }),
        ),
    [drawn, t, open],
  );
  const values = useValues(map);
  return (
    <WallMap
      panel={tile}
      points={first?.points ?? noPoints}
      tones={first?.tones ?? []}
      area={area}
      state={map?.state ?? 'reading'}
      onOpen={(opened) => first && open(first.layer, opened)}
      onClasses={setClasses}
      pulses={arrivals}
      legend={<MapLayerSwitchesFillChoiceAndLegend map={map} classes={classes} />}
      {...{ values, overlays }}
    />
  );
}

/** All layers with what is drawn of them; the same arrays while nothing has moved, or the map is drawn again. */
function useDrawnLayers(map: WallMapPanel | undefined): readonly DrawnLayer[] {
  const { theme } = useWall();
  const chosen = useLocalWallSettings();
  const locale = currentLocale();
  const { shown } = chosenMapLayers(chosen);
  const names = shown.map(({ name }) => name).join();
  const key = JSON.stringify(map?.layers ?? {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels of levels depend on the language
  return useMemo(() => {
    const layers = JSON.parse(key) as Record<string, MapLayerFeatures>;
    const on = new Set(names.split(','));
    return mapLayersOfAllModules().map((layer) => ({
      layer,
      points: on.has(layer.name) ? pointsOfMapLayer(layer, layers[layer.name]?.features ?? []) : noPoints,
      tones: tonesOfMapLayer(layer, markerColourOfStatusToneOnWallMap(theme)),
    }));
  }, [key, names, theme, locale]);
}

/** Numbers of rows by division; the same map while nothing has changed. */
function useValues(map: WallMapPanel | undefined): ReadonlyMap<string, number> {
  const key = JSON.stringify(map?.areas.features.map(({ properties: { id, n } }) => [id, n]) ?? []);
  return useMemo(() => new Map(JSON.parse(key) as [string, number][]), [key]);
}
