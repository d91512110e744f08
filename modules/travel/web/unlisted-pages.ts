import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { ratingPage } from '../contract/rating/rating-link.ts';

/** Public pages that are opened from a code or a link. */
export const travelUnlistedPages: readonly PublicPageRoute[] = [
  { ...ratingPage, load: () => import('./rating/guide-rating-page.tsx') },
];
