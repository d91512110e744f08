import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { officer } from '../../contract/officer/enforcement-officer.ts';

const accountInUse = text('该后台账号已由执法人员{name}使用', 'This office account already belongs to {name}');

/** Hooks of officers: an account acts as one officer. */
export const officerWriteHooks: WriteHooks<typeof officer> = {
  moves: {
    async verify({ before, tx }) {
      const other = await tx.row<{ name: string }>(sql`select name from library_officer
        where admin_id = ${before.admin_id} and id <> ${before.id} and status in ('verified', 'changing', 'suspended')`);
      if (other) throw new Refused(accountInUse, { values: other, data: { reason: 'duplicate' } });
    },
  },
};
