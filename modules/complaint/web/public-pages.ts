import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { complaintPage } from '../contract/complaint-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const complaintPages: readonly PublicPageRoute[] = [
  { ...complaintPage, load: () => import('./public/complaint-page.tsx') },
];
