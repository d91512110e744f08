import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { complaintPages } from './complaint/web/public-pages.ts';
import { creditPages } from './credit/web/public-pages.ts';
import { documentPages } from './document/web/public-pages.ts';
import { enterprisePages } from './enterprise/web/public-pages.ts';
import { incidentPages } from './incident/web/public-pages.ts';
import { rewardPages } from './reward/web/public-pages.ts';
import { scenicPages } from './scenic/web/public-pages.ts';
import { travelPages } from './travel/web/public-pages.ts';

/** Public pages of all modules, loaded before sign-in. */
export const publicPagesOfAllModules: readonly PublicPageRoute[] = [
  ...enterprisePages,
  ...documentPages,
  ...rewardPages,
  ...travelPages,
  ...complaintPages,
  ...incidentPages,
  ...scenicPages,
  ...creditPages,
];
