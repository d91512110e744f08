import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { listFiltersBehindSpotCounts } from '#modules/scenic/contract/wall/list-filters-behind-spot-counts.ts';
import { formatClock, formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { useFeedAnswer } from '#web/wall/feed/wall-context.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import { spot } from '../../contract/scenic-spot-and-opening-season.ts';
import {
  type CapacityPanel,
  capacityFeed,
  crowdLevelByCountName,
  type SpotOnWall,
  type SpotSummary,
} from '../../contract/spot-capacity-wall-panel.ts';
import { crowdStates } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import './capacity-tile.css';

const texts = {
  none: text('没有景区客流', 'No visitor flow'),
  lost: text('数据中断', 'Data lost'),
  lostSince: text('{at} 起', 'since {at}'),
  day: text('日 {n}/{max}', 'day {n}/{max}'),
  noLimit: text('未核定', 'No capacity'),
  eta: text('{level}% 约 {at}', '{level}% about {at}'),
} as const;

const number = new Intl.NumberFormat('en-US');

/** How many spots are at each level, and the fullest of them with their bars. */
export function SpotCapacityTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<CapacityPanel>(capacityFeed.name)?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <div className="wall-capacity">
          <dl>
            {listFiltersBehindSpotCounts(panel).map((one, index) => {
              const name = Object.keys(crowdLevelByCountName)[index] as keyof SpotSummary;
              return (
                <div key={name} data-crowd={crowdLevelByCountName[name]}>
                  <dt>{t(crowdStates[crowdLevelByCountName[name]])}</dt>
                  <dd>
                    <FigureButton rows={one} />
                  </dd>
                </div>
              );
            })}
          </dl>
          {panel.spots.length === 0 ? (
            <p className="wall-empty">{t(texts.none)}</p>
          ) : (
            <ol>
              {panel.spots.map((one) => (
                <Line key={one.id} one={one} />
              ))}
            </ol>
          )}
        </div>
      ) : null}
    </Tile>
  );
}

/** A spot whose data is lost is grey and shows no figure. */
function Line({ one }: { readonly one: SpotOnWall }) {
  const t = useText();
  const hasFigure = one.state === 'ok' && one.inside !== null;
  const percent = hasFigure && one.instant_max ? Math.round(((one.inside ?? 0) / one.instant_max) * 100) : undefined;
  const eta = nextLevel(one);
  return (
    <li data-level={hasFigure ? (one.level ?? undefined) : undefined} data-lost={hasFigure ? undefined : ''}>
      <Link to={`/admin/${spot.name}/${one.id}`} className="wall-link">
        {one.name}
      </Link>
      <b>{!hasFigure ? t(texts.lost) : percent === undefined ? t(texts.noLimit) : `${percent}%`}</b>
      <i aria-hidden="true">
        <i style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
      </i>
      <small>
        {hasFigure
          ? `${number.format(one.inside ?? 0)}${one.instant_max ? `/${number.format(one.instant_max)}` : ''}`
          : t(texts.lostSince, { at: formatMinute(one.at ?? 0).slice(11) })}
        {hasFigure && one.daily_max !== null && one.day_total !== null
          ? ` · ${t(texts.day, { n: number.format(one.day_total), max: number.format(one.daily_max) })}`
          : ''}
        {hasFigure && eta ? ` · ${t(texts.eta, { level: eta.level, at: formatClock(eta.at) })}` : ''}
      </small>
    </li>
  );
}

/** The next level that is expected today, and when. */
function nextLevel({ eta80, eta90, eta100 }: SpotOnWall): { level: number; at: number } | undefined {
  const levels = [
    { level: 80, at: eta80 },
    { level: 90, at: eta90 },
    { level: 100, at: eta100 },
  ];
  return levels.flatMap(({ level, at }) => (at === null ? [] : [{ level, at }]))[0];
}
