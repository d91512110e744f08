import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { publicCreditListQueryPage } from '../contract/path-and-title-of-public-credit-list-query-page.ts';

/** Public pages. They are part of the sign-in bundle, so this file imports names and texts only. */
export const creditPublicPages: readonly PublicPageRoute[] = [
  { ...publicCreditListQueryPage, load: () => import('./public-credit-list-query-page.tsx') },
];
