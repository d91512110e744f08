import { type CSSProperties, lazy, Suspense, use, useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  boardsOf,
  isFeed,
  type PanelArea,
  type PanelHead,
  type WallFeed,
  type WallPanel,
  wallPanelsOf,
} from '#kernel/module/wall-panel.ts';
import { holidayFeed } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { mapFeed } from '#modules/wall-screen/contract/layered-map-panel.ts';
import { SelfRecoveringErrorBoundary } from '#web/error/self-recovering-error-boundary.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { declaredModules, findResource } from '#web/resource/resource-registry.ts';
import { can } from '#web/session/session.ts';
import { arrangePanels } from '#web/wall/arrange-panels.ts';
import type { FeedPoller } from '#web/wall/feed/feed-poller.ts';
import { useLocalWallSettings } from '#web/wall/feed/local-wall-settings.ts';
import { feedOfDeclaredPanel, readDeclaredPanelAnswer } from '#web/wall/feed/read-declared-panel-answer.ts';
import type { RowsBehindFigure } from '#web/wall/feed/rows-behind-figure.ts';
import { useWallFeeds } from '#web/wall/feed/use-wall-feeds.ts';
import { WallContext, type WallState } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';
import { RowsBehindFigureDialog } from '#web/wall/rows-behind-figure-dialog.tsx';
import { TileErrorBoundary } from '#web/wall/tile/tile-error-boundary.tsx';
import { TileOfDeclaredPanel } from '#web/wall/tile/tile-of-declared-panel.tsx';
import { useTextSize } from '#web/wall/tile/use-text-size-and-row-capacity.ts';
import { readMapLayerParams } from '../map-layers/read-map-layer-params.ts';
import type { PresentationScene } from '../presenter/presentation-scenes-of-user.ts';
import { ScenePresenterBar } from '../presenter/scene-presenter-bar.tsx';
import { useScenePresenter } from '../presenter/use-scene-presenter.ts';
import { useWallReplay } from '../replay/use-wall-replay.ts';
import { WallReplayBar } from '../replay/wall-replay-bar.tsx';
import { ConnectionLostBanner } from './connection-lost-banner.tsx';
import { DeadlineAlertLane, deadlineAlertFeed, deadlineAlertFeedName } from './deadline-alert-lane.tsx';
import { defaultWallBoard } from './default-wall-board.ts';
import type { WallMode } from './replay-and-presentation-modes.ts';
import { StripOfSmallWallPanels } from './strip-of-small-wall-panels.tsx';
import { useWallKeyboardNavigation } from './use-wall-keyboard-navigation.ts';
import { WallHeader } from './wall-header.tsx';
import './wall.css';
import './wall-mode.css';
import '#web/wall/tile/tile.css';
import { loadTiles, loadTilesAndDrawers, type WallDrawer } from '#web/wall/tile/module-tile-registry.ts';
import '#web/wall/tile/tiles.css';
import '#web/wall/tile/lists.css';
import '#web/wall/sheet.css';
// Last: the layout by the shape of the wall overrides the styles before.
import './shape.css';

const WallHelp = lazy(() => import('./wall-help-dialog.tsx'));

/** The panels of a board, without those of resources the person may not list. */
function usePanels(board: string, drawers: readonly WallDrawer[]) {
  return useMemo(() => {
    const all = wallPanelsOf(declaredModules()).filter(({ shows }) => isFeed(shows) || can(`${shows.of}/index`));
    const boards = boardsOf(all);
    const shown = boards.some((one) => one.name === board) ? board : undefined;
    const panels = all.filter((one) => one.board?.name === shown);
    const read = [
      holidayFeed,
      deadlineAlertFeed(),
      ...drawers.map(({ feed }) => feed),
      ...panels.map((one) => feedOfDeclaredPanel(one, isFeed(one.shows) ? undefined : findResource(one.shows.of))),
    ];
    return {
      feeds: new Map<string, WallFeed>(read.map((one) => [one.name, one])),
      readFeed: feedReader(panels),
      boards: [defaultWallBoard, ...boards],
      board: shown ?? defaultWallBoard.name,
      ...arrangePanels(panels),
    };
  }, [board, drawers]);
}

/** Reads a panel: feeds have their own call; other panels are read like a list, limited to the area of the wall. */
function feedReader(panels: readonly WallPanel[]) {
  const options = { quiet: true, area: 'admin', duplicate: 'allow' } as const;
  const shown = new Map(panels.filter((one) => !isFeed(one.shows)).map((one) => [one.name, one]));
  const areas = new Map<string, Promise<PanelArea>>();
  const areaOf = (query: Readonly<Record<string, string>>): Promise<PanelArea> => {
    const key = query.area ?? '';
    const cached = areas.get(key);
    if (cached) return cached;
    const reading = get<PanelHead>(`/admin/screen.${holidayFeed.name}/index`, query, options).then(({ area }) => area);
    areas.set(key, reading);
    reading.catch(() => areas.delete(key));
    return reading;
  };
  return async (name: string, query: Readonly<Record<string, string>>): Promise<PanelHead> => {
    const panel = shown.get(name);
    const resource = panel && !isFeed(panel.shows) ? findResource(panel.shows.of) : undefined;
    const params = name === mapFeed.name ? { ...query, ...readMapLayerParams() } : query;
    if (!panel || !resource) return get<PanelHead>(`/admin/screen.${name}/index`, params, options);
    return readDeclaredPanelAnswer(panel, resource, await areaOf(query));
  };
}

