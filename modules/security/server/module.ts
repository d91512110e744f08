import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { buildAdminRecycleBinAndChangeLogRuleControllers } from './buildadmin-recycle-bin-and-change-log-rule-controllers.ts';
import {
  recycleBinListingRuleHooks,
  sensitiveFieldChangeLogRuleHooks,
} from './check-recycle-bin-and-change-log-rules.ts';
import { recycleBinAndChangeLogControllers } from './recycle-bin-and-change-log-controllers.ts';

export const securityServer: ServerModule = {
  name: 'security',
  hooks: {
    'security/dataRecycle': recycleBinListingRuleHooks,
    'security/sensitiveData': sensitiveFieldChangeLogRuleHooks,
  },
  controllers: () => [...buildAdminRecycleBinAndChangeLogRuleControllers(), ...recycleBinAndChangeLogControllers()],
};
