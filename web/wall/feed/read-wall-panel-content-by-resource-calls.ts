import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toWireParams } from '#kernel/list/list-query-in-url.ts';
import { conditionsInArea, divisionLevelBelow } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import {
  isFeed,
  isLevels,
  isMeasure,
  type PanelArea,
  type PanelResponseHead,
  type WallFeed,
  type WallPanel,
} from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { MeasureFigure } from '#kernel/resource/statistical-measures-of-resource.ts';
import { get } from '#web/http/client.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { listRows, pathOf, type RowPoint, readFigures, readPoints } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Answer of a panel that shows a measure. */
export interface FiguresAnswer extends PanelResponseHead {
  figures: readonly MeasureFigure[];
}

/** Answer of a panel that shows rows. */
export interface RowsAnswer extends PanelResponseHead {
  rows: readonly WireRow[];
}

/** Answer of a panel that shows places; `more`: only the first ten thousand. */
export interface PlacesAnswer extends PanelResponseHead {
  points: readonly RowPoint[];
  more: boolean;
}

/** A row with its level in a time series. */
export interface LevelRow {
  readonly of: number;
  readonly title: string;
  readonly state: 'ok' | 'data_lost' | 'empty';
  readonly at: number;
  readonly percent: number | null;
  readonly level: number | null;
}

/** Answer of a panel that shows levels. */
export interface LevelsAnswer extends PanelResponseHead {
  levels: readonly LevelRow[];
}

const maxRows = 20;

/** The feed of a panel: its own, or reads of its resource. */
export function feedOrResourceReadsOfWallPanel(panel: WallPanel, resource: AnyResource | undefined): WallFeed {
  const { name, shows } = panel;
  if (isFeed(shows)) return shows;
  const soon = isMeasure(shows) || (!isLevels(shows) && shows.rows === 'placed') ? 1500 : 150;
  return { name, source: resource?.label ?? panel.label, every: 60, of: [shows.of], within: soon };
}

/**
 * Reads the content of a panel without its own feed, by the calls of its resource: in the caller's scope and with its
 * permission node.
 */
export async function readWallPanelContentByResourceCalls(
  { shows }: WallPanel,
  resource: AnyResource,
  area: PanelArea,
): Promise<PanelResponseHead> {
  const head = { asof: serverNow(), source: resource.name, area };
  if (isFeed(shows)) throw new Error('a feed answers for itself');
  const conditions = conditionsInArea(resource, area);
  if (isLevels(shows)) {
    const { search } = toWireParams({ conditions, keyword: '' }, resource);
    const path = pathOf({ name: shows.levels }, 'highest');
    const { list } = await get<{ list: LevelRow[] }>(path, search ? { search } : {}, {
      quiet: true,
      duplicate: 'allow',
    });
    const answer: LevelsAnswer = { ...head, state: list.length > 0 ? 'ok' : 'empty', levels: list };
    return answer;
  }
  if (isMeasure(shows)) {
    const { search } = toWireParams({ conditions, keyword: '' }, resource);
    const query = { name: shows.measure, by: shows.by, level: divisionLevelBelow(area), ...(search ? { search } : {}) };
    const { list } = await readFigures(resource, query);
    const answer: FiguresAnswer = { ...head, state: list.length > 0 ? 'ok' : 'empty', figures: list };
    return answer;
  }
  if (shows.rows === 'placed') {
    const { search } = toWireParams({ conditions, keyword: '' }, resource);
    const { points, more } = await readPoints(resource, search ? { search } : {});
    const answer: PlacesAnswer = { ...head, state: points.length > 0 ? 'ok' : 'empty', points, more };
    return answer;
  }
  const due = shows.rows === 'due';
  const wanted: Condition[] = due ? [...conditions, { field: 'due_at', operator: 'NOT NULL', value: '' }] : conditions;
  const order = due ? (['due_at', 'asc'] as const) : (['createtime', 'desc'] as const);
  const params = toWireParams({ conditions: wanted, keyword: '', order, limit: maxRows }, resource);
  const { list = [] } = await listRows(resource, params);
  const answer: RowsAnswer = { ...head, state: list.length > 0 ? 'ok' : 'empty', rows: list };
  return answer;
}
