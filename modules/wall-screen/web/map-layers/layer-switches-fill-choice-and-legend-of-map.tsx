import type { MapLayer, MapLayerFeatures, WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import { maxPointsOfLayer } from '#kernel/module/wall-map-layer.ts';
import { mapFeed } from '#modules/wall-screen/contract/layered-map-panel.ts';
import { ShapeIcon } from '#web/cell/status-tone-icon.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { AreaClass } from '#web/map/cluster/lazy-cluster-map.tsx';
import { findResource } from '#web/resource/resource-registry.ts';
import { shapeOfStatusTone } from '#web/theme/shape-of-status-tone.ts';
import { groupThousands } from '#web/wall/feed/format-wall-figure.ts';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { useWall } from '#web/wall/feed/wall-context.ts';
import { markerColourOfStatusToneOnWallMap } from '#web/wall/tile/marker-colour-of-status-tone-on-wall-map.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { rowsOfMapLayer } from '../../contract/rows-behind-map-layer.ts';
import { layeredMapTexts as texts, tones, toneTexts } from './layered-map-texts.ts';
import { chosenMapLayers, mapLayersOfAllModules } from './map-layers-chosen-for-wall.ts';

interface LegendProps {
  readonly map: WallMapPanel | undefined;
  readonly classes: readonly AreaClass[];
}

/** Switches of the layers with their numbers and levels, and what the divisions are filled by. */
export function MapLayerSwitchesFillChoiceAndLegend({ map, classes }: LegendProps) {
  const t = useText();
  const { readAgain } = useWall();
  const settings = useLocalWallSettings();
  const { shown, filledBy } = chosenMapLayers(settings);
  const turn = (name: string) => {
    const now = shown.map((one) => one.name);
    settings.change({ layers: now.includes(name) ? now.filter((one) => one !== name) : [...now, name] });
    readAgain(mapFeed.name);
  };
  return (
    <>
      <ul className="wall-layers" aria-label={t(texts.layers)}>
        {mapLayersOfAllModules().map((layer) => (
          <LayerLine
            key={layer.name}
            layer={layer}
            map={map}
            on={shown.includes(layer)}
            onTurn={() => turn(layer.name)}
          />
        ))}
      </ul>
      <Tones shown={shown} />
      <label className="wall-fill">
        {t(texts.filledBy)}
        <select
          value={filledBy?.name}
          aria-label={t(texts.filledByLong)}
          onChange={(event) => {
            settings.change({ filledBy: event.target.value });
            readAgain(mapFeed.name);
          }}
        >
          {mapLayersOfAllModules().map(({ name, label }) => (
            <option key={name} value={name}>
              {t(label)}
            </option>
          ))}
        </select>
      </label>
      {classes.length > 1 ? (
        <ol aria-label={t(texts.classes)}>
          {classes.map(({ fill, from, to }) => (
            <li key={fill}>
              <i style={{ background: fill }} aria-hidden="true" />
              {from === to ? to : `${groupThousands(from)}–${groupThousands(to)}`}
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

interface LayerLineProps {
  readonly layer: MapLayer;
  readonly map: WallMapPanel | undefined;
  readonly on: boolean;
  onTurn(): void;
}

function LayerLine({ layer, map, on, onTurn }: LayerLineProps) {
  const t = useText();
  const resource = findResource(layer.of);
  const features = on ? map?.layers[layer.name] : undefined;
  return (
    <li data-layer={layer.name} data-on={on ? '' : undefined}>
      <button type="button" className="wall-layer" aria-pressed={on} data-mark={t(layer.mark)} onClick={onTurn}>
        {t(layer.label)}
      </button>
      {features && map && resource ? <FigureButton rows={rowsOfMapLayer(layer, resource, map, features.n)} /> : null}
      {features ? <Notes layer={layer} features={features} /> : null}
    </li>
  );
}

/** What is not drawn of a layer, or not row by row. */
function Notes({ layer, features }: { readonly layer: MapLayer; readonly features: MapLayerFeatures }) {
  const t = useText();
  return (
    <>
      {features.unplaced > 0 ? <small>{t(texts.unplaced, { n: groupThousands(features.unplaced) })}</small> : null}
      {features.clustered && layer.drawnAs !== 'heat' ? (
        <small>{t(texts.clustered, { n: groupThousands(maxPointsOfLayer) })}</small>
      ) : null}
    </>
  );
}

/** The shapes of all layers: one for each tone, since a wall is read from afar. A marker says its own level. */
function Tones({ shown }: { readonly shown: readonly MapLayer[] }) {
  const t = useText();
  const { theme } = useWall();
  const used = new Set(
    shown.flatMap(({ levels, drawnAs }) =>
      drawnAs === 'heat' ? [] : Object.values(levels).map(({ tone = 'neutral' }) => tone),
    ),
  );
  const colourOf = markerColourOfStatusToneOnWallMap(theme);
  return (
    <ul className="wall-tones">
      {tones.map((tone) =>
        used.has(tone) ? (
          <li key={tone}>
            <ShapeIcon shape={shapeOfStatusTone(tone)} color={colourOf(tone)} />
            {t(toneTexts[tone])}
          </li>
        ) : null,
      )}
    </ul>
  );
}
