import { useMemo } from 'react';
import {
  boardsOf,
  isFeed,
  type PanelArea,
  type PanelResponseHead,
  type WallFeed,
  type WallPanel,
  wallPanelsOf,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { holidayFeed } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { mapFeed } from '#modules/wall-screen/contract/layered-map-panel.ts';
import { get } from '#web/http/client.ts';
import { declaredModules, findResource } from '#web/resource/resource-registry.ts';
import { can } from '#web/session/session.ts';
import { arrangePanels } from '#web/wall/arrange-wall-panels-in-columns.ts';
import {
  feedOrResourceReadsOfWallPanel,
  readWallPanelContentByResourceCalls,
} from '#web/wall/feed/read-wall-panel-content-by-resource-calls.ts';
import type { WallDrawer } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { isLargeWall, type WallShape } from '#web/wall/wall-screen-shape-and-text-size.ts';
import { defaultWallBoard } from '../../contract/default-wall-board.ts';
import { findWallScene, type WallScene } from '../../contract/wall-scenes.ts';
import { mapCallParamsFromChosenLayers } from '../map-layers/map-call-params-from-chosen-layers.ts';
import { deadlineAlertFeed } from './deadline-alert-lane-with-acknowledgement-and-bell.tsx';

/** The panels of all boards, without those of resources the person may not list. */
export const panelsOfCaller = (): readonly WallPanel[] =>
  wallPanelsOf(declaredModules()).filter(({ shows }) => isFeed(shows) || can(`${shows.of}/index`));

const feedOf = (panel: WallPanel): WallFeed =>
  feedOrResourceReadsOfWallPanel(panel, isFeed(panel.shows) ? undefined : findResource(panel.shows.of));

/** The feeds of panels and those that every wall reads, by name, and how to read one. */
export function feedsOfPanels(
  panels: readonly WallPanel[],
  drawers: readonly WallDrawer[],
  paramsOfMap: () => Readonly<Record<string, string>> = mapCallParamsFromChosenLayers,
) {
  const read = [holidayFeed, deadlineAlertFeed(), ...drawers.map(({ feed }) => feed), ...panels.map(feedOf)];
  return {
    feeds: new Map<string, WallFeed>(read.map((one) => [one.name, one])),
    readFeed: feedReader(panels, paramsOfMap),
  };
}

/** The panels of a board or a scene, arranged for the shape of the wall, with what is read for them. */
export function usePanelsOfBoard(board: string, drawers: readonly WallDrawer[], shape: WallShape) {
  return useMemo(() => {
    const all = panelsOfCaller();
    const boards = boardsOf(all);
    const scene = findWallScene(board);
    const shown = boards.some((one) => one.name === board) ? board : undefined;
    const own = scene ? panelsOfScene(scene, all) : all.filter((one) => one.board?.name === shown);
    const others = isLargeWall(shape) ? all.filter((one) => !own.includes(one)) : [];
    // a scene names more panels than a small wall has room for: in their order, and none in the strip
    const arranged = scene ? arrangePanels([], shape, [...own, ...others]) : arrangePanels(own, shape, others);
    const { strip } = arranged;
    return {
      ...feedsOfPanels([...arranged.spots.map(({ panel }) => panel), ...strip], drawers),
      boards: [defaultWallBoard, ...boards],
      board: scene?.name ?? shown ?? defaultWallBoard.name,
      spots: arranged.spots,
      tracks: arranged.tracks,
      strip,
    };
  }, [board, drawers, shape]);
}

const panelsOfScene = ({ panels }: WallScene, all: readonly WallPanel[]): readonly WallPanel[] =>
  panels.flatMap((name) => all.find((one) => one.name === name) ?? []);

/** Reads a panel: feeds have their own call; other panels are read like a list, limited to the area of the wall. */
function feedReader(panels: readonly WallPanel[], paramsOfMap: () => Readonly<Record<string, string>>) {
  const options = { quiet: true, area: 'admin', duplicate: 'allow' } as const;
  const shown = new Map(panels.filter((one) => !isFeed(one.shows)).map((one) => [one.name, one]));
  const areas = new Map<string, Promise<PanelArea>>();
  const areaOf = (query: Readonly<Record<string, string>>): Promise<PanelArea> => {
    const key = query.area ?? '';
    const cached = areas.get(key);
    if (cached) return cached;
    const reading = get<PanelResponseHead>(`/admin/screen.${holidayFeed.name}/index`, query, options).then(
      ({ area }) => area,
    );
    areas.set(key, reading);
    reading.catch(() => areas.delete(key));
    return reading;
  };
  return async (name: string, query: Readonly<Record<string, string>>): Promise<PanelResponseHead> => {
    const panel = shown.get(name);
    const resource = panel && !isFeed(panel.shows) ? findResource(panel.shows.of) : undefined;
    const params = name === mapFeed.name ? { ...query, ...paramsOfMap() } : query;
    if (!panel || !resource) return get<PanelResponseHead>(`/admin/screen.${name}/index`, params, options);
    return readWallPanelContentByResourceCalls(panel, resource, await areaOf(query));
  };
}
