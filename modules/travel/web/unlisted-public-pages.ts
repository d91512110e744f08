import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { guideRatingPage } from '../contract/rating/guide-rating-page-and-scores.ts';

/** Public pages that are opened from a code or a link. */
export const travelUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...guideRatingPage, load: () => import('./rating/public-guide-rating-form-page.tsx') },
];
