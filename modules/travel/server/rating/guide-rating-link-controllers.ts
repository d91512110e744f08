import type { Controller } from '#server/http/controller.ts';
import { openGuideRatingLinkCall, sendGuideRatingCall } from './send-guide-rating-links-and-receive-ratings.ts';

/** Public calls of the page behind a rating link. */
export const guideRatingLinkControllers: readonly Controller[] = [
  { app: 'api', name: 'travel.rating', actions: { open: openGuideRatingLinkCall, send: sendGuideRatingCall } },
];
