import { homeOf } from '#kernel/module/home.ts';
import type { Module } from '#kernel/module/module.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { attachmentServer } from './attachment/server/module.ts';
import { crewServer } from './crew/server/module.ts';
import { documentServer } from './document/server/module.ts';
import { enforcementServer } from './enforcement/server/module.ts';
import { enterpriseServer } from './enterprise/server/module.ts';
import { identityServer } from './identity/server/module.ts';
import { insuranceServer } from './insurance/server/module.ts';
import { memberServer } from './member/server/module.ts';
import { messageServer } from './message/server/module.ts';
import { talkServer } from './message/server/talk.ts';
import { modules } from './registry.ts';
import { rentalServer } from './rental/server/module.ts';
import { reportServer } from './report/server/module.ts';
import { rewardServer } from './reward/server/module.ts';
import { screenServer } from './screen/server/module.ts';
import { securityServer } from './security/server/module.ts';
import { systemServer } from './system/server/module.ts';
import { terminalServer } from './terminal/server/module.ts';
import { travelServer } from './travel/server/module.ts';

/** The server parts of all areas; the first prepares the database before the others, which refer to its reference data. */
export function serverModules(forget: () => void, declared: readonly Module[] = modules): readonly ServerModule[] {
  const home = () => homeOf(parts);
  const parts: readonly ServerModule[] = [
    systemServer,
    identityServer(declared, forget, home),
    memberServer(declared, forget, home),
    messageServer(declared),
    talkServer,
    enterpriseServer,
    crewServer,
    insuranceServer,
    rentalServer,
    travelServer,
    enforcementServer,
    rewardServer,
    documentServer,
    attachmentServer,
    reportServer,
    terminalServer,
    securityServer,
  ];
  const series = declared.flatMap((one) => one.series ?? []);
  return [...parts, screenServer(declared, parts), { name: 'series', series }];
}
