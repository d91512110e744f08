import { useMemo, useState } from 'react';
import { country } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { type TouristOriginPanel, touristOriginFeed } from '#modules/travel/contract/travel-wall-panels.ts';
import { touristsOfSource } from '#modules/travel/contract/wall/list-filters-behind-team-wall-figures.ts';
import { travelWallTexts } from '#modules/travel/contract/wall/travel-wall-texts.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { AreaClass, MapFlow, MapPoint, MapTone } from '#web/map/cluster/lazy-cluster-map.tsx';
import { groupThousands } from '#web/wall/feed/format-wall-figure.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { WallMap } from '#web/wall/tile/wall-map.tsx';
import type { PanelTileProps } from '#web/wall/tile/wall-tile.tsx';

const noPoints: readonly MapPoint[] = [];
const noTones: readonly MapTone[] = [{ name: 'none', label: '', color: '#808080' }];

/** Map of provinces by number of tourists, with lines to their destination. A province opens its teams. */
export function TouristOriginMapTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { openRows } = useWall();
  const panel = useFeedAnswer<TouristOriginPanel>(touristOriginFeed.name)?.answer;
  const [classes, setClasses] = useState<AreaClass[]>([]);
  // the same array while nothing changes, or the map is drawn again
  const key = JSON.stringify(panel?.lines ?? []);
  const flows = useMemo(() => JSON.parse(key) as MapFlow[], [key]);
  const sums = JSON.stringify(sumsOf(panel));
  const values = useMemo(() => new Map(JSON.parse(sums) as [string, number][]), [sums]);
  return (
    <WallMap
      panel={tile}
      points={noPoints}
      tones={noTones}
      flows={flows}
      values={values}
      area={panel?.area}
      drawn={country}
      title={
        panel && panel.area.code !== country.code
          ? t(travelWallTexts.waysTo, { area: translateDivisionName(panel.area.name) })
          : t(travelWallTexts.waysWithin)
      }
      state={panel?.state ?? 'reading'}
      onOpen={() => undefined}
      onClasses={setClasses}
      onDivision={(code) => {
        const top = panel?.top.find((one) => one.code === code);
        if (panel && top) openRows(touristsOfSource(panel.area, top, panel, translateDivisionName));
      }}
      legend={
        <>
          <ul>
            <li>{panel ? t(travelWallTexts.span, { from: panel.from.slice(5), to: panel.to.slice(5) }) : null}</li>
            <li>
              <strong>{panel ? t(travelWallTexts.spanTotal, { n: groupThousands(panel.total) }) : null}</strong>
            </li>
          </ul>
          {classes.length > 1 ? (
            <ol aria-label={t(travelWallTexts.tourists)}>
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
      note={t(travelWallTexts.wayHere)}
    />
  );
}

/** Tourists by province, with and without a line. */
function sumsOf(panel: TouristOriginPanel | undefined): [string, number][] {
  const sums = new Map<string, number>();
  for (const { code, n } of panel?.lines ?? []) sums.set(code, (sums.get(code) ?? 0) + n);
  for (const { code, n } of panel?.top ?? []) sums.set(code, n);
  return [...sums];
}
