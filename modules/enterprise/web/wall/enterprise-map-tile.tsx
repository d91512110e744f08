import { useCallback, useMemo, useRef, useState } from 'react';
import type { PanelArea } from '#kernel/module/wall-panel.ts';
import { text } from '#kernel/text/text.ts';
import { statusGroupNames, statusGroups } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import type {
  EnterpriseCountsPanel,
  EnterpriseMapPanel,
  NewestEnterprisesPanel,
} from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { get } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { AreaClass, MapPoint, RowsBehindMarker } from '#web/map/cluster/lazy-cluster-map.tsx';
import { groupThousands } from '#web/wall/feed/format-wall-figure.ts';
import type { RowsBehindFigure } from '#web/wall/feed/rows-behind-figure.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import type { PanelTileProps } from '#web/wall/tile/tile.tsx';
import { useNewRows } from '#web/wall/tile/use-new-rows.ts';
import { WallMap } from '#web/wall/tile/wall-map.tsx';
import { enterpriseWallTexts } from './enterprise-wall-texts.ts';
import { enterprisesByIds } from './rows-behind-enterprise-wall-figures.ts';
import { statusGroupColours } from './status-group-counts-and-colours.ts';

/** Map of the area's enterprises: clusters open their rows. */
export function EnterpriseMapTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { theme, openRows, at } = useWall();
  const map = useFeedAnswer<EnterpriseMapPanel>('map')?.answer;
  const panel = useFeedAnswer<EnterpriseCountsPanel>('enterprise')?.answer;
  const newest = useFeedAnswer<NewestEnterprisesPanel>('newest')?.answer;
  const { rings: arrivals } = useNewRows(at === undefined ? newest : undefined);
  const area = map?.area;
  const [classes, setClasses] = useState<AreaClass[]>([]);
  const points = usePoints(map);
  const tones = useMemo(
    () =>
      statusGroupNames.map((name) => ({
        name,
        label: translate(statusGroups[name]),
        color: statusGroupColours(theme)[name],
      })),
    [theme],
  );
  const values = useMemo(() => new Map(panel?.by_area.map((one) => [one.code, one.n])), [panel?.by_area]);
  const open = useCallback(
    (opened: RowsBehindMarker) => {
      if (area) void rowsOf(opened, area).then(openRows, () => undefined);
    },
    [area, openRows],
  );
  return (
    <WallMap
      {...{ points, tones, values, area }}
      panel={tile}
      state={map ? map.state : 'reading'}
      onOpen={open}
      onClasses={setClasses}
      pulses={arrivals}
      note={map && map.unplaced > 0 ? t(enterpriseWallTexts.unplaced, { n: map.unplaced }) : undefined}
      legend={
        <>
          <ul>
            {statusGroupNames.map((name) => (
              <li key={name}>
                <span className="wall-key" data-status-group={name}>
                  {t(statusGroups[name])}
                </span>
              </li>
            ))}
          </ul>
          {classes.length > 1 ? (
            <ol aria-label={t(enterpriseWallTexts.perArea)}>
              {classes.map(({ fill, from, to }) => (
                <li key={fill}>
                  <i style={{ background: fill }} aria-hidden="true" />
                  {from === to ? to : `${groupThousands(from)}–${groupThousands(to)}`}
                </li>
              ))}
            </ol>
          ) : null}
        </>
      }
    />
  );
}

/** The panel's points in the format of the map; the same array while nothing has moved. */
function usePoints(panel: EnterpriseMapPanel | undefined): readonly MapPoint[] {
  const cached = useRef<{ key: string; points: readonly MapPoint[] }>({ key: '', points: [] });
  return useMemo(() => {
    const key = panel ? JSON.stringify([panel.features?.features, panel.points, panel.cells]) : '';
    if (key !== cached.current.key) cached.current = { key, points: panel ? readPoints(panel) : [] };
    return cached.current.points;
  }, [panel]);
}

function readPoints({ features, points, cells }: EnterpriseMapPanel): MapPoint[] {
  if (features) {
    return features.features.map(({ geometry: { coordinates }, properties: { id, level, label } }) => ({
      id,
      lng: coordinates[0],
      lat: coordinates[1],
      tone: statusGroupNames.indexOf(level),
      label,
    }));
  }
  if (points) return points.map(([id, lng, lat, tone]) => ({ id, lng, lat, tone }));
  return (cells ?? []).map(([lng, lat, counts, cell]) => ({ lng, lat, counts, cell }));
}

/** Rows of the enterprises opened on the map; keys of counted cells are fetched per cell. */
async function rowsOf({ points, total }: RowsBehindMarker, area: PanelArea): Promise<RowsBehindFigure> {
  const [only] = points;
  const title =
    only?.label && points.length === 1
      ? text(only.label, only.label)
      : text(`${area.name} · 地图所选`, `${translateDivisionName(area.name)} · chosen on the map`);
  const cells = points.flatMap((one) => one.cell ?? []);
  const ids = points.flatMap((one) => one.id ?? []);
  const answers = await Promise.all(
    cells.map((cell) =>
      get<{ ids: number[] }>(
        '/admin/screen.map/index',
        { area: area.code, cell },
        { area: 'admin', duplicate: 'allow' },
      ),
    ),
  );
  return enterprisesByIds([...ids, ...answers.flatMap((one) => one.ids)], total, title);
}
