import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { documentCheckPageShortAddress } from '../contract/document-check-pages.ts';

/** Public pages that are opened from a code or a link. */
export const documentUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...documentCheckPageShortAddress, load: () => import('./document-check-page.tsx') },
];
