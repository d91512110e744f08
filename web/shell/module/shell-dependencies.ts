import type { ComponentType } from 'react';
import type { PublicPage } from '#kernel/module/module.ts';
import type { LazilyLoadedDeclarations } from '#kernel/module/resource-index-for-lazy-loading.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import {
  type LoadPublicBanner,
  setPublicBanner,
  setPublicPages,
} from '#web/sign-in/page/public-page-and-banner-registry.ts';
import type { LoadTiles } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import type { LoadScreen, WebModule } from './web-module.ts';

export interface ProfileSideSheetProps {
  /** Area of the account: officer or member. */
  area: SignInArea;
  onClose(): void;
}

/** Hand-written screens, by area and name of their rule. */
export type ScreensByArea = Readonly<Record<SignInArea, Readonly<Record<string, LoadScreen>>>>;

/** A public page with its component. */
export interface PublicPageRoute extends PublicPage {
  readonly load: LoadScreen;
}

/** Parts of all modules, merged. */
export interface MergedWebModules extends Required<Omit<WebModule, 'name' | 'screens' | 'tiles'>> {
  readonly screens: ScreensByArea;
  readonly tiles: readonly LoadTiles[];
}

/** What the composition root passes to the shell, which must not import modules. */
export interface ShellDependencies {
  /** The index of the resources, and the declarations of modules. */
  declarations: () => Promise<LazilyLoadedDeclarations>;
  /** Parts for screens, records, lists, forms and the wall. */
  parts: () => Promise<MergedWebModules>;
  /** Profile and password of the signed-in user. */
  profile: () => Promise<{ default: ComponentType<ProfileSideSheetProps> }>;
  /** Additional header tools for super administrators. */
  superTools: () => Promise<{ default: ComponentType }>;
  /** Public pages that everybody's first page knows. */
  pages: readonly PublicPageRoute[];
  /** What public pages show below their head, loaded after them. */
  publicBanner?: LoadPublicBanner;
  /** The other public pages. */
  unlistedPages: () => Promise<readonly PublicPageRoute[]>;
}

let parts: ShellDependencies | undefined;

export function provideShellDependencies(given: ShellDependencies): void {
  parts = given;
  setPublicPages(given.pages);
  setPublicBanner(given.publicBanner);
}

export function shellDependencies(): ShellDependencies {
  if (!parts) throw new Error('the composition root has not provided the parts of the shell');
  return parts;
}
