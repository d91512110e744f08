import { isFeed, type WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import type { WallShape } from './wall-screen-shape-and-text-size.ts';

/** Position of a tile as `grid-area`, in the columns and parts of the wall's shape. */
export interface PanelPosition {
  readonly panel: WallPanel;
  readonly area: string;
}

export interface ArrangedPanels {
  readonly spots: readonly PanelPosition[];
  /** Panels of the board that have no place in a column. */
  readonly strip: readonly WallPanel[];
  /** Tracks of the columns, as `grid-template-columns`. */
  readonly tracks: string;
}

/**
 * Arranges the panels of a board: the map in the middle, the others in order, in columns of even load; the height of a
 * panel follows its size relative to its column. What a larger wall has room for is filled with panels of other boards
 * (`more`), and with a second map; what is not filled makes the map wider.
 */
export function arrangePanels(
  panels: readonly WallPanel[],
  shape: WallShape,
  more: readonly WallPanel[] = [],
): ArrangedPanels {
  const maps = [...panels, ...more].filter((one) => one.size === 'map').slice(0, shape.maps);
  const own = panels.filter((one) => typeof one.size === 'number');
  const available = shape.columns - (maps.length > 0 ? shape.mapColumns : 0);
  const sized = fill(panelsThatFit(own, available, shape.parts), more, available, shape.parts);
  const used = columnsFor(sized, available, shape.parts);
  const { columns, map, tracks } = columnsOf(shape, used, maps.length > 0);
  const areas = areasOf(sized, columns, shape.parts);
  const spots = [...panels, ...more].flatMap((panel) => {
    const at = maps.indexOf(panel);
    const area = at < 0 ? areas.get(panel) : mapArea(map, at, maps.length, shape);
    return area === undefined ? [] : [{ panel, area }];
  });
  const placed = new Set(spots.map(({ panel }) => panel));
  return { spots, strip: panels.filter((one) => !placed.has(one) && one.size !== 'map'), tracks };
}

const sizeOf = (panel: WallPanel): number => (typeof panel.size === 'number' ? panel.size : 0);
const sum = (panels: readonly WallPanel[]): number => panels.reduce((total, one) => total + sizeOf(one), 0);

const fullest = (panels: readonly WallPanel[], columns: number): number =>
  Math.max(0, ...splitEvenly(panels, columns).map(sum));

/**
 * The panels that fit into the columns; the last of the others goes to the strip first. Panels with their own feed
 * stay.
 */
function panelsThatFit(panels: readonly WallPanel[], columns: number, parts: number): readonly WallPanel[] {
  if (fullest(panels, columns) <= parts) return panels;
  const last = panels.findLast(({ shows }) => !isFeed(shows));
  return last
    ? panelsThatFit(
        panels.filter((one) => one !== last),
        columns,
        parts,
      )
    : panels;
}

/** Adds panels of other boards as long as the columns have room for them. */
function fill(
  panels: readonly WallPanel[],
  more: readonly WallPanel[],
  columns: number,
  parts: number,
): readonly WallPanel[] {
  let filled = panels;
  for (const panel of more) {
    if (typeof panel.size !== 'number' || sum(filled) + panel.size > columns * parts) continue;
    const next = [...filled, panel];
    if (fullest(next, columns) <= parts) filled = next;
  }
  return filled;
}

/** How full a column is at least, unless there are no more than two. */
const leastFilled = 0.6;

/** How many columns the panels need: a few of them do not stretch over a whole wall. */
function columnsFor(panels: readonly WallPanel[], available: number, parts: number): number {
  const needed = Math.ceil(sum(panels) / (parts * leastFilled));
  return Math.min(available, Math.max(2, needed));
}

/** Columns of tracks: those beside the map first, and the tracks of the map. */
function columnsOf({ columns, mapFrom, mapColumns }: WallShape, used: number, hasMap: boolean) {
  const equal = (n: number) => `repeat(${n}, minmax(0, 1fr))`;
  if (!hasMap) {
    const all = Array.from({ length: Math.max(3, used) }, (_, at) => at + 1);
    return { columns: all, map: undefined, tracks: equal(all.length) };
  }
  const left = Array.from({ length: mapFrom - 1 }, (_, at) => mapFrom - 1 - at);
  const right = Array.from({ length: columns - mapFrom - mapColumns + 1 }, (_, at) => mapFrom + mapColumns + at);
  // by turns from the map outwards
  const order = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [left[at], right[at]]).flat();
  const filledColumns = order.filter((one) => one !== undefined).slice(0, used);
  const first = Math.min(...filledColumns.filter((one) => one < mapFrom), mapFrom);
  const last = Math.max(...filledColumns.filter((one) => one > mapFrom), mapFrom + mapColumns - 1);
  const shift = first - 1;
  const remaining = last - shift;
  const map = { from: mapFrom - shift, until: mapFrom - shift + mapColumns };
  const spare = columns - remaining;
  const tracks =
    columns === 4 && spare === 0
      ? // the names of the first column are longer than those of the last
        'minmax(0, 26fr) minmax(0, 24.5fr) minmax(0, 24.5fr) minmax(0, 25fr)'
      : Array.from({ length: remaining }, (_, at) => {
          const inMap = at + 1 >= map.from && at + 1 < map.until;
          return `minmax(0, ${inMap ? 1 + spare / mapColumns : 1}fr)`;
        }).join(' ');
  return { columns: filledColumns.map((one) => one - shift), map, tracks };
}

