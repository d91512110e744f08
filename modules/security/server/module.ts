import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import {
  recycleBinListingRuleHooks,
  sensitiveFieldChangeLogRuleHooks,
} from './check-recycle-bin-and-change-log-rules.ts';
import { recycleBinAndChangeLogControllers } from './recycle-bin-and-change-log-controllers.ts';
import { recycleBinAndChangeLogRuleControllers } from './recycle-bin-and-change-log-rule-controllers.ts';

export const securityServer: ServerModule = {
  name: 'security',
  hooks: {
    'security/dataRecycle': recycleBinListingRuleHooks,
    'security/sensitiveData': sensitiveFieldChangeLogRuleHooks,
  },
  controllers: () => [...recycleBinAndChangeLogRuleControllers(), ...recycleBinAndChangeLogControllers()],
};
