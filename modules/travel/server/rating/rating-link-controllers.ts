import type { Controller } from '#server/http/controller.ts';
import { openRatingLink, sendRating } from './rating-links-and-calls.ts';

/** Public calls of the page behind a rating link. */
export const ratingLinkControllers: readonly Controller[] = [
  { app: 'api', name: 'travel.rating', actions: { open: openRatingLink, send: sendRating } },
];
