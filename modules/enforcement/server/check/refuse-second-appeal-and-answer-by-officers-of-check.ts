import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { checkAppeal } from '../../contract/check/check-appeal.ts';
import { checkAppealAnswered } from '../../contract/check/messages-about-enforcement-check.ts';
import { isOfficerOfCheck } from './is-officer-of-check-sql.ts';

const name = 'check_id';

const texts = {
  waiting: text(
    '该检查已有待答复的异议，请等待答复',
    'An appeal against this check is still to be answered: please wait',
  ),
  own: text('参加检查的执法人员不能答复对该检查的异议', 'The officers of a check cannot answer an appeal against it'),
};

/** Nobody answers an appeal against a check of their own. */
async function refuseOwn({ tx, caller, before, fail }: ChangeContext<typeof checkAppeal>): Promise<void> {
  const found = await tx.row<{ own: boolean }>(sql`select ${isOfficerOfCheck(caller, sql`${before.check_id}`)} as own`);
  if (found?.own) fail('answer', texts.own);
}

/** Hooks of appeals against checks: one at a time, answered by somebody who was not there. */
export const checkAppealWriteHooks: WriteHooks<typeof checkAppeal> = {
  async add({ tx, values, fail }) {
    const id = values.check_id;
    if (!id) return;
    // two at once wait for each other
    await tx.query(sql`select from enforcement_check where id = ${id} for no key update`);
    const waiting = await tx.row(
      sql`select 1 as found from enforcement_check_appeal where check_id = ${id} and status = 'filed' limit 1`,
    );
    if (waiting) fail('check_id', texts.waiting);
  },
  notify: {
    uphold: { template: checkAppealAnswered, values: { name, result: text('异议成立', 'upheld') } },
    dismiss: { template: checkAppealAnswered, values: { name, result: text('异议不成立', 'dismissed') } },
  },
  moves: { uphold: refuseOwn, dismiss: refuseOwn },
};
