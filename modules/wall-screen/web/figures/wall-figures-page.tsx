import { use, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import {
  boardsOf,
  country,
  isFeed,
  type PanelArea,
  type WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { FiguresByPanel } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import { text } from '#kernel/text/text.ts';
import { holidayFeed } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { WireError } from '#web/http/client.ts';
import { currentLocale, setLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useWallFeeds } from '#web/wall/feed/use-wall-feeds.ts';
import { stopWallClockAt } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall, WallContext, type WallState } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';
import { RowsBehindFigureDialog } from '#web/wall/rows-behind-figure-dialog.tsx';
import { loadTilesAndDrawers } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { feedNameOf, useFeedFreshness } from '#web/wall/tile/wall-tile.tsx';
import { defaultWallBoard } from '../../contract/default-wall-board.ts';
import { downloadServerMadePdfOfWallFigures } from '../moment/download-server-made-pdf-of-wall-figures.ts';
import { ConnectionLostBanner } from '../wall/connection-lost-banner.tsx';
import { feedsOfPanels, panelsOfCaller } from '../wall/use-panels-of-board.ts';
import { FigureTables } from './figure-tables.tsx';
import { readableFiguresOfWallPanelAnswer } from './wall-panel-answer-as-readable-figures.ts';
import '#web/wall/tile/lists.css';
import '#web/wall/sheet.css';
import './wall-figures-page.css';

const texts = {
  title: text('监管大屏数据', 'Wall screen figures'),
  asof: text('{area}，{time} 的数据', '{area}, as of {time}'),
  reading: text('读取中…', 'Loading…'),
  wall: text('大屏', 'Wall screen'),
  print: text('打印', 'Print'),
  pdf: text('下载 PDF', 'Download PDF'),
  boards: text('专题', 'Boards'),
  path: text('地区', 'Area'),
  replayed: text('这是 {time} 的数据', 'These are the figures of {time}'),
  live: text('回到现在', 'Back to now'),
  present: text('现在的数据', 'current'),
} as const;

/** A wall reads the layers that it shows; this page needs the numbers of all. */
const numbersOfMapLayers = () => ({ counts: '1' });

/** `/admin/screendata`: the figures of the wall as a page to read, print and reach by keyboard. */
export default function WallFiguresPage() {
  const [address, setAddress] = useSearchParams();
  const { drawers, figures } = use(loadTilesAndDrawers());
  const area = address.get('area') ?? undefined;
  const at = Number(address.get('at')) || undefined;
  const panels = useMemo(panelsOfCaller, []);
  const { feeds, readFeed } = useMemo(() => feedsOfPanels(panels, drawers, numbersOfMapLayers), [panels, drawers]);
  const { state, feed } = useWallFeeds(area, feeds, readFeed, at);
  const [rows, setRows] = useState<RowsBehindFigure>();
  const change = useCallback(
    (name: string, value: string | undefined) =>
      setAddress((now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      }),
    [setAddress],
  );
  useEffect(() => {
    stopWallClockAt(at);
    return () => stopWallClockAt(undefined);
  }, [at]);
  const wall = useMemo<WallState>(
    () => ({
      theme: 'projector',
      calm: true,
      textSize: 14,
      feeds,
      feed: state,
      at,
      openRows: setRows,
      openDrawer: () => undefined,
      goTo: (code) => change('area', code),
      readAgain: (name) => feed.readAgain(name),
    }),
    [feeds, state, at, change, feed],
  );
  return (
    <WallContext.Provider value={wall}>
      <div className="xj-figures">
        <Head onNow={() => change('at', undefined)} />
        <ConnectionLostBanner feed={state} onRetry={() => feed.retryNow()} />
        {state.refused ? (
          <p role="alert">{state.refused instanceof WireError ? state.refused.message : String(state.refused)}</p>
        ) : (
          <Boards panels={panels} figures={figures} />
        )}
        <RowsBehindFigureDialog rows={rows} onClose={() => setRows(undefined)} />
      </div>
    </WallContext.Provider>
  );
}

const nameOfArea = (area: Pick<PanelArea, 'code' | 'name'>, t: ReturnType<typeof useText>): string =>
  area.code === country.code ? t(country) : translateDivisionName(area.name);

function Head({ onNow }: { onNow: () => void }) {
  const t = useText();
  const { at, goTo, feed } = useWall();
  const answer = useFeedAnswer(holidayFeed.name)?.answer;
  const area = answer?.area;
  const demonstration = Object.values(feed.panels).some((one) => one.answer.demonstration);
  return (
    <header className="xj-figures-head">
      <div>
        <h1>{t(texts.title)}</h1>
        <p>
          {answer && area
            ? t(texts.asof, { area: nameOfArea(area, t), time: formatMinute(answer.asof) })
            : t(texts.reading)}
        </p>
        {demonstration ? <p className="xj-figures-demonstration">{t(wallScreenTexts.demonstration)}</p> : null}
      </div>
      <div className="xj-figures-tools">
        {area && area.path.length > 0 ? (
          <nav aria-label={t(texts.path)}>
            {area.path.map((one) => (
              <button key={one.code} type="button" onClick={() => goTo(one.code)}>
                {nameOfArea(one, t)}
              </button>
            ))}
          </nav>
        ) : null}
        {at === undefined ? null : (
          <button type="button" onClick={onNow}>
            {t(texts.live)}
          </button>
        )}
        <button type="button" onClick={() => window.print()}>
          {t(texts.print)}
        </button>
        <button type="button" onClick={() => downloadServerMadePdfOfWallFigures({ area: area?.code, at })}>
          {t(texts.pdf)}
        </button>
        <button
          type="button"
          lang={currentLocale() === 'en' ? 'zh-CN' : 'en'}
          onClick={() => setLocale(currentLocale() === 'en' ? 'zh-cn' : 'en')}
        >
          {t(wallScreenTexts.language)}
        </button>
        <Link to="/admin/largedatascreen">{t(texts.wall)}</Link>
      </div>
    </header>
  );
}

function Boards({ panels, figures }: { panels: readonly WallPanel[]; figures: FiguresByPanel }) {
  const t = useText();
  const boards = [defaultWallBoard, ...boardsOf(panels)];
  const of = (name: string) => panels.filter((one) => (one.board?.name ?? defaultWallBoard.name) === name);
  return (
    <>
      <nav className="xj-figures-boards" aria-label={t(texts.boards)}>
        {boards.map(({ name, label }) => (
          <a key={name} href={`#${name}`}>
            {t(label)}
          </a>
        ))}
      </nav>
      <main>
        {boards.map(({ name, label }) => (
          <section key={name} id={name} aria-label={t(label)}>
            <h2>{t(label)}</h2>
            <div className="xj-figures-panels">
              {of(name).map((panel) => (
                <Panel key={panel.name} panel={panel} figures={figures} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </>
  );
}

function Panel({ panel, figures }: { panel: WallPanel; figures: FiguresByPanel }) {
  const t = useText();
  const { at } = useWall();
  const { snapshot, stale, source } = useFeedFreshness(feedNameOf(panel));
  const groups = useMemo(
    () => (snapshot ? readableFiguresOfWallPanelAnswer(panel, snapshot.answer, figures) : undefined),
    [panel, snapshot, figures],
  );
  // a map of figures that another panel has
  if (groups?.length === 0) return null;
  const heading = t(panel.label);
  const present = at !== undefined && !isFeed(panel.shows);
  return (
    <article data-panel={panel.name} aria-busy={groups === undefined} aria-label={heading}>
      <h3>{heading}</h3>
      <p className="xj-figures-source">
        {snapshot ? (
          <>
            {stale ? <strong>{t(wallScreenTexts.stale)} </strong> : null}
            {[source ? t(source) : '', present ? t(texts.present) : formatMinute(snapshot.answer.asof)]
              .filter(Boolean)
              .join(' · ')}
          </>
        ) : (
          t(texts.reading)
        )}
      </p>
      {groups?.map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are in the order of their panel
        <FigureTables key={place} group={group} heading={heading} />
      ))}
    </article>
  );
}
