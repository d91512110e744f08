import type { PublicPage } from '#kernel/module/module.ts';
import { complaintFilingAndProgressPage } from './complaint/contract/file-and-follow-complaint-page.ts';
import { publicCreditQueryPage } from './credit/contract/public-credit-query-page.ts';
import { documentVerificationPage } from './document/contract/public-document-verification-page.ts';
import { registerPage } from './enterprise/contract/registration-and-supervision-code-pages.ts';
import { publicRiskNoticesPage } from './incident/contract/public-risk-notices-page.ts';
import { rewardPublicNoticePage } from './reward/contract/reward-public-notice-page.ts';
import { spotsTodayPage } from './scenic/contract/public-page-of-crowds-at-spots-today.ts';
import { teamCodeCheckPage } from './travel/contract/team-code/team-code-check-page.ts';

/** Names of the pages that the light ones link to, in the order of `public-pages.ts`, without what draws them. */
export const listedPublicPagesOfAllModules: readonly PublicPage[] = [
  registerPage,
  documentVerificationPage,
  rewardPublicNoticePage,
  teamCodeCheckPage,
  complaintFilingAndProgressPage,
  publicRiskNoticesPage,
  spotsTodayPage,
  publicCreditQueryPage,
];
