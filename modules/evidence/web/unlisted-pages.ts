import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { dayRootPage, evidenceVerifyPage } from '../contract/evidence-screens.ts';

/** Public pages that are opened from a code or a link. */
export const evidenceUnlistedPages: readonly PublicPageRoute[] = [
  { ...dayRootPage, load: () => import('./day-root-page.tsx') },
  { ...evidenceVerifyPage, load: () => import('./evidence-verify-page.tsx') },
];
