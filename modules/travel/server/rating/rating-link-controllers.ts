import type { Controller } from '#server/http/controller.ts';
import { open, send } from './rating-link.ts';

/** Public calls of the page behind a rating link. */
export const ratingLinkControllers: readonly Controller[] = [
  { app: 'api', name: 'travel.rating', actions: { open, send } },
];
