import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { teamCheckPage } from '../contract/team-code/team-check-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const travelPages: readonly PublicPageRoute[] = [
  { ...teamCheckPage, load: () => import('./team-code/team-check-page.tsx') },
];
