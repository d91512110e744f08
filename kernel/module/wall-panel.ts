import type { AnyResource, FindResource } from '../declaration/resource.ts';
import { placeFieldOf } from '../field/field.ts';
import { measureOf } from '../resource/measure.ts';
import { type Text, text } from '../text/text.ts';

/** A tile of the wall, brought by the module whose figures it shows; the wall arranges what it is given. */
export interface Panel {
  readonly name: string;
  readonly label: Text;
  /** Its share of a column in 24ths, or the middle of the wall; unless told a place in the strip at its foot. */
  readonly size?: number | 'map';
  /** The wall it hangs on; the first one unless told. */
  readonly board?: Board;
  readonly shows: Feed | ShownMeasure | ShownRows;
}

/** A wall of its own beside the first, for panels of one subject: with a map, columns and a strip like that one. */
export interface Board {
  /** As the address names it. */
  readonly name: string;
  readonly label: Text;
}

/** A call of a module's own, `GET /admin/screen.<name>/index`; several panels may show parts of it, each by its own tile. */
export interface Feed {
  readonly name: string;
  /** Where its figures come from; it is printed on every tile. */
  readonly source: Text;
  /** Seconds between two readings; what is older than twice that is stale. */
  readonly every: number;
  /** Resources whose facts renew it, */
  readonly of: readonly string[];
  /** within so many ms; 1,500 unless told. */
  readonly within?: number;
}

/** A measure of a resource, broken down by one of its fields. */
export interface ShownMeasure {
  readonly of: string;
  readonly measure: string;
  readonly by: string;
}

/** Rows of a resource: the latest, those whose time runs out first, or where they are. */
export interface ShownRows {
  readonly of: string;
  readonly rows: 'newest' | 'due' | 'placed';
  /** Fields said under each row, beside what it goes by. */
  readonly more?: readonly string[];
}

/** What the answer to a feed holds besides its figures. */
export interface PanelHead {
  /** When the figures were read, in unix seconds. */
  asof: number;
  source: string | null;
  /** `empty`: the area has nothing of this kind; every list is empty and every number is 0. */
  state: 'ok' | 'empty';
  area: PanelArea;
  /** Demonstration data is among them: the wall says so. */
  demonstration?: boolean;
}

/** The area a panel speaks of. `path` leads from the widest area the caller may see down to it. */
export interface PanelArea {
  code: string;
  name: string;
  level: AreaLevel;
  path: { code: string; name: string }[];
}

/** 0 the country, 1 province, 2 prefecture, 3 county. */
export type AreaLevel = 0 | 1 | 2 | 3;

/** The whole country, which has no row of its own among the divisions. */
export const country = { code: '100000', ...text('全国', 'China') } as const;

export const isFeed = (shows: Panel['shows']): shows is Feed => 'every' in shows;
export const isMeasure = (shows: Panel['shows']): shows is ShownMeasure => 'measure' in shows;

export const panelsOf = (modules: readonly { readonly panels?: readonly Panel[] }[]): readonly Panel[] =>
  modules.flatMap(({ panels = [] }) => panels);

/** The boards panels hang on besides the first, in the order they come. */
export const boardsOf = (panels: readonly Panel[]): readonly Board[] => [
  ...new Map(panels.flatMap(({ board }) => (board ? [[board.name, board] as const] : []))).values(),
];

/** The feeds of panels, each once. */
export const feedsOf = (panels: readonly Panel[]): readonly Feed[] => [
  ...new Set(panels.flatMap(({ shows }) => (isFeed(shows) ? [shows] : []))),
];

/** Throws where a panel shows what nobody declares. */
export function checkPanels(panels: readonly Panel[], find: FindResource): void {
  const names = new Set<string>();
  for (const { name, size, shows } of panels) {
    const wrong = (why: string) => new Error(`panel ${name}: ${why}`);
    if (names.has(name)) throw wrong('the name is taken');
    names.add(name);
    if (typeof size === 'number' && !(Number.isInteger(size) && size >= 1 && size <= 24))
      throw wrong('a column has 24 parts');
    for (const of of isFeed(shows) ? shows.of : [shows.of]) if (!find(of)) throw wrong(`${of} is not declared`);
    if (isFeed(shows)) continue;
    const resource = find(shows.of) as AnyResource;
    if (isMeasure(shows)) {
      const measure = measureOf(resource, shows.measure);
      if (!measure?.by.includes(shows.by)) throw wrong(`${shows.of} is not told by ${shows.measure} and ${shows.by}`);
    } else if (shows.more?.some((one) => !Object.hasOwn(resource.fields, one)))
      throw wrong(`${shows.of} has not all of ${shows.more.join(', ')}`);
    else if (shows.rows === 'due' && !resource.life) throw wrong(`nothing of ${shows.of} runs out`);
    else if (shows.rows === 'placed' && !placeFieldOf(resource)) throw wrong(`nothing says where ${shows.of} is`);
  }
  const feeds = feedsOf(panels).map((one) => one.name);
  if (new Set(feeds).size < feeds.length) throw new Error(`panels: two feeds of one name among ${feeds.join(', ')}`);
}
