import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publicRiskNoticesPage } from '../contract/risk-notices-answer-types-and-path-of-public-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const incidentPublicPages: readonly PublicPageRoute[] = [
  { ...publicRiskNoticesPage, load: () => import('./safety/public-risk-notices-and-emergency-numbers-page.tsx') },
];
