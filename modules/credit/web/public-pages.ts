import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publicCreditQueryPage } from '../contract/public-credit-query-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const creditPublicPages: readonly PublicPageRoute[] = [
  { ...publicCreditQueryPage, load: () => import('./credit-query-page.tsx') },
];
