import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Hooks } from '#server/write/hook/hooks.ts';
import type { visitReason } from '../../contract/frequency/visit-reason.ts';

const elsewhere = text('不是该检查的执法人员', 'Not an officer of this check');

/** Hooks of reasons for another visit: they are of officers of the check. */
export const visitReasonHooks: Hooks<typeof visitReason> = {
  async add({ values, tx, fail }) {
    const found = await tx.row(sql`select 1 as found from enforcement_check_officer
      where check_id = ${values.check_id ?? 0} and officer_id = ${values.officer_id ?? 0}`);
    if (!found) fail('officer_id', elsewhere);
  },
};
