import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { safetyNoticesPage } from '../contract/safety-notices-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const incidentPages: readonly PublicPageRoute[] = [
  { ...safetyNoticesPage, load: () => import('./safety/safety-notices-page.tsx') },
];
