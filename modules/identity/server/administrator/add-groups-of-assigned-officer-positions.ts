import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { admin } from '../../contract/admin.ts';

const texts = {
  mainForeign: text('主岗位须是所任岗位之一', 'The main position must be one of the positions held'),
};

/** Adds the groups of newly assigned jobs; the main job is one of the jobs. Runs before permissions are checked. */
export async function addGroupsOfAssignedOfficerPositions(context: WriteContext<typeof admin>): Promise<void> {
  const { values, before, tx } = context;
  const jobs = (values.job_arr ?? before?.job_arr ?? []) as number[];
  if (Array.isArray(values.job_arr)) {
    const held = (before?.job_arr ?? []) as number[];
    const given = jobs.filter((one) => !held.includes(one));
    const groups = await tx.rows<{ id: number }>(
      sql`select distinct unnest(group_arr) as id from auth_job where id = any(${given}::bigint[])`,
    );
    const now = (values.group_arr ?? before?.group_arr ?? []) as number[];
    const more = groups.map(({ id }) => id).filter((id) => !now.includes(id));
    if (more.length > 0) values.group_arr = [...now, ...more];
    const main = values.main_job_id ?? before?.main_job_id;
    if (!main || !jobs.includes(main)) {
      if (values.main_job_id) context.fail('main_job_id', texts.mainForeign);
      values.main_job_id = jobs[0] ?? null;
    }
  } else if (values.main_job_id && !jobs.includes(values.main_job_id)) context.fail('main_job_id', texts.mainForeign);
  const groups = values.group_arr ?? before?.group_arr;
  if (!Array.isArray(groups) || groups.length === 0) context.fail('group_arr', text('必填', 'Required'));
}
