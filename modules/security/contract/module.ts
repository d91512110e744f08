import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { recycleLog } from './recycle-log.ts';
import { recycleRule } from './recycle-rule.ts';
import { revealLog } from './reveal-log.ts';
import { registerSelectableResources } from './selectable-resources-and-fields.ts';
import { sensitiveDataRule } from './sensitive-data-rule.ts';
import { sensitiveLog } from './sensitive-log.ts';

export const securityModule = module_({
  name: 'security',
  label: text('数据安全', 'Data security'),
  icon: 'safety-certificate',
  weigh: 25,
  entries: [recycleLog, sensitiveLog, revealLog, recycleRule, sensitiveDataRule],
  complete: registerSelectableResources,
});
