import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { complaint } from '../contract/complaint.ts';
import { complaintLimits } from '../contract/complaint-select-options-applicable-rule-and-limits.ts';

/** Condition that a complaint can no longer be reopened. */
export const canNoLongerBeReopened = () =>
  sql`t.closed_on < ${addDays(shanghaiToday(), -complaintLimits.reopenDays)}::date`;

/** Archives complaints that can no longer be reopened, and whose complainants were called. */
export const archiveComplaints: NonNullable<ServerModule['scheduled']>[string] = {
  label: text('归档已过重新处理期限的投诉', 'Archive complaints that can no longer be reopened'),
  at: '40 3 * * *',
  async run(engine, { log }) {
    const archived = await moveRowsInBatches(engine, complaint, systemCaller(), {
      move: 'archive',
      where: canNoLongerBeReopened(),
    });
    if (archived > 0) log.info({ archived }, 'complaints archived');
  },
};
