import type { MergedWebModules } from '#web/shell/module/shell-dependencies.ts';
import { mergeWebModulesByName, type WebModule } from '#web/shell/module/web-module.ts';
import { articleWeb } from './article/web/module.ts';
import { attachmentWeb } from './attachment/web/module.ts';
import { coachRentalWeb } from './coach-rental/web/module.ts';
import { complaintWeb } from './complaint/web/module.ts';
import { creditWeb } from './credit/web/module.ts';
import { crewWeb } from './crew/web/module.ts';
import { documentWeb } from './document/web/module.ts';
import { enforcementWeb } from './enforcement/web/module.ts';
import { enterpriseWeb } from './enterprise/web/module.ts';
import { evidenceWeb } from './evidence/web/module.ts';
import { fieldKitWeb } from './field-kit/web/module.ts';
import { identityWeb } from './identity/web/module.ts';
import { incidentWeb } from './incident/web/module.ts';
import { libraryWeb } from './library/web/module.ts';
import { memberWeb } from './member/web/module.ts';
import { messageWeb } from './message/web/module.ts';
import { openInterfaceWeb } from './open-interface/web/module.ts';
import { opinionWeb } from './opinion/web/module.ts';
import { reformWeb } from './reform/web/module.ts';
import { reportWeb } from './report/web/module.ts';
import { rewardWeb } from './reward/web/module.ts';
import { riskWeb } from './risk/web/module.ts';
import { scenicWeb } from './scenic/web/module.ts';
import { securityWeb } from './security/web/module.ts';
import { systemWeb } from './system/web/module.ts';
import { travelWeb } from './travel/web/module.ts';
import { wallScreenWeb } from './wall-screen/web/module.ts';
import { wechatWeb } from './wechat/web/module.ts';

/** Browser parts of all modules, in the order of the menu, which also orders their panels and lenses. */
const parts: readonly WebModule[] = [
  wallScreenWeb,
  reportWeb,
  enterpriseWeb,
  travelWeb,
  enforcementWeb,
  fieldKitWeb,
  reformWeb,
  complaintWeb,
  incidentWeb,
  scenicWeb,
  opinionWeb,
  creditWeb,
  libraryWeb,
  riskWeb,
  crewWeb,
  rewardWeb,
  coachRentalWeb,
  documentWeb,
  articleWeb,
  messageWeb,
  wechatWeb,
  memberWeb,
  identityWeb,
  attachmentWeb,
  securityWeb,
  evidenceWeb,
  openInterfaceWeb,
  systemWeb,
];

/** What modules add to the screens of all resources. */
export const browserPartsOfAllModules: MergedWebModules = {
  screens: {
    admin: Object.assign({}, ...parts.map(({ screens }) => screens?.admin)),
    member: Object.assign({}, ...parts.map(({ screens }) => screens?.member)),
  },
  recordPanels: mergeWebModulesByName(parts.map(({ recordPanels }) => recordPanels)),
  noticeAnswers: Object.assign({}, ...parts.map(({ noticeAnswers }) => noticeAnswers)),
  lenses: mergeWebModulesByName(parts.map(({ lenses }) => lenses)),
  formInputs: mergeWebModulesByName(parts.map(({ formInputs }) => formInputs)),
  formWarnings: Object.assign({}, ...parts.map(({ formWarnings }) => formWarnings)),
  offlineScreens: parts.flatMap(({ offlineScreens }) => offlineScreens ?? []),
  offlineAnswers: parts.flatMap(({ offlineAnswers }) => offlineAnswers ?? []),
  listLinks: parts.flatMap(({ listLinks }) => listLinks ?? []),
  help: Object.assign({}, ...parts.map(({ help }) => help)),
  tiles: parts.flatMap(({ tiles }) => tiles ?? []),
};
