import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { agencyCoverage } from './agency-coverage.ts';
import { claim } from './claim.ts';
import { policy } from './policy.ts';

/** Insurance of tours, their people and their coaches (domain reference §2.O). */
export const insuranceModule = module_({
  name: 'insurance',
  label: text('保险', 'Insurance'),
  icon: 'safety',
  weigh: 80,
  entries: [policy, agencyCoverage, claim],
});
