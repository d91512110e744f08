import { checkMapLayers, type MapLayer, mapLayersOf, type WallMapPanel } from '#kernel/module/wall-map-layer.ts';
import {
  checkWallPanels,
  feedsOf,
  type PanelResponseHead,
  wallPanelsOf,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module-declaration.ts';
import { countsByAreaSql } from '#server/read/list/materialised-measure-tables.ts';
import { divisionTreeOf } from '#server/wall-panel/cached-division-tree-with-successors.ts';
import {
  type LimitedStatements,
  limitSimultaneousStatements,
  mostStatementsOfWalls,
} from '#server/wall-panel/limit-simultaneous-statements.ts';
import { mergeModuleContributionsIntoPanelFeed } from '#server/wall-panel/merge-module-contributions-into-panel-feed.ts';
import { createReaderOfMapPointsClustersAndCounts, type ServedMapLayer } from '#server/wall-panel/read-map-layers.ts';
import {
  type PanelReader,
  type PanelRequest,
  parsePanelDayRange,
  readPanelArea,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { SharedReads } from '#server/wall-panel/share-read-among-simultaneous-calls.ts';
import { defaultWallBoard } from '../contract/default-wall-board.ts';
import { mapFeed } from '../contract/layered-map-panel.ts';
import { figuresOfMapLayers } from '../contract/rows-behind-map-layer.ts';
import { wallScreenGate } from '../contract/wall-screen-gate.ts';
import { deadlineAlertsController } from './deadline-alerts-controller.ts';
import { encodePanelAnswer } from './encode-panel-answer.ts';
import { wallFiguresPdfController } from './moment/wall-figures-pdf-controller.ts';
import { readKindOfTodayAndNextHolidayPanel } from './read-kind-of-today-and-next-holiday-panel.ts';
import { wallScreenFeedApiCallDescriptions } from './wall-feed-api-call-descriptions.ts';
import { wallRemoteControllers } from './wall-remote-controllers.ts';
import { parseWallReplayMoment, WallReplayCache } from './wall-replay-cache.ts';

/** The feeds with what other modules contribute to them. Modules listed later do so too: all parts are built by now. */
const completeFeeds = (
  feeds: Readonly<Record<string, PanelReader>>,
  parts: readonly ServerModule[],
): (readonly [name: string, read: PanelReader])[] =>
  Object.entries(feeds).map(([name, read]) => [
    name,
    mergeModuleContributionsIntoPanelFeed(
      read,
      parts.flatMap(({ feedContributions }) => feedContributions?.[name] ?? []),
    ),
  ]);

/** The answer of a feed now, or as of `at` from what other walls have already replayed. */
async function readFeedAt(
  [name, read]: readonly [string, PanelReader],
  call: PanelRequest,
  answers: WallReplayCache,
): Promise<unknown> {
  const past = parseWallReplayMoment(call.query.at);
  // the parts of a panel share it
  const request = { ...call, place: await readPanelAreaFilter(call) };
  return past ? await answers.read(name, read, { ...request, past }) : await read(request);
}

/** What a feed is given for a document: of a call only its area and its moment; of the map only its numbers. */
const requestForFigures = (request: PanelRequest, feed: string): PanelRequest => {
  const { area, at } = request.query;
  return { ...request, query: { area, at, ...(feed === mapFeed.name ? { counts: '1' } : {}) } };
};

function namedFeed(
  readers: readonly (readonly [name: string, read: PanelReader])[],
  name: string,
): readonly [name: string, read: PanelReader] {
  const found = readers.find(([one]) => one === name);
  if (!found) throw new Error(`feed ${name}: nobody answers`);
  return found;
}

/** All that the answer of a feed depends on; who asks is not part of it, only their jurisdiction. */
const keyOfFeedRead = (name: string, { caller, query, locale }: PanelRequest): string =>
  JSON.stringify([name, caller.areaCode, caller.absorbed, locale, query]);

/** `GET /admin/screen.<name>/index`. Screens that ask for the same at the same moment share one read and its JSON. */
const feedController = (
  [name, read]: readonly [string, PanelReader],
  answers: WallReplayCache,
  reads: SharedReads<JsonText>,
  contextOf: (call: Call, feed?: string) => PanelRequest,
): Controller => ({
  app: 'admin',
  name: `screen.${name}`,
  actions: {
    index: {
      ...wallScreenGate,
      handle(call) {
        // refused alike by the panels that have no range
        parsePanelDayRange(call.query, shanghaiToday(), 1);
        const request = contextOf(call, name);
        return reads.read(keyOfFeedRead(name, request), async () =>
          encodePanelAnswer(await readFeedAt([name, read], request, answers)),
        );
      },
    },
  },
});

/** The layers with their rows, which other modules read. Throws if nobody reads those of one. */
const serveMapLayers = (layers: readonly MapLayer[], parts: readonly ServerModule[]): readonly ServedMapLayer[] =>
  layers.map((layer) => {
    const rows = parts.find(({ mapLayers }) => mapLayers?.[layer.name])?.mapLayers?.[layer.name];
    if (!rows) throw new Error(`map layer ${layer.name}: nobody reads its rows`);
    return { ...rows, layer };
  });

/**
 * The feeds of the wall, including those of other modules, at `GET /admin/screen.<name>/index` for callers who may open
 * the wall.
 */
export function wallScreenServer({ modules, parts }: ModuleContext): ServerModule {
  const panels = wallPanelsOf(modules);
  const layers = mapLayersOf(modules);
  const feeds: Readonly<Record<string, PanelReader>> = Object.assign(
    { calendar: readKindOfTodayAndNextHolidayPanel },
    ...parts.map((part) => part.feeds ?? {}),
  );
  for (const { name } of feedsOf(panels))
    if (name !== mapFeed.name && !Object.hasOwn(feeds, name)) throw new Error(`feed ${name}: nobody answers`);
  const map = panels.find((one) => one.size === 'map')?.shows.of;
  const home = ({ find }: Engine): Sql | undefined => {
    const shown = find(String(typeof map === 'string' ? map : map?.[0]));
    return shown && countsByAreaSql(shown);
  };
  /** Replays take seconds, and the wall of today does not wait for them. */
  const limited = new WeakMap<Database, LimitedStatements>();
  /**
   * The map comes first: it has the longest statements and the largest answer, which is encoded, compressed and read while
   * PostgreSQL works for the other panels.
   */
  const databaseOf = ({ db }: Engine, query: Call['query'], feed: string | undefined): Queryable => {
    if (query.at !== undefined) return db;
    const statements = limited.get(db) ?? limitSimultaneousStatements(db, mostStatementsOfWalls);
    limited.set(db, statements);
    return feed === mapFeed.name ? statements.first : statements.inOrder;
  };
  const contextOf = ({ engine, caller, query }: Call, feed?: string): PanelRequest => ({
    database: databaseOf(engine, query, feed),
    tree: divisionTreeOf(engine.reference.areas()),
    caller: caller.super ? { areaCode: '' } : caller,
    query,
    home: home(engine),
    locale: caller.locale,
  });
  const answers = new WallReplayCache();
  const reads = new SharedReads<JsonText>();
  return {
    name: 'screen',
    keep: { screen_remote: { days: 1, from: 'seen' } },
    calls: wallScreenFeedApiCallDescriptions(layers),
    controllers({ engine }) {
      checkWallPanels(panels, engine.find, engine.series);
      checkMapLayers(layers, engine.find);
      const all = { ...feeds, [mapFeed.name]: createReaderOfMapPointsClustersAndCounts(serveMapLayers(layers, parts)) };
      const readers = completeFeeds(all, parts);
      const read = readers.map((feed) => feedController(feed, answers, reads, contextOf));
      const moment = wallFiguresPdfController({
        panels,
        figures: Object.assign(
          { map: (panel: WallMapPanel) => figuresOfMapLayers(layers, engine.find, panel) },
          ...parts.map(({ panelFigures }) => panelFigures),
        ),
        firstBoard: defaultWallBoard,
        areaOf: (made) => readPanelArea(contextOf(made)),
        momentOf: (made) => parseWallReplayMoment(made.query.at),
        readFeed: (made, name) =>
          readFeedAt(
            namedFeed(readers, name),
            requestForFigures(contextOf(made), name),
            answers,
          ) as Promise<PanelResponseHead>,
      });
      return [...read, deadlineAlertsController(contextOf), moment, ...wallRemoteControllers];
    },
  };
}
