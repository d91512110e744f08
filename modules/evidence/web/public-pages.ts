import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { dayRootPage, evidenceVerifyPage } from '../contract/evidence-screens.ts';

/** Public pages. They load before sign-in, so this file imports only names and texts. */
export const evidencePages: readonly PublicPageRoute[] = [
  { ...dayRootPage, load: () => import('./day-root-page.tsx') },
  { ...evidenceVerifyPage, load: () => import('./evidence-verify-page.tsx') },
];
