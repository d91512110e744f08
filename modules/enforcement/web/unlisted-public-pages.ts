import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publishedCheckResultsPage } from '../contract/check/path-and-title-of-published-check-results-page.ts';
import { drawVerificationPage } from '../contract/draw/path-and-title-of-draw-verification-page.ts';
import { drawWitnessSeedPage } from '../contract/draw/path-and-title-of-draw-witness-seed-page.ts';

/** Public pages that are opened from a code or a link. */
export const enforcementUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...publishedCheckResultsPage, load: () => import('./check/published-check-results-page.tsx') },
  { ...drawVerificationPage, load: () => import('./draw/draw-verification-page.tsx') },
  { ...drawWitnessSeedPage, load: () => import('./draw/enter-witness-seed-page.tsx') },
];
