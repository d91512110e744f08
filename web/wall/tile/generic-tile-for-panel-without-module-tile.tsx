import { useState } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  isFeed,
  isLevels,
  isMeasure,
  type ShownMeasure,
  type ShownRows,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { formatRecent, formatTimestamp } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { titleOf } from '#web/resource/wire-row.ts';
import { groupThousands } from '../feed/format-wall-figure.ts';
import type { FiguresAnswer, PlacesAnswer, RowsAnswer } from '../feed/read-wall-panel-content-by-resource-calls.ts';
import {
  rowsBehindFigureOfMeasure,
  rowsBehindWholeMeasure,
  rowsWithPlaces,
} from '../feed/rows-behind-measure-figures-and-places.ts';
import { useWallSecond } from '../feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '../feed/wall-context.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';
import { MapOfRowsTile } from './map-of-rows-tile.tsx';
import { RowStateLabel } from './row-state-label.tsx';
import { RowsByReadingLevelList } from './rows-by-reading-level-list.tsx';
import { textsOfRowFields } from './texts-of-row-fields.ts';
import { useRowCapacity } from './use-measured-text-size-and-row-capacity.ts';
import { useNewRowsOfWallPanel } from './use-new-rows-of-wall-panel.ts';
import { FigureButton } from './wall-figure-button.tsx';
import { type PanelTileProps, Tile } from './wall-tile.tsx';

/** Heights of a bar and of a row, in em. */
const BAR = 1.86;
const ROW = 3.1;

/** The tile of a panel without a tile of its own in its module: bars of a measure, or rows. */
export function GenericTileForPanelWithoutModuleTile({ panel }: PanelTileProps) {
  const { shows } = panel;
  if (isFeed(shows)) return null;
  const resource = findResource(shows.of);
  if (!resource) return null;
  if (isLevels(shows))
    return (
      <Tile panel={panel}>
        <RowsByReadingLevelList name={panel.name} shows={shows} resource={resource} />
      </Tile>
    );
  if (!isMeasure(shows) && shows.rows === 'placed') return <MapOfRowsTile panel={panel} resource={resource} />;
  const content = isMeasure(shows) ? (
    <Bars name={panel.name} shows={shows} resource={resource} />
  ) : (
    <Rows name={panel.name} shows={shows} resource={resource} />
  );
  return <Tile panel={panel}>{content}</Tile>;
}

interface BarsProps {
  readonly name: string;
  readonly shows: ShownMeasure;
  readonly resource: AnyResource;
}

function Bars({ name, shows, resource }: BarsProps) {
  const t = useText();
  const { textSize } = useWall();
  const answer = useFeedAnswer<FiguresAnswer>(name)?.answer;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [all, setAll] = useState(false);
  const room = useRowCapacity(list, BAR * textSize);
  const figures = answer?.figures ?? [];
  const visible = all || figures.length <= room ? figures : figures.slice(0, Math.max(1, room - 1));
  const rest = figures.length - visible.length;
  const most = Math.max(1, ...figures.map((one) => Number(one.value)));
  return (
    <ul className="wall-rows" ref={setList} data-all={all ? '' : undefined}>
      {answer &&
        visible.map((figure) => {
          const rows = rowsBehindFigureOfMeasure(shows, resource, answer, figure);
          return (
            <li key={String(figure[shows.by])}>
              <span className="wall-row-name">{t(rows.title)}</span>
              <span className="wall-bar" aria-hidden="true" style={{ width: `${(rows.n / most) * 100}%` }}>
                <i data-status-group="active" style={{ flexGrow: 1 }} />
              </span>
              <FigureButton rows={rows} />
            </li>
          );
        })}
      {rest > 0 ? (
        <li className="wall-rest">
          <button type="button" className="wall-link" onClick={() => setAll(true)}>
            {t(wallScreenTexts.more, { n: rest })}
          </button>
        </li>
      ) : null}
      {answer && figures.length === 0 ? (
        <li className="wall-empty">{t(wallScreenTexts.noneOf, { label: t(resource.label) })}</li>
      ) : null}
    </ul>
  );
}

