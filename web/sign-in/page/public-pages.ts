import type { PublicPage } from '#kernel/module/module.ts';

let linked: readonly PublicPage[] = [];

/** Sets the public pages; called by the composition root. */
export function setPublicPages(pages: readonly PublicPage[]): void {
  linked = pages.filter((page) => page.listed);
}

/** Path of a page without its parameters: `/team/:code?` → `/team`. */
export const publicPagePath = ({ path }: Pick<PublicPage, 'path'>): string => path.replace(/\/(?::\w+\?|\*)$/, '');

/** Public pages that other pages link to. */
export const linkedPublicPages = (): readonly PublicPage[] => linked;
