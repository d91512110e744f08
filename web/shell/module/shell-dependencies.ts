import type { ComponentType } from 'react';
import type { PublicPage } from '#kernel/module/module.ts';
import type { LazilyLoadedDeclarations } from '#kernel/module/resource-index-for-lazy-loading.ts';
import type { Area } from '#web/session/area.ts';
import { setPublicPages } from '#web/sign-in/page/public-pages.ts';
import type { LoadTiles } from '#web/wall/tile/module-tile-registry.ts';
import type { LoadScreen, WebModule } from './web-module.ts';

export interface ProfileSheetProps {
  /** Area of the account: officer or member. */
  area: Area;
  onClose(): void;
}

/** Hand-written screens, by area and name of their rule. */
export type ScreensByArea = Readonly<Record<Area, Readonly<Record<string, LoadScreen>>>>;

/** A public page with its component. */
export interface PublicPageRoute extends PublicPage {
  readonly load: LoadScreen;
}

/** Parts of all modules, merged. */
export interface ModuleParts extends Required<Omit<WebModule, 'name' | 'screens' | 'tiles'>> {
  readonly screens: ScreensByArea;
  readonly tiles: readonly LoadTiles[];
}

/** What the composition root passes to the shell, which must not import modules. */
export interface ShellDependencies {
  /** The index of the resources, and the declarations of modules. */
  declarations: () => Promise<LazilyLoadedDeclarations>;
  /** Parts for screens, records, lists, forms and the wall. */
  parts: () => Promise<ModuleParts>;
  /** Profile and password of the signed-in user. */
  profile: () => Promise<{ default: ComponentType<ProfileSheetProps> }>;
  /** Additional header tools for super administrators. */
  superTools: () => Promise<{ default: ComponentType }>;
  /** Public pages that everybody's first page knows. */
  pages: readonly PublicPageRoute[];
  /** The other public pages. */
  unlistedPages: () => Promise<readonly PublicPageRoute[]>;
}

let parts: ShellDependencies | undefined;

export function provideShellDependencies(given: ShellDependencies): void {
  parts = given;
  setPublicPages(given.pages);
}

export function shellDependencies(): ShellDependencies {
  if (!parts) throw new Error('the composition root has not provided the parts of the shell');
  return parts;
}
