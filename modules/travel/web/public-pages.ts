import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { teamCodeCheckPage } from '../contract/team-code/path-and-title-of-team-code-check-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const travelPublicPages: readonly PublicPageRoute[] = [
  { ...teamCodeCheckPage, load: () => import('./team-code/team-code-check-page.tsx') },
];
