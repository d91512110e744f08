import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { evaluationPage } from '../contract/public-evaluation-page-and-link-types.ts';

/** Public pages that are opened from a link. */
export const evaluationUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...evaluationPage, load: () => import('./evaluate-agency-or-complaint-handling-by-link-page.tsx') },
];
