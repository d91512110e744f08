import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { dailyEvidenceRootPage, evidenceVerifyPage } from '../contract/daily-root-and-evidence-verification-pages.ts';

/** Public pages that are opened from a code or a link. */
export const evidenceUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...dailyEvidenceRootPage, load: () => import('./daily-evidence-root-page.tsx') },
  { ...evidenceVerifyPage, load: () => import('./evidence-verify-page.tsx') },
];
