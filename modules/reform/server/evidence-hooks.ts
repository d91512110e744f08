import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Hooks } from '#server/write/hook/hooks.ts';
import type { evidence } from '../contract/evidence.ts';
import { order } from '../contract/order.ts';
import { problem } from '../contract/problem.ts';

const texts = {
  foreign: text('不是本责令的问题', 'Not a problem of this order'),
  handedIn: text('已提交的照片不能删除', 'Pictures that were handed in cannot be deleted'),
};

/** States in which the enterprise may add and remove pictures. */
const open = { status: ['issued', 'read', 'returned', 'overdue'], field: 'order_id' } as const;

/**
 * Hooks of evidence: it belongs to a problem of its order, and a picture that was taken before the order was issued, or
 * that states no time, is marked but not refused.
 */
export const evidenceHooks: Hooks<typeof evidence> = {
  async add({ require, values, tx, fail, afterStore, cascadeChange }) {
    const { order_id, problem_id, taken_at } = values;
    if (!order_id || !problem_id) return;
    const of = await require(order, order_id, open);
    if (!of) return;
    const known = await tx.row(
      sql`select 1 as found from reform_problem where id = ${problem_id} and order_id = ${order_id}`,
    );
    if (!known) return fail('problem_id', texts.foreign);
    values.round = (of.rounds ?? 0) + 1;
    values.doubt =
      taken_at === null || taken_at === undefined
        ? 'undated'
        : of.issued_at !== null && taken_at < of.issued_at
          ? 'earlier'
          : null;
    afterStore(async () => {
      await cascadeChange(problem, sql`t.id = ${problem_id}`, { answered: '1' });
    });
  },
  async del({ require, before, fail, afterStore, cascadeChange }) {
    const of = await require(order, before.order_id, open);
    if (!of) return;
    if ((before.round ?? 0) <= (of.rounds ?? 0)) return fail('round', texts.handedIn);
    afterStore(async () => {
      await cascadeChange(
        problem,
        sql`t.id = ${before.problem_id} and not exists (
          select from reform_evidence e where e.problem_id = t.id and e.round > ${of.rounds ?? 0} and e.id <> ${before.id})`,
        { answered: '0' },
      );
    });
  },
};