function Rows({ name, shows, resource }: { name: string; shows: ShownRows; resource: AnyResource }) {
  const t = useText();
  const { textSize } = useWall();
  const answer = useFeedAnswer<RowsAnswer>(name)?.answer;
  const { arrived } = useNewRowsOfWallPanel(shows.rows === 'newest' ? answer : undefined);
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRowCapacity(list, ROW * textSize);
  const now = useWallSecond();
  return (
    <ol className="wall-newest" ref={setList} aria-live="polite">
      {(answer?.rows ?? []).slice(0, room).map((row) => {
        const at = Number((shows.rows === 'due' ? row.due_at : undefined) ?? row.createtime);
        const late = shows.rows === 'due' && at <= now;
        return (
          <li key={row.id} data-new={arrived.has(row.id) ? '' : undefined}>
            <time dateTime={new Date(at * 1000).toISOString()}>
              {shows.rows === 'due' ? formatRecent(at) : formatTimestamp(at, now)}
            </time>
            <Link to={`/admin/${resource.name}/${row.id}`} className="wall-link">
              {titleOf(resource, row)}
            </Link>
            {arrived.has(row.id) ? <em>{t(wallScreenTexts.justNow)}</em> : null}
            {shows.more && (
              <span className="wall-newest-more">{textsOfRowFields(resource, row, shows.more).join(' / ')}</span>
            )}
            {late ? <em data-tone="bad">{t(wallScreenTexts.late)}</em> : null}
            <RowStateLabel resource={resource} status={row.status} />
          </li>
        );
      })}
      {answer && answer.rows.length === 0 ? (
        <li className="wall-empty">{t(wallScreenTexts.noneOf, { label: t(resource.label) })}</li>
      ) : null}
    </ol>
  );
}

/** A panel in the strip at the bottom of the wall: one number and its largest parts, or its first rows. */
export function TileInBottomStrip({ panel }: PanelTileProps) {
  const t = useText();
  const { shows } = panel;
  const answer = useFeedAnswer(panel.name)?.answer;
  const resource = isFeed(shows) ? undefined : findResource(shows.of);
  if (isFeed(shows) || !resource) return null;
  return (
    <article
      data-tile={panel.name}
      data-state={answer ? answer.state : 'reading'}
      aria-label={t(panel.label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from tile to tile
      tabIndex={0}
    >
      <header>
        <h2>{t(panel.label)}</h2>
      </header>
      {isMeasure(shows) ? (
        <StripSum name={panel.name} shows={shows} resource={resource} />
      ) : isLevels(shows) ? (
        <RowsByReadingLevelList name={panel.name} shows={shows} resource={resource} most={2} />
      ) : shows.rows === 'placed' ? (
        <StripPlaces name={panel.name} resource={resource} />
      ) : (
        <StripRows name={panel.name} resource={resource} />
      )}
      <p className="wall-feed">{t(resource.label)}</p>
    </article>
  );
}

function StripSum({ name, shows, resource }: BarsProps) {
  const t = useText();
  const answer = useFeedAnswer<FiguresAnswer>(name)?.answer;
  if (!answer) return null;
  const total = answer.figures.reduce((sum, one) => sum + Number(one.value), 0);
  const top = answer.figures.slice(0, 3).map((one) => rowsBehindFigureOfMeasure(shows, resource, answer, one));
  return (
    <>
      <FigureButton rows={rowsBehindWholeMeasure(shows, resource, answer, total)} className="wall-display" />
      <p className="wall-shows">{top.map((one) => `${t(one.title)} ${groupThousands(one.n)}`).join('　')}</p>
    </>
  );
}

function StripPlaces({ name, resource }: { name: string; resource: AnyResource }) {
  const answer = useFeedAnswer<PlacesAnswer>(name)?.answer;
  return answer ? <FigureButton rows={rowsWithPlaces(resource, answer)} className="wall-display" /> : null;
}

function StripRows({ name, resource }: { name: string; resource: AnyResource }) {
  const rows = useFeedAnswer<RowsAnswer>(name)?.answer.rows ?? [];
  return rows.slice(0, 2).map((row) => (
    <p key={row.id}>
      <Link to={`/admin/${resource.name}/${row.id}`} className="wall-link">
        {titleOf(resource, row)}
      </Link>
    </p>
  ));
}
