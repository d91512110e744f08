import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { buildAdminRecycleBinAndChangeLogRuleControllers } from './buildadmin-recycle-bin-and-change-log-rule-controllers.ts';
import {
  recycleBinListingRuleWriteHooks,
  sensitiveFieldChangeLogRuleWriteHooks,
} from './complete-and-validate-recycle-and-change-log-rules.ts';
import { recycleBinAndChangeLogControllers } from './recycle-bin-and-change-log-controllers.ts';

export const securityServer: ServerModule = {
  name: 'security',
  hooks: {
    'security/dataRecycle': recycleBinListingRuleWriteHooks,
    'security/sensitiveData': sensitiveFieldChangeLogRuleWriteHooks,
  },
  controllers: () => [...buildAdminRecycleBinAndChangeLogRuleControllers(), ...recycleBinAndChangeLogControllers()],
};
