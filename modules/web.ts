import type { OwnInput } from '#web/form/own-input.ts';
import type { LoadNoticeAnswer } from '#web/record/notice-answers.ts';
import type { RecordPanel } from '#web/record/record-panels.ts';
import type { Screens } from '#web/shell/shell-parts.ts';
import type { ListLink } from '#web/table/list-links.ts';
import type { OwnLens } from '#web/table/own-lens.ts';
import { attachmentPanels } from './attachment/web/record-panels.ts';
import { ratingPanels } from './crew/web/record-panels.ts';
import { documentPanels } from './document/web/record-panels.ts';
import { roadsideScreen } from './enforcement/contract/roadside.ts';
import { invitationNotice, invitationScreen } from './enterprise/contract/invitation.ts';
import { enterprisePanels } from './enterprise/web/record-panels.ts';
import { adminPanels, memberFactorPanels } from './identity/web/record-panels.ts';
import { holderInputs } from './member/web/form-inputs.ts';
import { memberPanels } from './member/web/record-panels.ts';
import { reportScreen } from './report/contract/module.ts';
import { promisesScreen } from './reward/contract/policy-summary.ts';
import { applicationInputs } from './reward/web/form-inputs.ts';
import { policyLenses } from './reward/web/lenses.ts';
import { applicationPanels, policyPanels, rewardPanel } from './reward/web/record-panels.ts';
import { recyclePanels, sensitivePanels } from './security/web/record-panels.ts';
import { areaLenses, calendarLenses, timeRuleLenses } from './system/web/lenses.ts';
import { listOptionPanels, timeRulePanels } from './system/web/record-panels.ts';
import { guideScreen, publicKeysCall } from './travel/contract/road-options.ts';
import { itineraryInputs, planInputs, productInputs } from './travel/web/form-inputs.ts';
import { planPanels, productPanels, teamCodePanel, teamPapersPanel } from './travel/web/record-panels.ts';
import { thresholdLenses } from './travel/web/rules/lenses.ts';

/** Screens written by hand, by whose they are and the name of their rule; each is a chunk of its own. */
export const screens: Screens = {
  admin: {
    largedatascreen: () => import('./screen/web/wall-screen.tsx'),
    cariframe: () => import('./rental/web/platform-screen.tsx'),
    report: () => import('./report/web/report-screen.tsx'),
    [roadsideScreen.name]: () => import('./enforcement/web/roadside-screen.tsx'),
    'auth/access': () => import('./identity/web/access-screen.tsx'),
    'auth/handOver': () => import('./identity/web/hand-over-screen.tsx'),
    'auth/lock': () => import('./identity/web/lock-screen.tsx'),
    'routine/adminInfo': () => import('./identity/web/profile-screen.tsx'),
    'message/notice': () => import('./message/web/notice-screen.tsx'),
    'message/sink': () => import('./message/web/sink-screen.tsx'),
    'message/template': () => import('./message/web/template-screen.tsx'),
    'system/setting': () => import('./system/web/settings.tsx'),
    openapi: () => import('./system/web/open-api.tsx'),
    'travel/itinerary': () => import('./travel/web/quick/itineraries.tsx'),
    'system/schedule': () => import('./system/web/schedule-screen.tsx'),
  },
  member: {
    'account/overview': () => import('./member/web/account/overview.tsx'),
    'account/profile': () => import('./identity/web/member/account-screen.tsx'),
    'account/changePassword': () => import('./identity/web/member/password-screen.tsx'),
    'account/integral': () => import('./member/web/account/integral.tsx'),
    'account/balance': () => import('./member/web/account/balance.tsx'),
    'message/notice': () => import('./message/web/notice-screen.tsx'),
    'travel/itinerary': () => import('./travel/web/quick/itineraries.tsx'),
    'enterprise/enterprise': () => import('./enterprise/web/own-enterprises.tsx'),
    [guideScreen.name]: () => import('./travel/web/road/road-screen.tsx'),
    [promisesScreen.name]: () => import('./reward/web/promises-screen.tsx'),
    [invitationScreen.name]: () => import('./enterprise/web/invitations.tsx'),
  },
};

/** Screens that are worked with where there is no network; the build names their files (scripts/offline-files.ts). */
export const offlineScreens: readonly string[] = [roadsideScreen.name, guideScreen.name];

/** Public calls whose answers these screens are worked with there. */
export const offlineAnswers: readonly string[] = [publicKeysCall];

/** What modules add to the page of a record, by resource. */
export const recordPanels: Readonly<Record<string, readonly RecordPanel[]>> = {
  'auth/admin': adminPanels,
  'crew/rating': ratingPanels,
  'document/document': documentPanels,
  'enterprise/enterprise': enterprisePanels,
  'reward/application': applicationPanels,
  'reward/policy': policyPanels,
  'routine/attachment': attachmentPanels,
  'security/dataRecycleLog': recyclePanels,
  'security/sensitiveDataLog': sensitivePanels,
  'system/timeRule': timeRulePanels,
  'system/word': listOptionPanels,
  'travel/itinerary': [...planPanels, teamCodePanel, teamPapersPanel, rewardPanel],
  'travel/product': productPanels,
  'travel/template': planPanels,
  'user/user': [...memberPanels, ...memberFactorPanels],
};

/** What messages let their readers decide where they are read, by the code of the message. */
export const noticeAnswers: Readonly<Record<string, LoadNoticeAnswer>> = {
  [invitationNotice]: () => import('./enterprise/web/invitation-answer.tsx'),
};

/** Ways of looking at a list that modules bring, by resource. */
export const lenses: Readonly<Record<string, readonly OwnLens[]>> = {
  'system/area': areaLenses,
  'system/calendar': calendarLenses,
  'system/timeRule': timeRuleLenses,
  'reward/policy': policyLenses,
  'travel/threshold': thresholdLenses,
};

/** Inputs of their own that modules bring for fields of a form, by resource. */
export const formInputs: Readonly<Record<string, readonly OwnInput[]>> = {
  'reward/application': applicationInputs,
  'travel/itinerary': itineraryInputs,
  'travel/product': productInputs,
  'travel/template': planInputs,
  'user/moneyLog': holderInputs,
  'user/scoreLog': holderInputs,
};

/** Where lists lead with the rows they show. */
export const listLinks: readonly ListLink[] = [
  {
    label: reportScreen.label,
    rule: reportScreen.name,
    isShown: ({ measures }) => measures !== undefined,
    load: () => import('./report/web/report-link.ts'),
  },
];
