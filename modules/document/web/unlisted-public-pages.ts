import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { documentVerificationPageShortAddress } from '../contract/paths-and-title-of-document-verification-page.ts';

/** Public pages that are opened from a code or a link. */
export const documentUnlistedPublicPages: readonly PublicPageRoute[] = [
  { ...documentVerificationPageShortAddress, load: () => import('./public-document-verification-page.tsx') },
];
