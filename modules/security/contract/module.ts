import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { recycleBinListingRule } from './recycle-bin-listing-rule.ts';
import { recycleLog } from './recycle-log.ts';
import { registerSelectableResources } from './resources-and-fields-as-select-options.ts';
import { revealLog } from './reveal-log.ts';
import { sensitiveFieldChangeLog } from './sensitive-field-change-log.ts';
import { sensitiveFieldChangeLogRule } from './sensitive-field-change-log-rule.ts';

export const securityModule = module_({
  name: 'security',
  label: text('数据安全', 'Data security'),
  icon: 'safety-certificate',
  weigh: 25,
  entries: [recycleLog, sensitiveFieldChangeLog, revealLog, recycleBinListingRule, sensitiveFieldChangeLogRule],
  complete: registerSelectableResources,
});
