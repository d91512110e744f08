import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { ratingPage } from '../contract/code/rating-link.ts';
import { teamPage } from '../contract/code/team-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const travelPages: readonly PublicPageRoute[] = [
  { ...ratingPage, load: () => import('./code/guide-rating-page.tsx') },
  { ...teamPage, load: () => import('./code/team-page.tsx') },
];
