import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { placeFieldOf } from '../field/field.ts';
import { findMeasure } from '../resource/statistical-measures-of-resource.ts';
import { type Text, text } from '../text/text.ts';
import type { AnyTimeSeries } from './time-series.ts';

/** A panel of the wall, contributed by the module that owns its figures. The wall arranges the panels. */
export interface WallPanel {
  readonly name: string;
  readonly label: Text;
  /** Its share of a column in 24ths, or `map`: the centre of the wall. Default: a place in the strip at the bottom. */
  readonly size?: number | 'map';
  /** The wall to which it belongs. Default: the first. */
  readonly board?: WallBoard;
  readonly shows: WallFeed | ShownMeasure | ShownRows | ShownLevels;
}

/** An additional wall for panels of one subject, with map, columns and strip like the first. */
export interface WallBoard {
  /** Its name in the URL. */
  readonly name: string;
  readonly label: Text;
}

/** A call of a module, `GET /admin/screen.<name>/index`. Several panels can show parts of its response. */
export interface WallFeed {
  readonly name: string;
  /** The source of its figures, which every tile shows. */
  readonly source: Text;
  /** How many seconds the data may be old before it is read again. Data older than twice that is shown as stale. */
  readonly every: number;
  /** The resources whose events cause it to be read again. */
  readonly of: readonly string[];
  /** The longest delay of such a refresh, in ms. Default: 1,500. */
  readonly within?: number;
}

/** A measure of a resource, grouped by one of its fields. */
export interface ShownMeasure {
  readonly of: string;
  readonly measure: string;
  readonly by: string;
}

/** Rows of a resource: the newest, those that are due first, or those on the map. */
export interface ShownRows {
  readonly of: string;
  readonly rows: 'newest' | 'due' | 'placed';
  /** Fields shown below each row's name. */
  readonly more?: readonly string[];
}

/** Rows by their level in a time series, the highest first. Rows that have lost their data are grey. */
export interface ShownLevels {
  readonly of: string;
  /** Name of the series. */
  readonly levels: string;
}

/** What the responses of all feeds contain. */
export interface PanelResponseHead {
  /** When the figures were read, in unix seconds. */
  asof: number;
  source: string | null;
  /** `empty`: the area has no such data; every list is empty and every number is 0. */
  state: 'ok' | 'empty';
  area: PanelArea;
  /** The figures include demonstration data; the wall shows a notice. */
  demonstration?: boolean;
}

/** The area of a panel. `path` leads down to it from the widest area that the caller may see. */
export interface PanelArea {
  code: string;
  name: string;
  level: AreaLevel;
  path: { code: string; name: string }[];
}

/** The level of an area: 0 the country, 1 province, 2 prefecture, 3 county. */
export type AreaLevel = 0 | 1 | 2 | 3;

/** The whole country, which has no row among the divisions. */
export const country = { code: '100000', ...text('全国', 'China') } as const;

export const isFeed = (shows: WallPanel['shows']): shows is WallFeed => 'every' in shows;
export const isMeasure = (shows: WallPanel['shows']): shows is ShownMeasure => 'measure' in shows;

export const isLevels = (shows: WallPanel['shows']): shows is ShownLevels => 'levels' in shows;

export const wallPanelsOf = (modules: readonly { readonly panels?: readonly WallPanel[] }[]): readonly WallPanel[] =>
  modules.flatMap(({ panels = [] }) => panels);

/** The additional boards to which panels belong, in order. */
export const boardsOf = (panels: readonly WallPanel[]): readonly WallBoard[] => [
  ...new Map(panels.flatMap(({ board }) => (board ? [[board.name, board] as const] : []))).values(),
];

/** The feeds of the panels, each once. */
export const feedsOf = (panels: readonly WallPanel[]): readonly WallFeed[] => [
  ...new Set(panels.flatMap(({ shows }) => (isFeed(shows) ? [shows] : []))),
];

/** Throws if a panel refers to something that is not declared. */
export function checkWallPanels(
  panels: readonly WallPanel[],
  find: FindResource,
  series: readonly Pick<AnyTimeSeries, 'name' | 'of' | 'levels'>[] = [],
): void {
  const names = new Set<string>();
  for (const { name, size, shows } of panels) {
    const wrong = (why: string) => new Error(`panel ${name}: ${why}`);
    if (names.has(name)) throw wrong('the name is already used');
    names.add(name);
    if (typeof size === 'number' && !(Number.isInteger(size) && size >= 1 && size <= 24))
      throw wrong('a column has 24 parts');
    for (const of of isFeed(shows) ? shows.of : [shows.of]) if (!find(of)) throw wrong(`${of} is not declared`);
    if (isFeed(shows)) continue;
    const resource = find(shows.of) as AnyResource;
    if (isLevels(shows)) {
      if (!series.some((one) => one.name === shows.levels && one.of === shows.of && one.levels))
        throw wrong(`${shows.of} has no series ${shows.levels} with levels`);
    } else if (isMeasure(shows)) {
      const measure = findMeasure(resource, shows.measure);
      if (!measure?.by.includes(shows.by)) throw wrong(`${shows.of} has no measure ${shows.measure} by ${shows.by}`);
    } else if (shows.more?.some((one) => !Object.hasOwn(resource.fields, one)))
      throw wrong(`${shows.of} lacks some of ${shows.more.join(', ')}`);
    else if (shows.rows === 'due' && !resource.life) throw wrong(`${shows.of} has no deadlines`);
    else if (shows.rows === 'placed' && !placeFieldOf(resource)) throw wrong(`${shows.of} has no place`);
  }
  const feeds = feedsOf(panels).map((one) => one.name);
  if (new Set(feeds).size < feeds.length) throw new Error(`panels: two feeds of one name among ${feeds.join(', ')}`);
}
