import type { AnyResource } from '../declaration/resource.ts';
import type { Text } from '../text/text.ts';
import type { Document } from './official-document.ts';
import type { AnyTimeSeries } from './time-series.ts';
import type { Panel } from './wall-panel.ts';

/** A screen written by hand instead of derived from a resource. */
export interface Screen {
  /** Rule name and path below /admin: `enterprise/register`. */
  readonly name: string;
  readonly label: Text;
  readonly icon?: string;
  /** How the menu opens it. Default: `tab`. */
  readonly type?: 'tab' | 'link' | 'iframe';
  readonly url?: string;
  /** Not in the menu: other pages link to it. */
  readonly unlisted?: true;
  /** In the member centre: listed only for members who hold an enterprise. */
  readonly forHolders?: true;
  /**
   * In the member centre: the first screen for members whose account a row of `of` names in field `by` and who hold
   * nothing else: a guide, for instance, comes to work.
   */
  readonly opensFor?: { readonly of: string; readonly by: string };
  /** Permission nodes below it: action → label. */
  readonly actions?: Readonly<Record<string, Text>>;
}

/** A page that needs no sign-in. */
export interface PublicPage {
  /** `module/page` */
  readonly name: string;
  /** Route pattern: `/check/:code?`. */
  readonly path: string;
  readonly title: Text;
  /** Linked in the footer of the other public pages. Pages that need a code are not. */
  readonly listed?: true;
  /** Of a listed page: who is sent there from the officers' sign-in page, and for what. */
  readonly door?: { readonly who: Text; readonly what: Text };
}

/** One business area: a folder of the menu with its resources and own screens, in order. */
export interface Module {
  readonly name: string;
  readonly label: Text;
  readonly icon: string;
  /** Position among the folders of the menu, highest first. */
  readonly weigh: number;
  readonly entries: readonly (AnyResource | Screen)[];
  /** Its public pages. `web/public-pages.ts` of the module maps them to components. */
  readonly pages?: readonly PublicPage[];
  /** Its time series. */
  readonly series?: readonly AnyTimeSeries[];
  /** Official documents it issues. */
  readonly documents?: readonly Document[];
  /** Its panels for the wall. `tiles` of its browser part maps panels with their own feed to components. */
  readonly panels?: readonly Panel[];
  /** Screens of the member centre. */
  readonly member?: readonly Screen[];
  /** Completes options that depend on the resources of all modules. The registry calls it once. */
  readonly complete?: (resources: readonly AnyResource[]) => void;
}

/** Declares a module. Unknown properties do not compile, because they would have no effect. */
export const module_ = <const M extends Module>(declared: M & Record<Exclude<keyof M, keyof Module>, never>): M =>
  declared;

export const isResource = (entry: AnyResource | Screen): entry is AnyResource => 'fields' in entry;

/** All resources of a set of modules. */
export const resourcesOf = (modules: readonly Module[]): readonly AnyResource[] =>
  modules.flatMap((one) => one.entries.filter(isResource));
