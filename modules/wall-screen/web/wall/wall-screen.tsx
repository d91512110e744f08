import { type CSSProperties, lazy, Suspense, use, useCallback, useMemo, useRef, useState } from 'react';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { holidayFeed } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { wallScenes } from '#modules/wall-screen/contract/wall-scenes.ts';
import { SelfRecoveringErrorBoundary } from '#web/error/self-recovering-error-boundary.tsx';
import { useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import type { FeedPoller } from '#web/wall/feed/feed-poller.ts';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { useWallFeeds } from '#web/wall/feed/use-wall-feeds.ts';
import { WallContext, type WallState } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';
import { RowsBehindFigureDialog } from '#web/wall/rows-behind-figure-dialog.tsx';
import { GenericTileForPanelWithoutModuleTile } from '#web/wall/tile/generic-tile-for-panel-without-module-tile.tsx';
import { TileErrorBoundary } from '#web/wall/tile/tile-error-boundary.tsx';
import { useMeasuredTextSize } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { PresentationControlBar } from '../presenter/presentation-control-bar.tsx';
import type { PresentationScene } from '../presenter/presentation-scenes-of-user.ts';
import { useScenePresenter } from '../presenter/use-scene-presenter.ts';
import { useWallReplay } from '../replay/use-wall-replay.ts';
import { WallReplayBar } from '../replay/wall-replay-bar.tsx';
import { BottomStripOfSmallPanels } from './bottom-strip-of-small-panels.tsx';
import { ConnectionLostBanner } from './connection-lost-banner.tsx';
import {
  DeadlineAlertLaneWithAcknowledgementAndBell,
  deadlineAlertFeedName,
} from './deadline-alert-lane-with-acknowledgement-and-bell.tsx';
import type { WallMode } from './replay-and-presentation-modes.ts';
import { useArrowKeyFocusBetweenTilesAndWallShortcuts } from './use-arrow-key-focus-between-tiles-and-wall-shortcuts.ts';
import { useBurnInPrevention } from './use-burn-in-prevention.ts';
import { usePanelsOfBoard } from './use-panels-of-board.ts';
import { useWallStateInUrl } from './use-wall-state-in-url.ts';
import { WallHeader } from './wall-header.tsx';
import './wall.css';
import './wall-mode.css';
import '#web/wall/tile/tile.css';
import {
  loadTiles,
  loadTilesAndDrawers,
  type WallDrawer,
} from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { useWallShape, type WallShape } from '#web/wall/wall-screen-shape-and-text-size.ts';
import '#web/wall/tile/tiles.css';
import '#web/wall/tile/lists.css';
import '#web/wall/sheet.css';
// Last: the layout by the shape of the wall overrides the styles before.
import './shape.css';

const WallHelp = lazy(() => import('./wall-help-dialog.tsx'));

/** Why the server refused the area in the URL, with a way back. */
function Refused({ why, onBack }: { why: string; onBack(): void }) {
  const t = useText();
  return (
    <div className="wall-refused" role="alert">
      <p>{t(wallScreenTexts.refused, { why })}</p>
      <button type="button" className="wall-button" onClick={onBack}>
        {t(wallScreenTexts.back)}
      </button>
    </div>
  );
}

interface WallGridProps extends Pick<ReturnType<typeof usePanelsOfBoard>, 'spots' | 'strip' | 'board' | 'tracks'> {
  shape: WallShape;
  /** Name of the tile a scene shows alone; empty: all. */
  tile: string;
  /** Alerts were acknowledged on this wall. */
  onAlerts(): void;
}

/** The tiles of a board, the strip at its bottom and the lane of alerts. */
function WallGrid({ spots, strip, board, tracks, shape, tile, onAlerts }: WallGridProps) {
  const t = useText();
  const tiles = use(loadTiles());
  return (
    <main
      className="wall-grid"
      data-board={board}
      aria-description={t(wallScreenTexts.keys)}
      data-scene={tile ? '' : undefined}
      data-stacked={shape.stacked ? '' : undefined}
      style={{ '--tracks': tracks, '--parts': shape.parts } as CSSProperties}
    >
      {spots.map(({ panel, area }) => {
        const Drawn = tiles[panel.name] ?? GenericTileForPanelWithoutModuleTile;
        return (
          <div
            key={panel.name}
            className="wall-spot"
            data-shown={panel.name === tile ? '' : undefined}
            style={{ '--spot': area } as CSSProperties}
          >
            <TileErrorBoundary name={panel.name} title={panel.label}>
              <Drawn panel={panel} />
            </TileErrorBoundary>
          </div>
        );
      })}
      {tile ? null : <BottomStripOfSmallPanels panels={strip} />}
      <SelfRecoveringErrorBoundary fallback={() => null}>
        <DeadlineAlertLaneWithAcknowledgementAndBell hidden={tile !== ''} onChange={onAlerts} />
      </SelfRecoveringErrorBoundary>
    </main>
  );
}

/** The mode of the wall: replay, or presentation of scenes, which may show a single tile. */
function useWallMode(
  replay: ReturnType<typeof useWallReplay>,
  shown: string,
  goToScene: (scene: PresentationScene) => void,
) {
  const [mode, setMode] = useState<WallMode>();
  const [tile, setTile] = useState('');
  const presenter = useScenePresenter(mode === 'present', (scene) => {
    goToScene(scene);
    setTile(scene.tile);
  });
  const turn = (next: WallMode | undefined) => {
    const to = next === mode ? undefined : next;
    setMode(to);
    setTile('');
    if (to !== 'replay') replay.goTo(undefined);
    if (to === 'present') presenter.go(Math.max(0, presenter.indexOf(shown)));
  };
  /** Shows a board or a scene as a whole; a presentation goes on from there. */
  const hang = (name: string) => {
    const at = mode === 'present' ? presenter.indexOf(name) : -1;
    if (at >= 0) presenter.go(at);
    else {
      setTile('');
      goToScene({ ...wholeWall, board: name });
    }
  };
  return { mode, tile, presenter, turn, hang };
}

const wholeWall: PresentationScene = { name: '', note: '', area: undefined, board: '', tile: '', seconds: 0 };

/** Digits show boards; letters show scenes or open drawers. */
const boardKeys = (
  boards: readonly { readonly name: string }[],
  hang: (name: string) => void,
  openDrawer: (letter: string) => boolean,
) => ({
  letter: (pressed: string): boolean => {
    const scene = wallScenes.find((one) => one.letter === pressed);
    if (scene) hang(scene.name);
    return scene !== undefined || openDrawer(pressed);
  },
  board: (at: number) => {
    const next = boards[at];
    if (next) hang(next.name);
  },
});

const presenterKeys = (presenter: ReturnType<typeof useScenePresenter>) => ({
  next: () => presenter.turn(1),
  previous: () => presenter.turn(-1),
  pause: () => presenter.play(!presenter.playing),
});

/** The drawers whose rows the person may list, and which of them is open, at which row. */
function useDrawers() {
  const { drawers: all } = use(loadTilesAndDrawers());
  const drawers = useMemo(() => all.filter(({ of }) => can(`${of}/index`)), [all]);
  const [open, setOpen] = useState<{ readonly name: string; readonly row: number | undefined }>();
  const openDrawer = useCallback((name: string, row?: number) => setOpen({ name, row }), []);
  const openByLetter = (pressed: string): boolean => {
    const found = drawers.find(({ letter }) => letter === pressed);
    if (found) openDrawer(found.name);
    return found !== undefined;
  };
  return { drawers, open, openDrawer, openByLetter, closeDrawer: () => setOpen(undefined) };
}

interface OpenDrawerProps {
  readonly drawers: readonly WallDrawer[];
  readonly open: { readonly name: string; readonly row: number | undefined } | undefined;
  onClose(): void;
}

function OpenDrawer({ drawers, open, onClose }: OpenDrawerProps) {
  const found = drawers.find(({ name }) => name === open?.name);
  if (!found) return null;
  return (
    <SelfRecoveringErrorBoundary fallback={() => null}>
      <found.Drawer row={open?.row} onClose={onClose} />
    </SelfRecoveringErrorBoundary>
  );
}

function Help({ onClose }: { onClose(): void }) {
  return (
    <SelfRecoveringErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <WallHelp onClose={onClose} />
      </Suspense>
    </SelfRecoveringErrorBoundary>
  );
}

/** What tiles need of the wall; the same object while nothing of it changes. */
function useWallState(parts: Omit<WallState, 'theme' | 'calm' | 'readAgain'>, poller: FeedPoller): WallState {
  const { theme, calm } = useLocalWallSettings();
  const readAgain = useCallback((name: string) => poller.readAgain(name), [poller]);
  const { textSize, feeds, feed, at, openRows, openDrawer, goTo } = parts;
  return useMemo(
    () => ({ theme, calm, textSize, feeds, feed, at, openRows, openDrawer, goTo, readAgain }),
    [theme, calm, textSize, feeds, feed, at, openRows, openDrawer, goTo, readAgain],
  );
}

/** The wall screen, at /admin/largedatascreen and /admin/screendata: one page in real pixels, for walls of any size. */
export default function WallScreen() {
  const t = useText();
  // suspends until the tiles are loaded
  const { drawers, openDrawer, closeDrawer, ...drawer } = useDrawers();
  const { area, board: named, goTo, goToScene } = useWallStateInUrl();
  const { theme, calm } = useLocalWallSettings();
  const root = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  const shape = useWallShape(sheet);
  const { feeds, readFeed, boards, board, spots, strip, tracks } = usePanelsOfBoard(named, drawers, shape);
  const settled = useRef((): boolean => true);
  const replay = useWallReplay(useCallback(() => settled.current(), []));
  const { state, feed } = useWallFeeds(area, feeds, readFeed, replay.at);
  settled.current = feed.settled;
  const [helps, setHelps] = useState(false);
  const [rows, setRows] = useState<RowsBehindFigure>();
  const textSize = useMeasuredTextSize(sheet);
  const page = useRef<HTMLDivElement | null>(null);
  page.current = sheet;
  useBurnInPrevention(page);

  const shown = state.panels[holidayFeed.name]?.answer.area;
  const goUp = useCallback(() => {
    const above = shown?.path.at(-1);
    if (area && above) goTo(above.code);
  }, [area, shown, goTo]);
  const { mode, tile, presenter, turn, hang } = useWallMode(replay, board, goToScene);
  useArrowKeyFocusBetweenTilesAndWallShortcuts(root, goUp, {
    replay: () => turn('replay'),
    present: () => turn('present'),
    help: () => setHelps(true),
    ...boardKeys(boards, hang, drawer.openByLetter),
    ...(mode === 'present' ? presenterKeys(presenter) : {}),
  });

  const parts = { textSize, feeds, feed: state, at: replay.at, openRows: setRows, openDrawer, goTo };
  const wall = useWallState(parts, feed);

  return (
    <WallContext.Provider value={wall}>
      <div className="wall" ref={root} data-theme={theme} data-calm={calm ? '' : undefined}>
        <div className="wall-page" ref={setSheet}>
          <SelfRecoveringErrorBoundary fallback={() => <header className="wall-head" />}>
            <WallHeader mode={mode} onMode={turn} boards={boards} board={board} onBoard={hang} drawers={drawers} />
          </SelfRecoveringErrorBoundary>
          <ConnectionLostBanner feed={state} onRetry={() => feed.retryNow()} />
          {state.refused ? (
            <Refused why={state.refused.message} onBack={() => goTo(undefined)} />
          ) : (
            <WallGrid
              spots={spots}
              strip={strip}
              board={board}
              tracks={tracks}
              shape={shape}
              tile={tile}
              onAlerts={() => feed.refresh([deadlineAlertFeedName], 0)}
            />
          )}
          {mode === 'replay' && <WallReplayBar replay={replay} onClose={() => turn(undefined)} />}
          {mode === 'present' && (
            <PresentationControlBar
              presenter={presenter}
              tiles={spots.map(({ panel }) => ({ name: panel.name, label: t(panel.label) }))}
              current={() => ({ area: area ?? '', board, tile, name: shown?.name ?? '' })}
              onClose={() => turn(undefined)}
            />
          )}
          <SelfRecoveringErrorBoundary fallback={() => null}>
            <RowsBehindFigureDialog rows={rows} onClose={() => setRows(undefined)} />
          </SelfRecoveringErrorBoundary>
          <OpenDrawer drawers={drawers} open={drawer.open} onClose={closeDrawer} />
          {helps && <Help onClose={() => setHelps(false)} />}
        </div>
      </div>
    </WallContext.Provider>
  );
}
