import type { ServerModule } from '#server/platform/server-module.ts';
import { recycleBinAndChangeLogControllers } from './recycle-bin-and-change-log-controllers.ts';
import { recycleBinAndChangeLogRuleControllers } from './recycle-bin-and-change-log-rule-controllers.ts';
import {
  recycleBinListingRuleHooks,
  sensitiveFieldChangeLogRuleHooks,
} from './recycle-bin-and-change-log-rule-hooks.ts';

export const securityServer: ServerModule = {
  name: 'security',
  hooks: {
    'security/dataRecycle': recycleBinListingRuleHooks,
    'security/sensitiveData': sensitiveFieldChangeLogRuleHooks,
  },
  controllers: () => [...recycleBinAndChangeLogRuleControllers(), ...recycleBinAndChangeLogControllers()],
};
