import type { OpenPage } from '#web/shell/shell-parts.ts';
import { checkPage, verifyPage } from './document/contract/pages.ts';
import { registerPage, supervisionPage } from './enterprise/contract/pages.ts';
import { publicityPage } from './reward/contract/pages.ts';
import { remotePage } from './screen/contract/remote.ts';
import { teamPage } from './travel/contract/pages.ts';
import { ratingPage } from './travel/contract/rating-link.ts';

/**
 * Pages anybody may open, with what draws them. They come without the declarations and without what the signed-in areas
 * are drawn with: this file leans on nothing but names and texts.
 */
export const pages: readonly OpenPage[] = [
  { ...registerPage, load: () => import('./enterprise/web/register.tsx') },
  { ...supervisionPage, load: () => import('./enterprise/web/supervision.tsx') },
  { ...checkPage, load: () => import('./document/web/check-page.tsx') },
  { ...verifyPage, load: () => import('./document/web/check-page.tsx') },
  { ...publicityPage, load: () => import('./reward/web/publicity-page.tsx') },
  { ...remotePage, load: () => import('./screen/web/remote-page.tsx') },
  { ...ratingPage, load: () => import('./travel/web/rating/rating-page.tsx') },
  { ...teamPage, load: () => import('./travel/web/code/team-page.tsx') },
];
