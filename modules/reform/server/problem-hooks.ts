import { sql } from '#server/db/sql.ts';
import type { Hooks } from '#server/write/hook/hooks.ts';
import type { problem } from '../contract/problem.ts';
import { earlierOrdersOf } from './repeated-problems.ts';

/** The order that a problem is written with. */
interface WholeOrder {
  readonly check_id?: number | null;
  readonly enterprise_id?: number | null;
}

/**
 * Hooks of problems: those found by a check have the pictures taken there, and the draft already says how often the
 * enterprise was ordered to correct the same before.
 */
export const problemHooks: Hooks<typeof problem> = {
  async add({ values, whole, tx }) {
    const { item_id } = values;
    const { check_id, enterprise_id } = { ...whole?.before, ...whole?.values } as WholeOrder;
    if (!item_id) return;
    const found = await tx.row<{ evidence: string[] | null; repeats: number }>(sql`
      select (select evidence from enforcement_check_answer where check_id = ${check_id ?? 0} and item_id = ${item_id}) as evidence,
        (select count(distinct o.id)::int ${earlierOrdersOf(enterprise_id ?? 0, { item: sql`${item_id}::bigint`, order: sql`0` })}) as repeats`);
    if (found?.evidence) values.before = found.evidence;
    values.repeats = found?.repeats ?? 0;
    values.repeated = values.repeats > 0 ? '1' : '0';
  },
};