/** The place of the map, or of two one above the other or side by side; the first is the larger one. */
function mapArea(
  map: { readonly from: number; readonly until: number } | undefined,
  at: number,
  maps: number,
  { parts, stacked }: WallShape,
): string | undefined {
  if (!map) return undefined;
  if (maps === 1) return `1 / ${map.from} / ${parts + 1} / ${map.until}`;
  if (stacked) {
    const edge = Math.round(parts * 0.56) + 1;
    return at === 0
      ? `1 / ${map.from} / ${edge} / ${map.until}`
      : `${edge} / ${map.from} / ${parts + 1} / ${map.until}`;
  }
  const edge = map.from + Math.ceil((map.until - map.from) / 2);
  return at === 0 ? `1 / ${map.from} / ${parts + 1} / ${edge}` : `1 / ${edge} / ${parts + 1} / ${map.until}`;
}

function areasOf(panels: readonly WallPanel[], columns: readonly number[], parts: number): Map<WallPanel, string> {
  const areas = new Map<WallPanel, string>();
  for (const [at, column] of splitEvenly(panels, columns.length).entries()) {
    const total = sum(column);
    let above = 0;
    for (const panel of column) {
      const from = Math.round((above / total) * parts) + 1;
      above += sizeOf(panel);
      const until = Math.round((above / total) * parts) + 1;
      areas.set(panel, `${from} / ${columns[at]} / ${until} / ${(columns[at] ?? 1) + 1}`);
    }
  }
  return areas;
}

/** Divides a list into `pieces` so that the fullest is as small as possible; among those, the most even. */
function splitEvenly(panels: readonly WallPanel[], pieces: number): readonly (readonly WallPanel[])[] {
  const computed = new Map<string, { readonly cost: number; readonly cuts: readonly (readonly WallPanel[])[] }>();
  const best = (from: number, left: number) => {
    const key = `${from} ${left}`;
    const found = computed.get(key);
    if (found) return found;
    const rest = panels.slice(from);
    // squares: the fullest counts most
    let result = { cost: sum(rest) ** 2, cuts: [rest] as readonly (readonly WallPanel[])[] };
    if (left > 1 && rest.length > 1) {
      result = { cost: Number.POSITIVE_INFINITY, cuts: [] };
      for (let take = 1; take < rest.length; take++) {
        const first = rest.slice(0, take);
        const after = best(from + take, left - 1);
        const cost = sum(first) ** 2 + after.cost;
        if (cost < result.cost) result = { cost, cuts: [first, ...after.cuts] };
      }
    }
    computed.set(key, result);
    return result;
  };
  return best(0, pieces).cuts;
}
