import type { ServerModule } from '#server/platform/server-module.ts';
import { recycleAndSensitiveLogControllers } from './recycle-and-sensitive-log-controllers.ts';
import { recycleAndSensitiveRuleControllers } from './recycle-and-sensitive-rule-controllers.ts';
import { recycleRuleHooks, sensitiveDataRuleHooks } from './rule-hooks.ts';

export const securityServer: ServerModule = {
  name: 'security',
  hooks: { 'security/dataRecycle': recycleRuleHooks, 'security/sensitiveData': sensitiveDataRuleHooks },
  controllers: () => [...recycleAndSensitiveRuleControllers(), ...recycleAndSensitiveLogControllers()],
};
