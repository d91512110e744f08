import type { OpenPage } from '#web/shell/shell-parts.ts';
import { teamPage } from '../contract/pages.ts';
import { ratingPage } from '../contract/rating-link.ts';

/** Pages anybody may open. They come before signing in, so this file imports names and texts alone. */
export const travelPages: readonly OpenPage[] = [
  { ...ratingPage, load: () => import('./rating/rating-page.tsx') },
  { ...teamPage, load: () => import('./code/team-page.tsx') },
];
