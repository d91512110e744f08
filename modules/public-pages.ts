import type { PublicPageRoute } from '#web/shell/module/shell-dependencies.ts';
import { complaintPublicPages } from './complaint/web/public-pages.ts';
import { creditPublicPages } from './credit/web/public-pages.ts';
import { documentPublicPages } from './document/web/public-pages.ts';
import { enterprisePublicPages } from './enterprise/web/public-pages.ts';
import { incidentPublicPages } from './incident/web/public-pages.ts';
import { rewardPublicPages } from './reward/web/public-pages.ts';
import { scenicPublicPages } from './scenic/web/public-pages.ts';
import { travelPublicPages } from './travel/web/public-pages.ts';

/** Public pages of all modules, loaded before sign-in. */
export const publicPagesOfAllModules: readonly PublicPageRoute[] = [
  ...enterprisePublicPages,
  ...documentPublicPages,
  ...rewardPublicPages,
  ...travelPublicPages,
  ...complaintPublicPages,
  ...incidentPublicPages,
  ...scenicPublicPages,
  ...creditPublicPages,
];
