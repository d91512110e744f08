import { useMemo } from 'react';
import {
  checkStagesOnSite,
  type EnforcementPanel,
  enforcementFeed,
} from '#modules/enforcement/contract/wall/enforcement-check-wall-panels-and-feeds.ts';
import { enforcementCheckWallTexts } from '#modules/enforcement/contract/wall/enforcement-check-wall-texts.ts';
import { contributedRowsByKeys } from '#modules/enforcement/contract/wall/list-filters-behind-check-wall-figures.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { useText } from '#web/i18n/locale.ts';
import type { MapPoint, MapTone, RowsBehindMarker } from '#web/map/cluster/lazy-cluster-map.tsx';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { WallMap } from '#web/wall/tile/wall-map.tsx';
import type { PanelTileProps } from '#web/wall/tile/wall-tile.tsx';

type Officers = EnforcementPanel['officers'];
const nobody: Officers = [];

/** Officers on site, on the map; a marker opens them. */
export function OfficersOnSiteMapTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { theme, openRows } = useWall();
  const panel = useFeedAnswer<EnforcementPanel>(enforcementFeed.name)?.answer;
  const officers = panel?.officers ?? nobody;
  // the same array while nothing changes, or the map is drawn again
  const key = JSON.stringify(officers);
  const points = useMemo(
    () =>
      (JSON.parse(key) as Officers).flatMap(({ id, name, lng, lat, task }): MapPoint[] =>
        lng === null || lat === null ? [] : [{ id, lng, lat, label: `${name} · ${task}`, tone: 0 }],
      ),
    [key],
  );
  const tones = useMemo<readonly MapTone[]>(
    () => [
      {
        name: checkStagesOnSite[0],
        label: t(enforcementCheckWallTexts.officers),
        color: coloursOfAllThemes[theme].celadonStrong,
      },
    ],
    [t, theme],
  );
  const rowsOf = (ids: readonly number[]) =>
    contributedRowsByKeys(
      enforcementCheckWallTexts.officers,
      ids.length,
      { of: officer.name, ids: [...ids] },
      enforcementCheckWallTexts.people,
    );
  const open = ({ points: chosen }: RowsBehindMarker) => openRows(rowsOf(chosen.flatMap(({ id }) => id ?? [])));
  const unplaced = officers.length - points.length;
  return (
    <WallMap
      panel={tile}
      points={points}
      tones={tones}
      area={panel?.area}
      state={panel?.state ?? 'reading'}
      onOpen={open}
      note={unplaced > 0 ? t(enforcementCheckWallTexts.unplaced, { n: unplaced }) : undefined}
      legend={
        <p>
          {t(enforcementCheckWallTexts.officers)} <FigureButton rows={rowsOf(officers.map(({ id }) => id))} />
        </p>
      }
    />
  );
}
