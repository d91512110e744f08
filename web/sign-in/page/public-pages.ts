import type { PublicPage } from '#kernel/module/module.ts';

let linked: readonly PublicPage[] = [];

/** The composition root tells what anybody may open. */
export function setPublicPages(pages: readonly PublicPage[]): void {
  linked = pages.filter((page) => page.listed);
}

/** An address without what may stand behind it: `/team/:code?` → `/team`. */
export const publicPagePath = ({ path }: Pick<PublicPage, 'path'>): string => path.replace(/\/(?::\w+\?|\*)$/, '');

/** Pages to name at the foot of another. */
export const linkedPublicPages = (): readonly PublicPage[] => linked;
