import type { ComponentType } from 'react';
import type { PublicPage } from '#kernel/module/module.ts';

let linked: readonly PublicPage[] = [];

/** Sets the public pages; called by the composition root. */
export function setPublicPages(pages: readonly PublicPage[]): void {
  linked = pages.filter((page) => page.listed);
}

/** Loads what public pages show below their head. */
export type LoadPublicBanner = () => Promise<{ default: ComponentType }>;
let banner: LoadPublicBanner | undefined;

/** Sets the banner of public pages; called by the composition root. */
export function setPublicBanner(load: LoadPublicBanner | undefined): void {
  banner = load;
}

/** The banner of public pages, if a module has one. */
export const publicBanner = (): LoadPublicBanner | undefined => banner;

/** Path of a page without its parameters: `/team/:code?` → `/team`. */
export const publicPagePath = ({ path }: Pick<PublicPage, 'path'>): string => path.replace(/\/(?::\w+\?|\*)$/, '');

/** Public pages that other pages link to. */
export const linkedPublicPages = (): readonly PublicPage[] => linked;
