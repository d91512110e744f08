import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router';
import { type Text, text } from '#kernel/text/text.ts';
import {
  type CoachPanel,
  coachAlertTypes,
  coachFeed,
} from '#modules/enforcement/contract/coaches-in-transit-wall-panels.ts';
import {
  coachesInTransit,
  coachesOfProvince,
  coachWallTexts,
} from '#modules/enforcement/contract/list-filters-behind-coaches-in-transit-figures.ts';
import { formatClock, formatTimestamp } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import './coaches-in-transit-alerts-and-captures-tile.css';

const texts = {
  ...coachWallTexts,
  none: text('近七天没有查处', 'No cases in the last seven days'),
  ticker: text('实时抓拍', 'Live captures'),
  noTicker: text('没有接入的采集点上报', 'No source reports'),
};

const mostProvinces = 8;
/** Line height in em. */
const LINE = 1.75;

/** Coaches under way with teams: provinces of their plates, hits, and camera readings. */
export function CoachesInTransitAlertsAndCapturesTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<CoachPanel>(coachFeed.name)?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <>
          <div className="wall-coaches">
            <p>
              <span>{t(texts.live)}</span>
              <FigureButton rows={coachesInTransit(panel, 'live')} className="wall-display" />
            </p>
            {(['in', 'out'] as const).map((way) => (
              <p key={way}>
                <span>{t(texts[way])}</span>
                <FigureButton rows={coachesInTransit(panel, way)} />
              </p>
            ))}
            <ul aria-label={t(texts.provinces)}>
              {panel.by_province.slice(0, mostProvinces).map((one) => (
                <li key={one.p}>
                  <b>{one.p}</b>
                  <FigureButton rows={coachesOfProvince(one)} />
                </li>
              ))}
            </ul>
          </div>
          <Hits hits={panel.hits} />
          <Ticker plates={panel.ticker} />
        </>
      ) : null}
    </Tile>
  );
}

function Hits({ hits }: { hits: CoachPanel['hits'] }) {
  const t = useText();
  const now = useWallSecond();
  const { textSize } = useWall();
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRowCapacity(list, LINE * textSize);
  return (
    <ol className="wall-hits" aria-label={t(texts.hits)} ref={setList}>
      {hits.slice(0, room).map(({ plate_masked, type, at, place, of, id }) => (
        <li key={`${of} ${id} ${plate_masked}`} data-tone={coachAlertTypes[type]?.tone}>
          <time dateTime={new Date(at * 1000).toISOString()}>{formatTimestamp(at, now)}</time>
          <Link to={`/admin/${of}/${id}`} className="wall-link">
            {plate_masked}
          </Link>
          <span>{t((coachAlertTypes[type] as Text | undefined) ?? text(type, type))}</span>
          <small title={translateDivisionName(place)}>{translateDivisionName(place)}</small>
        </li>
      ))}
      {hits.length === 0 ? <li className="wall-note">{t(texts.none)}</li> : null}
    </ol>
  );
}

/** A moving line of plates; still if reduced motion is requested. */
function Ticker({ plates }: { plates: CoachPanel['ticker'] }) {
  const t = useText();
  if (plates.length === 0) return <p className="wall-ticker wall-note">{t(texts.noTicker)}</p>;
  const row = plates.map(({ plate_masked, at, place }) => (
    <li key={`${plate_masked} ${at} ${place}`}>
      <b>{plate_masked}</b>
      <small>
        {formatClock(at)} {translateDivisionName(place)}
      </small>
    </li>
  ));
  return (
    <section className="wall-ticker" aria-label={t(texts.ticker)}>
      <div style={{ '--plates': plates.length } as CSSProperties}>
        <ol>{row}</ol>
        {/* repeated, so that the band is endless */}
        <ol aria-hidden="true">{row}</ol>
      </div>
    </section>
  );
}
