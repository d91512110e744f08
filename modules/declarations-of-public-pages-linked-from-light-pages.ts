import type { PublicPage } from '#kernel/module/module.ts';
import { complaintFilingAndProgressPage } from './complaint/contract/complaint-filing-and-progress-page.ts';
import { publicCreditListQueryPage } from './credit/contract/public-credit-list-query-page.ts';
import { documentVerificationPage } from './document/contract/public-document-verification-page.ts';
import { registerPage } from './enterprise/contract/registration-and-supervision-code-pages.ts';
import { publicRiskNoticesPage } from './incident/contract/public-risk-notices-page.ts';
import { publicNoticeOfTouristBringingRewardsPage } from './reward/contract/public-notice-of-rewards-for-bringing-tourists-page.ts';
import { spotsTodayPage } from './scenic/contract/public-page-of-crowds-at-spots-today.ts';
import { teamCodeCheckPage } from './travel/contract/team-code/team-code-check-page.ts';

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
