import { Link } from 'react-router';
import type { WallBoard } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { type HolidayPanel, holidayFeed } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { findWallScene, wallScenes } from '#modules/wall-screen/contract/wall-scenes.ts';
import { formatDay } from '#web/cell/format/date-format.ts';
import { formatLongDay } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { currentLocale, setLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { DropdownMenu } from '#web/shell/menu/dropdown-menu.tsx';
import { LogoMark } from '#web/theme/logo.tsx';
import { formatWallTime, lunarDate } from '#web/wall/feed/format-wall-time.ts';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';
import type { WallDrawer } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { downloadServerMadePdfOfWallFigures } from '../moment/download-server-made-pdf-of-wall-figures.ts';
import { type WallMode, wallModes } from './replay-and-presentation-modes.ts';
import { useWallStateInUrl } from './use-wall-state-in-url.ts';

interface WallBoards {
  readonly boards: readonly WallBoard[];
  /** Name of the current board. */
  readonly board: string;
  readonly onBoard: (name: string) => void;
}

interface WallModes {
  /** The bar shown below the wall. */
  mode: WallMode | undefined;
  onMode: (mode: WallMode) => void;
}

/** Header of the wall: title, boards, date and time, and display controls. */
export function WallHeader({ boards, board, onBoard, drawers, ...modes }: WallModes & WallBoards & WallDrawers) {
  const t = useText();
  const { feed } = useWall();
  const answers = Object.values(feed.panels).map((one) => one.answer);
  const { area } = feed.panels[holidayFeed.name]?.answer ?? {};
  const demonstration = answers.some((one) => one.demonstration);
  return (
    <header className="wall-head">
      <div className="wall-brand">
        <LogoMark />
        <h1>
          {area ? <span>{translateDivisionName(area.name)}</span> : null}
          {t(wallScreenTexts.screen)}
        </h1>
        {demonstration ? <span className="wall-tag">{t(wallScreenTexts.demonstration)}</span> : null}
      </div>
      {boards.length > 1 ? (
        <nav className="wall-boards" aria-label={t(wallScreenTexts.boards)}>
          {boards.map(({ name, label }, at) => (
            <button
              key={name}
              type="button"
              ref={name === board ? bringIntoSight : undefined}
              aria-current={name === board ? 'page' : undefined}
              aria-keyshortcuts={String(at + 1)}
              onClick={() => onBoard(name)}
            >
              {t(label)}
            </button>
          ))}
        </nav>
      ) : null}
      <div className="wall-actions">
        <SceneMenu board={board} onBoard={onBoard} />
        <DrawerButtons drawers={drawers} />
        <Tools {...modes} />
      </div>
      <Today />
      <Clock />
    </header>
  );
}

/** The scenes that every wall has, each with the key that shows it. */
function SceneMenu({ board, onBoard }: Pick<WallBoards, 'board' | 'onBoard'>) {
  const t = useText();
  const shown = findWallScene(board);
  return (
    <div className="wall-scene-menu" data-shown={shown ? '' : undefined}>
      <DropdownMenu
        label={t(wallScreenTexts.scenes)}
        button={
          <>
            {t(shown?.label ?? wallScreenTexts.scenes)} <span aria-hidden="true">▾</span>
          </>
        }
        className="wall-button"
        items={wallScenes.map(({ name, label, letter }) => ({
          key: name,
          label: t(label),
          after: <kbd>{letter.toUpperCase()}</kbd>,
          checked: name === board,
          run: () => onBoard(name),
        }))}
      />
    </div>
  );
}

/** Boards that do not fit beside the tools are scrolled: the one that hangs is in sight. */
const bringIntoSight = (tab: HTMLButtonElement | null): void =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

interface WallDrawers {
  readonly drawers: readonly WallDrawer[];
}

/** Opens the drawers of modules, with the number of rows that wait in them. */
function DrawerButtons({ drawers }: WallDrawers) {
  const t = useText();
  const { feed, openDrawer } = useWall();
  return drawers.map(({ name, label, letter, feed: source, waiting }) => {
    const answer = feed.panels[source.name]?.answer;
    const n = answer ? waiting(answer) : 0;
    return (
      <button
        key={name}
        type="button"
        className="wall-button wall-drawer-button"
        data-waiting={n > 0 ? '' : undefined}
        aria-keyshortcuts={letter}
        onClick={() => openDrawer(name)}
      >
        {t(label)} <b>{n}</b>
      </button>
    );
  });
}

function Clock() {
  const now = useWallSecond();
  const [hour, minute, second] = formatWallTime(now).split(':');
  return (
    <time className="wall-clock" dateTime={new Date(now * 1000).toISOString()}>
      {hour}:{minute}
      <small>{second}</small>
    </time>
  );
}

function Today() {
  const t = useText();
  const now = useWallSecond();
  const locale = currentLocale();
  const calendar = useFeedAnswer<HolidayPanel>(holidayFeed.name)?.answer;
  const today = calendar?.today;
  const day =
    today?.kind === 'holiday'
      ? t(wallScreenTexts.holiday, { name: today.name })
      : today?.kind === 'makeup'
        ? t(wallScreenTexts.makeup)
        : calendar?.next
          ? t(wallScreenTexts.holidayIn, { name: calendar.next.name, n: calendar.next.days })
          : '';
  return (
    <div className="wall-today">
      <p>{formatLongDay(formatDay(now), locale)}</p>
      <p>{[lunarDate(now, locale), day].filter(Boolean).join('　')}</p>
    </div>
  );
}

function Tools({ mode, onMode }: WallModes) {
  const t = useText();
  const { theme, calm, sound, change } = useLocalWallSettings();
  return (
    <div className="wall-tools">
      <button
        type="button"
        title={t(theme === 'wall' ? wallScreenTexts.toProjectorHint : wallScreenTexts.toWallHint)}
        onClick={() => change({ theme: theme === 'wall' ? 'projector' : 'wall' })}
      >
        {t(theme === 'wall' ? wallScreenTexts.toProjector : wallScreenTexts.toWall)}
      </button>
      <button
        type="button"
        aria-pressed={calm}
        title={t(calm ? wallScreenTexts.calmOn : wallScreenTexts.calmOff)}
        onClick={() => change({ calm: !calm })}
      >
        {t(wallScreenTexts.calm)}
      </button>
      <button
        type="button"
        aria-pressed={sound}
        title={t(wallScreenTexts.soundHint)}
        onClick={() => change({ sound: !sound })}
      >
        {t(wallScreenTexts.sound)}
      </button>
      {wallModes.map((one) => (
        <button key={one} type="button" aria-pressed={mode === one} onClick={() => onMode(one)}>
          {t(wallScreenTexts[one])}
        </button>
      ))}
      <button
        type="button"
        lang={currentLocale() === 'en' ? 'zh-CN' : 'en'}
        onClick={() => setLocale(currentLocale() === 'en' ? 'zh-cn' : 'en')}
      >
        {t(wallScreenTexts.language)}
      </button>
      <MomentLinks />
      {document.fullscreenEnabled ? (
        <button type="button" onClick={toggleFullscreen}>
          {t(wallScreenTexts.fullscreen)}
        </button>
      ) : null}
    </div>
  );
}

/** What the wall shows, to read and to keep: of the same area and moment. */
function MomentLinks() {
  const t = useText();
  const { feed, at } = useWall();
  const { area: named } = useWallStateInUrl();
  const area = feed.panels[holidayFeed.name]?.answer.area.code ?? named;
  const address = new URLSearchParams({ ...(area ? { area } : {}), ...(at === undefined ? {} : { at: String(at) }) });
  return (
    <>
      <Link to={`/admin/screendata?${address.toString()}`} title={t(wallScreenTexts.figuresHint)}>
        {t(wallScreenTexts.figures)}
      </Link>
      <button
        type="button"
        title={t(wallScreenTexts.pdfHint)}
        onClick={() => downloadServerMadePdfOfWallFigures({ area, at })}
      >
        PDF
      </button>
    </>
  );
}

function toggleFullscreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // rejected if the browser does not count the click as a user gesture: nothing is lost
  done.catch(() => undefined);
}
