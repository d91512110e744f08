import { text } from '#kernel/text/text.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { officer } from '../../contract/officer/enforcement-officer.ts';
import type { recusal } from '../../contract/officer/recusal.ts';

const texts = {
  nobody: text('请填写回避的企业或个人', 'Name an enterprise or a person'),
  order: text('结束日期不得早于开始日期', 'The end must not be before the start'),
  others: text('只能登记本人的回避', 'You can only declare your own recusals'),
};

/** Somebody is named, and the days are in order. */
function check({ values, before, fail }: WriteContext<typeof recusal>): void {
  const after = { ...before, ...values };
  if (!after.enterprise_id && !after.person) fail('enterprise_id', texts.nobody);
  if (after.until_on && after.from_on && after.until_on < after.from_on) fail('until_on', texts.order);
}

/** Officers declare their own recusals; those who decide on recusals may declare any. */
async function mayDeclare({ caller, tx }: WriteContext<typeof recusal>, of: number | null | undefined) {
  if (can(caller, 'library/recusal/confirm')) return true;
  const own = sql`select 1 from library_officer where id = ${of ?? 0} and admin_id = ${caller.id}`;
  return caller.type === 'admin' && (await tx.row(own)) !== undefined;
}

async function refuseOthers(context: WriteContext<typeof recusal>): Promise<void> {
  if (!(await mayDeclare(context, context.before?.officer_id)))
    throw new Refused(texts.others, { data: { reason: 'forbidden' } });
}

/** Hooks of recusals: whose they are, and of whom. */
export const recusalWriteHooks: WriteHooks<typeof recusal> = {
  async add(context) {
    const { values, fail, require } = context;
    check(context);
    await require(officer, values.officer_id ?? 0, {
      status: ['entered', 'returned', 'verified', 'changing', 'suspended'],
      field: 'officer_id',
    });
    if (!(await mayDeclare(context, values.officer_id))) fail('officer_id', texts.others);
  },
  async edit(context) {
    check(context);
    await refuseOthers(context);
  },
  del: refuseOthers,
};
