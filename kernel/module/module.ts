import type { AnyResource } from '../declaration/resource.ts';
import type { Text } from '../text/text.ts';
import type { Document } from './official-document.ts';
import type { AnyTimeSeries } from './time-series.ts';
import type { Panel } from './wall-panel.ts';

/** A screen that is written by hand instead of derived from a resource. */
export interface Screen {
  /** Rule name and path below /admin: `enterprise/register`. */
  readonly name: string;
  readonly label: Text;
  readonly icon?: string;
  /** How the menu opens it; `tab` unless told. */
  readonly type?: 'tab' | 'link' | 'iframe';
  readonly url?: string;
  /** Stands in no menu: one gets there from elsewhere. */
  readonly unlisted?: true;
  /** In the member centre: listed for whoever holds an enterprise, and for nobody else. */
  readonly forHolders?: true;
  /**
   * In the member centre: what it opens with for somebody whose account a row names in this field, and who holds nothing
   * else: a guide comes to work, not to an account.
   */
  readonly opensFor?: { readonly of: string; readonly by: string };
  /** Permission nodes below it: action → label. */
  readonly actions?: Readonly<Record<string, Text>>;
}

/** A page that is open to everybody. */
export interface PublicPage {
  /** `module/page` */
  readonly name: string;
  /** Address, as the router reads it: `/check/:code?`. */
  readonly path: string;
  readonly title: Text;
  /** Anybody may have business there, without a code that leads to it: at the foot of the other open pages it is named. */
  readonly listed?: true;
  /** Of a listed page: whom the sign-in page of officers sends there, and what for. */
  readonly door?: { readonly who: Text; readonly what: Text };
}

/** What one area of the business contributes: a folder of the menu with its resources and own screens, in order. */
export interface Module {
  readonly name: string;
  readonly label: Text;
  readonly icon: string;
  /** Place among the folders of the menu: higher stands first. */
  readonly weigh: number;
  readonly entries: readonly (AnyResource | Screen)[];
  /** What of it anybody may open without signing in; `web/pages.ts` of the module names what draws it. */
  readonly pages?: readonly PublicPage[];
  /** What it measures of rows, again and again. */
  readonly series?: readonly AnyTimeSeries[];
  /** Papers it issues. */
  readonly documents?: readonly Document[];
  /** Tiles it brings to the wall; `tiles` of its browser part names what draws those with a feed of their own. */
  readonly panels?: readonly Panel[];
  /** Screens of the member centre. */
  readonly member?: readonly Screen[];
  /** Completes options that depend on the resources of all modules; the registry calls it once. */
  readonly complete?: (resources: readonly AnyResource[]) => void;
}

/** Declares an area; a word the declaration does not have is refused, as it would say nothing. */
export const module_ = <const M extends Module>(declared: M & Record<Exclude<keyof M, keyof Module>, never>): M =>
  declared;

export const isResource = (entry: AnyResource | Screen): entry is AnyResource => 'fields' in entry;

/** Every resource of a set of modules. */
export const resourcesOf = (modules: readonly Module[]): readonly AnyResource[] =>
  modules.flatMap((one) => one.entries.filter(isResource));
