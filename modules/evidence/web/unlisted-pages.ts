import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { dailyRootPage, evidenceVerifyPage } from '../contract/evidence-public-pages.ts';

/** Public pages that are opened from a code or a link. */
export const evidenceUnlistedPages: readonly PublicPageRoute[] = [
  { ...dailyRootPage, load: () => import('./daily-root-page.tsx') },
  { ...evidenceVerifyPage, load: () => import('./evidence-verify-page.tsx') },
];
