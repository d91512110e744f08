import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { ShapeIcon } from '#web/cell/status-tone-icon.tsx';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { ClusterMap, type RowsBehindMarker } from '#web/map/cluster/lazy-cluster-map.tsx';
import { markerPointsOf, markerTonesOf } from '#web/map/cluster/markers-of-rows.ts';
import { groupThousands } from '../feed/format-wall-figure.ts';
import type { PlacesAnswer } from '../feed/read-wall-panel-content-by-resource-calls.ts';
import { useFeedAnswer, useWall } from '../feed/wall-context.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';
import { markerColourOfStatusToneOnWallMap } from './marker-colour-of-status-tone-on-wall-map.ts';
import { WallMap } from './wall-map.tsx';
import { Tile } from './wall-tile.tsx';

interface PlacesTileProps {
  readonly panel: WallPanel;
  readonly resource: AnyResource;
}

/** Rows on a map, grouped into clusters that open them: in the middle of the wall, or as an ordinary tile. */
export function MapOfRowsTile({ panel, resource }: PlacesTileProps) {
  const t = useText();
  const locale = currentLocale();
  const { theme, calm, textSize, openRows } = useWall();
  const answer = useFeedAnswer<PlacesAnswer>(panel.name)?.answer;
  const rows = answer?.points;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels of the states depend on the language
  const tones = useMemo(
    () => markerTonesOf(resource, markerColourOfStatusToneOnWallMap(theme)),
    [resource, theme, locale],
  );
  const points = useMemo(() => markerPointsOf(rows ?? [], tones), [rows, tones]);
  const seen = new Set(points.map(({ tone }) => tone));
  const note = answer?.more ? t(wallScreenTexts.firstOnly, { n: groupThousands(points.length) }) : undefined;
  const open = ({ points: chosen, total }: RowsBehindMarker) => {
    const [only] = chosen;
    const title = only?.label && chosen.length === 1 ? text(only.label, only.label) : panel.label;
    openRows({ of: resource.name, title, n: total, conditions: [], ids: chosen.flatMap(({ id }) => id ?? []) });
  };
  const legend = (
    <ul className="wall-tones">
      {tones.map(({ name, label, color, shape }, at) =>
        seen.has(at) ? (
          <li key={name}>
            {shape ? <ShapeIcon {...{ shape, color }} /> : <i style={{ background: color }} aria-hidden="true" />}
            {label}
          </li>
        ) : null,
      )}
    </ul>
  );
  if (panel.size === 'map')
    return (
      <WallMap
        {...{ panel, points, tones, legend, note }}
        area={answer?.area}
        state={answer?.state ?? 'reading'}
        onOpen={open}
      />
    );
  return (
    <Tile panel={panel}>
      {answer && points.length === 0 ? (
        <p className="wall-empty">{t(wallScreenTexts.noneOf, { label: t(resource.label) })}</p>
      ) : answer ? (
        <div className="wall-places">
          <ClusterMap
            label={`${translateDivisionName(answer.area.name)} · ${t(panel.label)}`}
            areaCode={answer.area.code}
            {...{ points, tones, theme, textSize, calm }}
            onOpen={open}
            cooperative
          />
          {legend}
          {note ? <p>{note}</p> : null}
        </div>
      ) : null}
    </Tile>
  );
}
