import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { documentUnlistedPages } from './document/web/unlisted-pages.ts';
import { enforcementUnlistedPages } from './enforcement/web/unlisted-pages.ts';
import { evaluationUnlistedPages } from './evaluation/web/unlisted-pages.ts';
import { evidenceUnlistedPages } from './evidence/web/unlisted-pages.ts';
import { fieldKitUnlistedPages } from './field-kit/web/unlisted-pages.ts';
import { travelUnlistedPages } from './travel/web/unlisted-pages.ts';
import { wallScreenUnlistedPages } from './wall-screen/web/unlisted-pages.ts';

/**
 * Public pages that no other page links to, of all modules: loaded when an address is none of those in
 * `public-pages.ts`, whose names and titles weigh on everybody's first page.
 */
export const unlistedPagesOfAllModules: readonly PublicPageRoute[] = [
  ...documentUnlistedPages,
  ...enforcementUnlistedPages,
  ...evaluationUnlistedPages,
  ...evidenceUnlistedPages,
  ...fieldKitUnlistedPages,
  ...travelUnlistedPages,
  ...wallScreenUnlistedPages,
];
