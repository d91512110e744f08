import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Module, resourcesOf } from '#kernel/module/module.ts';
import { articleModule } from './article/contract/module.ts';
import { attachmentModule } from './attachment/contract/module.ts';
import { coachRentalModule } from './coach-rental/contract/module.ts';
import { complaintModule } from './complaint/contract/module.ts';
import { creditModule } from './credit/contract/module.ts';
import { crewModule } from './crew/contract/module.ts';
import { documentModule } from './document/contract/module.ts';
import { enforcementModule } from './enforcement/contract/module.ts';
import { enterpriseModule } from './enterprise/contract/module.ts';
import { evaluationModule } from './evaluation/contract/module.ts';
import { evidenceModule } from './evidence/contract/module.ts';
import { fieldKitModule } from './field-kit/contract/module.ts';
import { helpModule } from './help/contract/module.ts';
import { identityModule, workbenchModule } from './identity/contract/module.ts';
import { incidentModule } from './incident/contract/module.ts';
import { insuranceModule } from './insurance/contract/module.ts';
import { libraryModule } from './library/contract/module.ts';
import { memberModule } from './member/contract/module.ts';
import { messageModule } from './message/contract/module.ts';
import { openInterfaceModule } from './open-interface/contract/module.ts';
import { opinionModule } from './opinion/contract/module.ts';
import { reformModule } from './reform/contract/module.ts';
import { reportModule } from './report/contract/module.ts';
import { rewardModule } from './reward/contract/module.ts';
import { riskModule } from './risk/contract/module.ts';
import { scenicModule } from './scenic/contract/module.ts';
import { securityModule } from './security/contract/module.ts';
import { systemModule } from './system/contract/module.ts';
import { travelModule } from './travel/contract/module.ts';
import { wallScreenModule } from './wall-screen/contract/module.ts';
import { webTerminalModule } from './web-terminal/contract/module.ts';
import { wechatModule } from './wechat/contract/module.ts';

/** All modules, in the order of the menu. A new resource is one line in its module. */
export const modules: readonly Module[] = [
  workbenchModule,
  wallScreenModule,
  reportModule,
  enterpriseModule,
  travelModule,
  enforcementModule,
  reformModule,
  complaintModule,
  evaluationModule,
  incidentModule,
  scenicModule,
  opinionModule,
  creditModule,
  fieldKitModule,
  libraryModule,
  riskModule,
  crewModule,
  insuranceModule,
  rewardModule,
  coachRentalModule,
  documentModule,
  articleModule,
  helpModule,
  messageModule,
  wechatModule,
  memberModule,
  identityModule,
  attachmentModule,
  securityModule,
  evidenceModule,
  openInterfaceModule,
  systemModule,
  webTerminalModule,
];

export const resources: readonly AnyResource[] = resourcesOf(modules);
for (const { complete } of modules) complete?.(resources);

const byName = new Map(resources.map((one) => [one.name.toLowerCase(), one]));

/** The resource with a name (case-insensitive, as on the wire), or undefined. */
export const findResource = (name: string): AnyResource | undefined => byName.get(name.toLowerCase());
