import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { complaintFilingAndProgressPage } from '../contract/complaint-page-path-title-and-moves-of-complainant.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const complaintPublicPages: readonly PublicPageRoute[] = [
  { ...complaintFilingAndProgressPage, load: () => import('./public/file-and-follow-complaint-page.tsx') },
];
