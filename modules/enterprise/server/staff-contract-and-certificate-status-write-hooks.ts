import { text } from '#kernel/text/text.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { enterprise } from '../contract/enterprise.ts';
import { existingStates } from '../contract/enterprise-lifecycle.ts';
import { staffReturned } from '../contract/message-templates.ts';
import type { staff } from '../contract/staff.ts';

const contractOrder = text('结束时间必须晚于开始时间', 'The end must be after the start');

function checkContract({ values, before, fail }: WriteContext<typeof staff>): void {
  const [from, to] = [values.contract_from ?? before?.contract_from, values.contract_to ?? before?.contract_to];
  if (from && to && to <= from) fail('contract_to', contractOrder);
}

/** Refuses new staff of a closed enterprise. */
async function check(context: WriteContext<typeof staff>): Promise<void> {
  checkContract(context);
  const { values, before, require } = context;
  if (values.enterprise_id && values.enterprise_id !== before?.enterprise_id)
    await require(enterprise, values.enterprise_id, { status: existingStates, field: 'enterprise_id' });
}

/** For the members who act for the employer. */
const returned = { template: staffReturned, values: { name: 'enterprise_id', person: 'name' } } as const;

/**
 * Hooks of staff: certificates entered by members are submitted for verification; those entered by officers are
 * verified.
 */
export const staffWriteHooks: WriteHooks<typeof staff, { status: 'submitted' | 'verified' }> = {
  async add(context) {
    await check(context);
    const { values, caller } = context;
    if (values.cert_no) values.status = caller.type === 'member' ? 'submitted' : 'verified';
  },
  edit: check,
  notify: { return: returned, refuseChange: returned },
};
