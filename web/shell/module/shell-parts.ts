import type { ComponentType } from 'react';
import type { Module, PublicPage } from '#kernel/module/module.ts';
import type { Area } from '#web/session/area.ts';
import { setPublicPages } from '#web/sign-in/page/public-pages.ts';
import type { LoadTiles } from '#web/wall/tile/own-tiles.ts';
import type { LoadScreen, WebModule } from './web-module.ts';

export interface ProfileSheetProps {
  /** Whose account: an officer's or a member's. */
  area: Area;
  onClose(): void;
}

/** Screens written by hand, by whose they are and the name of their rule. */
export type Screens = Readonly<Record<Area, Readonly<Record<string, LoadScreen>>>>;

/** A page anybody may open, with what draws it. */
export interface OpenPage extends PublicPage {
  readonly load: LoadScreen;
}

/** What all modules add to the screens that any resource has, put together. */
export interface ModuleParts extends Required<Omit<WebModule, 'name' | 'screens' | 'tiles'>> {
  readonly screens: Screens;
  readonly tiles: readonly LoadTiles[];
}

/** What the composition root hands to the shell, which must not know the modules itself. */
export interface ShellParts {
  /** What is declared. */
  modules: () => Promise<readonly Module[]>;
  /** What modules add to screens, records, lists, forms and the wall. */
  parts: () => Promise<ModuleParts>;
  /** Own profile and password of whoever is signed in. */
  profile: () => Promise<{ default: ComponentType<ProfileSheetProps> }>;
  /** What super administrators find in the header beside everybody's tools. */
  superTools: () => Promise<{ default: ComponentType }>;
  /** Pages anybody may open. */
  pages: readonly OpenPage[];
}

let parts: ShellParts | undefined;

export function provideParts(given: ShellParts): void {
  parts = given;
  setPublicPages(given.pages);
}

export function shellParts(): ShellParts {
  if (!parts) throw new Error('the composition root has not provided the parts of the shell');
  return parts;
}
