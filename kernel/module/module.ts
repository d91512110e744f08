import type { AnyResource } from '../declaration/resource.ts';
import type { Text } from '../text/text.ts';
import type { OfficialDocument } from './official-document.ts';
import type { AnyTimeSeries } from './time-series.ts';
import type { MapLayer } from './wall-map-layer.ts';
import type { WallPanel } from './wall-panel-board-and-feed-declarations.ts';

/** A screen that is written by hand instead of being derived from a resource. */
export interface Screen {
  /** Name of its menu rule, and its path below /admin: `enterprise/register`. */
  readonly name: string;
  readonly label: Text;
  readonly icon?: string;
  /** How the menu opens it. Default: `tab`. */
  readonly type?: 'tab' | 'link' | 'iframe';
  readonly url?: string;
  /** The screen is not in the menu; other pages link to it. */
  readonly unlisted?: true;
  /** In the member centre: only members who hold an enterprise see it in the menu. */
  readonly forHolders?: true;
  /** In the member centre: only members whose account is in the field `by` of a row of `of` see it in the menu. */
  readonly forNamedBy?: { readonly of: string; readonly by: string };
  /**
   * In the member centre: the first screen for members who hold nothing, but whose account is in the field `by` of a
   * row of `of`. Example: a guide.
   */
  readonly opensFor?: { readonly of: string; readonly by: string };
  /** The permission nodes below the screen: action → label. */
  readonly actions?: Readonly<Record<string, Text>>;
}

/** A page that can be read without signing in. */
export interface PublicPage {
  /** `module/page` */
  readonly name: string;
  /** Route pattern: `/check/:code?`. */
  readonly path: string;
  readonly title: Text;
  /** Linked in the footer of the other public pages. Leave it out for pages that need a code. */
  readonly listed?: true;
  /** For a listed page: makes the officers' sign-in page link to it, and says for whom and for what. */
  readonly door?: { readonly who: Text; readonly what: Text };
  /**
   * Opened by its address, it comes without the shell and without React, for phones on a weak line (`light.html`). It must
   * not draw with antd, and is listed in `modules/light-public-pages.ts`.
   */
  readonly light?: true;
}

/** A business area: a folder of the menu with its resources and its own screens, in order. */
export interface Module {
  readonly name: string;
  readonly label: Text;
  readonly icon: string;
  /** Position among the folders of the menu, highest first. */
  readonly weigh: number;
  readonly entries: readonly (AnyResource | Screen)[];
  /** Its public pages. The module's `web/public-pages.ts` maps them to components. */
  readonly pages?: readonly PublicPage[];
  /** Its time series. */
  readonly series?: readonly AnyTimeSeries[];
  /** The official documents that it issues. */
  readonly documents?: readonly OfficialDocument[];
  /** Its panels for the wall. `tiles` in the module's `web/module.ts` maps panels with a feed to components. */
  readonly panels?: readonly WallPanel[];
  /** Its layers of the wall's map; their rows are `mapLayers` of its server module. */
  readonly mapLayers?: readonly MapLayer[];
  /** Screens of the member centre. */
  readonly member?: readonly Screen[];
  /** Fills in options that depend on the resources of all modules. The registry calls it once. */
  readonly complete?: (resources: readonly AnyResource[]) => void;
}

/** Declares a module. An unknown property does not compile, because it would have no effect. */
export const module_ = <const M extends Module>(declared: M & Record<Exclude<keyof M, keyof Module>, never>): M =>
  declared;

export const isResource = (entry: AnyResource | Screen): entry is AnyResource => 'fields' in entry;

/** All resources of a set of modules. */
export const resourcesOf = (modules: readonly Module[]): readonly AnyResource[] =>
  modules.flatMap((one) => one.entries.filter(isResource));
