import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { checkPage, verifyPage } from '../contract/pages.ts';

/** Public pages. They load before sign-in, so this file imports only names and texts. */
export const documentPages: readonly PublicPageRoute[] = [
  { ...checkPage, load: () => import('./check-page.tsx') },
  { ...verifyPage, load: () => import('./check-page.tsx') },
];
