import type { PublicPage } from '#kernel/module/module.ts';
import { complaintFilingAndProgressPage } from './complaint/contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { publicCreditListQueryPage } from './credit/contract/path-and-title-of-public-credit-list-query-page.ts';
import { documentVerificationPage } from './document/contract/paths-and-title-of-document-verification-page.ts';
import { registerPage } from './enterprise/contract/registration-and-supervision-code-pages.ts';
import { publicRiskNoticesPage } from './incident/contract/risk-notices-answer-types-and-path-of-public-page.ts';
import { publicNoticeOfTouristBringingRewardsPage } from './reward/contract/path-and-title-of-public-notice-of-rewards-page.ts';
import { spotsTodayPage } from './scenic/contract/public-page-of-crowds-at-spots-today.ts';
import { teamCodeCheckPage } from './travel/contract/team-code/path-and-title-of-team-code-check-page.ts';

/** Names of the pages that the light ones link to, in the order of `public-pages.ts`, without what draws them. */
export const publicPagesLinkedFromLightPages: readonly PublicPage[] = [
  registerPage,
  documentVerificationPage,
  publicNoticeOfTouristBringingRewardsPage,
  teamCodeCheckPage,
  complaintFilingAndProgressPage,
  publicRiskNoticesPage,
  spotsTodayPage,
  publicCreditListQueryPage,
];
