import { sql } from '#server/db/sql.ts';
import type { Hooks } from '#server/write/hook/hooks.ts';
import type { problem } from '../contract/problem.ts';

/** Hooks of problems: those found by a check have the pictures taken there. */
export const problemHooks: Hooks<typeof problem> = {
  async add({ values, whole, tx }) {
    const check = (whole?.values as { check_id?: number | null } | undefined)?.check_id;
    if (!check || !values.item_id) return;
    const found = await tx.row<{ evidence: string[] }>(sql`
      select coalesce(evidence, '{}') as evidence from enforcement_check_answer
      where check_id = ${check} and item_id = ${values.item_id}`);
    if (found) values.before = found.evidence;
  },
};
