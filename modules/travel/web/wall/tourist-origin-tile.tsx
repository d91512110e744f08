import { useState } from 'react';
import {
  type TouristOriginLevel,
  type TouristOriginPanel,
  touristOriginFeed,
  touristOriginLevels,
} from '#modules/travel/contract/travel-wall-panels.ts';
import { touristsOfSource } from '#modules/travel/contract/wall/list-filters-behind-team-wall-figures.ts';
import { travelWallTexts } from '#modules/travel/contract/wall/travel-wall-texts.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useFeedWithParams } from '#web/wall/feed/use-feed-with-params.ts';
import { useWall } from '#web/wall/feed/wall-context.ts';
import { TileViewSwitch } from '#web/wall/tile/tile-view-switch.tsx';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';

const ROW = 1.86;

/** Tile of the ten most frequent origins of tourists, compared with the year before. */
export function TouristOriginTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const { textSize } = useWall();
  const [level, setLevel] = useState<TouristOriginLevel>('province');
  const panel = useFeedWithParams<TouristOriginPanel>(touristOriginFeed.name, level === 'province' ? {} : { level });
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRowCapacity(list, ROW * textSize);
  const most = Math.max(1, ...(panel?.top ?? []).map(({ n }) => n));
  return (
    <Tile
      panel={tile}
      extra={
        <TileViewSwitch
          label={t(travelWallTexts.level)}
          options={touristOriginLevels}
          value={level}
          onChange={setLevel}
        />
      }
    >
      <ol className="wall-rows wall-sources" ref={setList}>
        {panel?.top.slice(0, room).map((one) => (
          <li key={one.code}>
            <span className="wall-row-name" title={translateDivisionName(one.name)}>
              {translateDivisionName(one.name)}
            </span>
            <span className="wall-bar" aria-hidden="true" style={{ width: `${(one.n / most) * 100}%` }}>
              <i style={{ flexGrow: 1 }} />
            </span>
            <small>{`${(one.share * 100).toFixed(1)}%`}</small>
            <Yoy value={one.yoy} />
            <FigureButton rows={touristsOfSource(panel.area, one, panel, translateDivisionName)} />
          </li>
        ))}
        {panel && panel.top.length === 0 ? (
          <li className="wall-empty">{t(level === 'country' ? travelWallTexts.noAbroad : travelWallTexts.noSource)}</li>
        ) : null}
      </ol>
    </Tile>
  );
}

/** Change from the year before, by sign and arrow as well as colour. */
function Yoy({ value }: { value: number | null }) {
  const t = useText();
  if (value === null) return <small className="wall-yoy">{t(travelWallTexts.newcomer)}</small>;
  const tone = value > 0 ? 'up' : value < 0 ? 'down' : 'same';
  const percent = Math.abs(value * 100);
  return (
    <small className="wall-yoy" data-tone={tone}>
      {`${value > 0 ? '▲' : value < 0 ? '▼' : ''}${percent >= 100 ? Math.round(percent) : percent.toFixed(1)}%`}
    </small>
  );
}
