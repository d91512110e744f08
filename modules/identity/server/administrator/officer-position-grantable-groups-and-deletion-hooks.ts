import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { officerPosition } from '../../contract/officer-position.ts';
import { refuseGroupKeysBeyondOwnRights } from './refuse-groups-beyond-own-rights-or-loss-of-last-super-admin.ts';

const texts = {
  held: text('该岗位仍有人担任，不能删除', 'This position is still held by someone and cannot be deleted'),
};

/**
 * Hooks of jobs: a job may contain only groups its editor may grant, since assigning the job is not checked per group.
 */
export const officerPositionWriteHooks: WriteHooks<typeof officerPosition> = {
  add: checkDefaults,
  edit: checkDefaults,
  async del({ tx, before, fail }) {
    if (await tx.row(sql`select 1 from auth_admin where job_arr @> array[${before.id}::bigint] limit 1`))
      fail('name', texts.held);
  },
};

async function checkDefaults({ tx, caller, values, before }: WriteContext<typeof officerPosition>): Promise<void> {
  const groups = values.group_arr;
  if (!Array.isArray(groups)) return;
  const held = before?.group_arr ?? [];
  await refuseGroupKeysBeyondOwnRights(
    tx,
    caller,
    (groups as number[]).filter((one) => !held.includes(one)),
  );
}
