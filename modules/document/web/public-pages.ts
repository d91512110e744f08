import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { documentVerificationPage } from '../contract/paths-and-title-of-document-verification-page.ts';

/** Public pages. They load before sign-in, so this file imports only names and texts. */
export const documentPublicPages: readonly PublicPageRoute[] = [
  { ...documentVerificationPage, load: () => import('./public-document-verification-page.tsx') },
];
