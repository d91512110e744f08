import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { documentUnlistedPublicPages } from './document/web/unlisted-public-pages.ts';
import { enforcementUnlistedPublicPages } from './enforcement/web/unlisted-public-pages.ts';
import { evaluationUnlistedPublicPages } from './evaluation/web/unlisted-public-pages.ts';
import { evidenceUnlistedPublicPages } from './evidence/web/unlisted-public-pages.ts';
import { fieldKitUnlistedPublicPages } from './field-kit/web/unlisted-public-pages.ts';
import { travelUnlistedPublicPages } from './travel/web/unlisted-public-pages.ts';
import { wallScreenUnlistedPublicPages } from './wall-screen/web/unlisted-public-pages.ts';

/**
 * Public pages that no other page links to, of all modules: loaded when an address is none of those in
 * `public-pages.ts`, whose names and titles weigh on everybody's first page.
 */
export const unlistedPublicPagesOfAllModules: readonly PublicPageRoute[] = [
  ...documentUnlistedPublicPages,
  ...enforcementUnlistedPublicPages,
  ...evaluationUnlistedPublicPages,
  ...evidenceUnlistedPublicPages,
  ...fieldKitUnlistedPublicPages,
  ...travelUnlistedPublicPages,
  ...wallScreenUnlistedPublicPages,
];