/** The state of the wall stored in the URL, and functions to change it. */
function useWallAddress() {
  const [address, setAddress] = useSearchParams();
  const change = useCallback(
    (values: Readonly<Record<string, string | undefined>>) =>
      setAddress((now) => {
        for (const [name, value] of Object.entries(values))
          if (value) now.set(name, value);
          else now.delete(name);
        return now;
      }),
    [setAddress],
  );
  const goTo = useCallback((code: string | undefined) => change({ area: code }), [change]);
  const hang = (name: string) => change({ board: name === defaultWallBoard.name ? '' : name });
  const goToScene = ({ area, board }: Pick<PresentationScene, 'area' | 'board'>) =>
    change({ area, board: board === defaultWallBoard.name ? '' : board });
  const area = address.get('area') ?? undefined;
  return { area, board: address.get('board') ?? defaultWallBoard.name, goTo, hang, goToScene };
}

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

interface WallGridProps extends Pick<ReturnType<typeof usePanels>, 'spots' | 'strip' | 'board'> {
  /** Name of the tile a scene shows alone; empty: all. */
  tile: string;
  /** Alerts were acknowledged on this wall. */
  onAlerts(): void;
}

/** The tiles of a board, the strip at its bottom and the lane of alerts. */
function WallGrid({ spots, strip, board, tile, onAlerts }: WallGridProps) {
  const t = useText();
  const tiles = use(loadTiles());
  return (
    <main
      className="wall-grid"
      data-board={board}
      aria-description={t(wallScreenTexts.keys)}
      data-scene={tile ? '' : undefined}
    >
      {spots.map(({ panel, usual, wide }) => {
        const Drawn = tiles[panel.name] ?? TileOfDeclaredPanel;
        return (
          <div
            key={panel.name}
            className="wall-spot"
            data-shown={panel.name === tile ? '' : undefined}
            style={{ '--spot': usual, '--spot-wide': wide } as CSSProperties}
          >
            <TileErrorBoundary name={panel.name} title={panel.label}>
              <Drawn panel={panel} />
            </TileErrorBoundary>
          </div>
        );
      })}
      {tile ? null : (
        <>
          <StripOfSmallWallPanels panels={strip} />
          <SelfRecoveringErrorBoundary fallback={() => null}>
            <DeadlineAlertLane onChange={onAlerts} />
          </SelfRecoveringErrorBoundary>
        </>
      )}
    </main>
  );
}

/** The mode of the wall: replay, or presentation of scenes, which may show a single tile. */
function useWallMode(replay: ReturnType<typeof useWallReplay>, goToScene: (scene: PresentationScene) => void) {
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
    if (to === 'present') presenter.go(0);
  };
  return { mode, tile, presenter, turn };
}

const presenterKeys = (presenter: ReturnType<typeof useScenePresenter>) => ({
  next: () => presenter.go(presenter.at + 1),
  previous: () => presenter.go(presenter.at - 1),
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
  const { area, board: named, goTo, hang, goToScene } = useWallAddress();
  const { theme, calm } = useLocalWallSettings();
  const { feeds, readFeed, boards, board, spots, strip } = usePanels(named, drawers);
  const settled = useRef((): boolean => true);
  const replay = useWallReplay(useCallback(() => settled.current(), []));
  const { state, feed } = useWallFeeds(area, feeds, readFeed, replay.at);
  settled.current = feed.settled;
  const [helps, setHelps] = useState(false);
  const [rows, setRows] = useState<RowsBehindFigure>();
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const textSize = useTextSize(sheet);

  const shown = state.panels[holidayFeed.name]?.answer.area;
  const goUp = useCallback(() => {
    const above = shown?.path.at(-1);
    if (area && above) goTo(above.code);
  }, [area, shown, goTo]);
  const { mode, tile, presenter, turn } = useWallMode(replay, goToScene);
  useWallKeyboardNavigation(root, goUp, {
    replay: () => turn('replay'),
    present: () => turn('present'),
    help: () => setHelps(true),
    letter: drawer.openByLetter,
    board: (at) => {
      const next = boards[at];
      if (next) hang(next.name);
    },
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
              tile={tile}
              onAlerts={() => feed.refresh([deadlineAlertFeedName], 0)}
            />
          )}
          {mode === 'replay' && <WallReplayBar replay={replay} onClose={() => turn(undefined)} />}
          {mode === 'present' && (
            <ScenePresenterBar
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
