import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { complainantDemand } from '../../contract/demand-of-complainant.ts';
import { maskIdentityNumbers } from './mask-identity-numbers-in-submitted-texts.ts';

/** The respondent reads what is asked for. */
function maskRemark({ values }: Pick<WriteContext<typeof complainantDemand>, 'values'>): void {
  if (values.remark) values.remark = maskIdentityNumbers(values.remark);
}

/** Hooks of what complainants ask for. */
export const complainantDemandWriteHooks: WriteHooks<typeof complainantDemand> = { add: maskRemark, edit: maskRemark };
