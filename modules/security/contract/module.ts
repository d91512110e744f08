import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { recycleBinEntry } from './recycle-bin-entry.ts';
import { recycleBinListingRule } from './recycle-bin-listing-rule-of-administrators.ts';
import { registerSelectableResources } from './resources-and-fields-as-select-options.ts';
import { sensitiveDataAccessLog } from './sensitive-data-access-log.ts';
import { sensitiveFieldChangeLog } from './sensitive-field-change-log.ts';
import { sensitiveFieldChangeLogRule } from './sensitive-field-change-log-rule-of-administrators.ts';

export const securityModule = module_({
  name: 'security',
  label: text('数据安全', 'Data security'),
  icon: 'safety-certificate',
  weigh: 25,
  entries: [
    recycleBinEntry,
    sensitiveFieldChangeLog,
    sensitiveDataAccessLog,
    recycleBinListingRule,
    sensitiveFieldChangeLogRule,
  ],
  complete: registerSelectableResources,
});
