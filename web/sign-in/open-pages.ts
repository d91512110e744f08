import type { PublicPage } from '#kernel/module/module.ts';

let listed: readonly PublicPage[] = [];

/** The composition root tells what anybody may open. */
export function listPages(pages: readonly PublicPage[]): void {
  listed = pages.filter((page) => page.listed);
}

/** An address without what may stand behind it: `/team/:code?` → `/team`. */
export const bareAddress = ({ path }: Pick<PublicPage, 'path'>): string => path.replace(/\/(?::\w+\?|\*)$/, '');

/** Pages to name at the foot of another. */
export const listedPages = (): readonly PublicPage[] => listed;
