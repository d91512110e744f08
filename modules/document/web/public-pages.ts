import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { documentCheckPage } from '../contract/document-check-pages.ts';

/** Public pages. They load before sign-in, so this file imports only names and texts. */
export const documentPublicPages: readonly PublicPageRoute[] = [
  { ...documentCheckPage, load: () => import('./document-check-page.tsx') },
];
