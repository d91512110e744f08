import type { Module } from '#kernel/module/module.ts';
import {
  buildServerModules,
  type ServerModule,
  type ServerModuleOrFactory,
} from '#server/platform/server-module-declaration.ts';
import { articleServer } from './article/server/module.ts';
import { attachmentServer } from './attachment/server/module.ts';
import { coachRentalServer } from './coach-rental/server/module.ts';
import { complaintServer, fileComplaintWithTicket } from './complaint/server/module.ts';
import { creditServer } from './credit/server/module.ts';
import { crewServer } from './crew/server/module.ts';
import { documentServer } from './document/server/module.ts';
import { enforcementServer } from './enforcement/server/module.ts';
import { enterpriseServer } from './enterprise/server/module.ts';
import { evaluationServer } from './evaluation/server/module.ts';
import { evidenceServer } from './evidence/server/module.ts';
import { fieldKitServer } from './field-kit/server/module.ts';
import { helpServer } from './help/server/module.ts';
import { identityServer } from './identity/server/module.ts';
import { incidentServer } from './incident/server/module.ts';
import { insuranceServer } from './insurance/server/module.ts';
import { libraryServer } from './library/server/module.ts';
import { memberServer } from './member/server/module.ts';
import { messageServer } from './message/server/module.ts';
import { openInterfaceServer } from './open-interface/server/module.ts';
import { opinionServer } from './opinion/server/module.ts';
import { reformServer } from './reform/server/module.ts';
import { modules } from './registry.ts';
import { reportServer } from './report/server/module.ts';
import { rewardServer } from './reward/server/module.ts';
import { riskServer } from './risk/server/module.ts';
import { scenicServer } from './scenic/server/module.ts';
import { securityServer } from './security/server/module.ts';
import { systemServer } from './system/server/module.ts';
import { travelServer } from './travel/server/module.ts';
import { wallScreenServer } from './wall-screen/server/module.ts';
import { webTerminalServer } from './web-terminal/server/module.ts';
import { wechatServer } from './wechat/server/module.ts';

/** Server parts of all modules; the first prepares the database before the others, which use its reference data. */
const list: readonly ServerModuleOrFactory[] = [
  systemServer,
  identityServer,
  memberServer,
  messageServer,
  enterpriseServer,
  crewServer,
  insuranceServer,
  coachRentalServer,
  travelServer,
  enforcementServer,
  fieldKitServer,
  libraryServer,
  reformServer,
  complaintServer,
  evaluationServer,
  incidentServer,
  scenicServer,
  opinionServer,
  creditServer,
  riskServer,
  rewardServer,
  documentServer,
  articleServer,
  helpServer,
  attachmentServer,
  reportServer,
  webTerminalServer,
  securityServer,
  evidenceServer,
  openInterfaceServer(fileComplaintWithTicket),
  wechatServer,
  wallScreenServer,
];

/** `forget` drops cached tokens and rights of the process; tests may declare other modules. */
export const serverModules = (forget: () => void, declared: readonly Module[] = modules): readonly ServerModule[] => [
  ...buildServerModules(list, { modules: declared, forget }),
  { name: 'series', series: declared.flatMap((module) => module.series ?? []) },
];
