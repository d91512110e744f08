import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { insuranceClaim } from './insurance-claim.ts';
import { insurancePolicy } from './insurance-policy.ts';
import { agencyCoverage } from './liability-coverage-of-agency.ts';

/** Insurance of tours, their people and their coaches (domain reference §2.O). */
export const insuranceModule = module_({
  name: 'insurance',
  label: text('保险', 'Insurance'),
  icon: 'safety',
  weigh: 80,
  entries: [insurancePolicy, agencyCoverage, insuranceClaim],
});
