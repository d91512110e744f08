import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Hooks, WriteContext } from '#server/write/hook/hooks.ts';
import type { evidence } from '../contract/evidence.ts';
import { order } from '../contract/order.ts';
import { problem } from '../contract/problem.ts';
import type { pictureDoubts } from '../contract/reform-options.ts';

const handedIn = text('已提交的照片不能删除', 'Pictures that were handed in cannot be deleted');

/** States in which the enterprise may add and remove pictures. */
const open = ['issued', 'read', 'returned', 'overdue'] as const;
/** An officer also adds those of what was corrected on the spot. */
const openToOfficers = [...open, 'draft', 'need_onsite'] as const;

/** The order of a problem, in a state in which pictures may be added and removed. */
async function requireOpenOrder({ require, tx, caller }: WriteContext<typeof evidence>, problemId: number) {
  const of = await tx.row<{ order_id: number }>(sql`select order_id from reform_problem where id = ${problemId}`);
  const status = caller.type === 'member' ? open : openToOfficers;
  return of && (await require(order, of.order_id, { status, field: 'problem_id' }));
}

/** Seconds by which the clock of a camera may be ahead. */
const clockSlackSeconds = 300;

/** What speaks against the time that a picture states. */
function doubtOf(captured: number | null, issued: number | null): keyof typeof pictureDoubts | null {
  if (captured === null) return 'undated';
  if (issued !== null && captured < issued) return 'earlier';
  return captured > Date.now() / 1000 + clockSlackSeconds ? 'future' : null;
}

/**
 * Hooks of evidence: it belongs to the order of its problem, and a picture that was taken before the order was issued,
 * or that states no time or one to come, is marked but not refused.
 */
export const evidenceHooks: Hooks<typeof evidence> = {
  async add(context) {
    const { values, afterStore, cascadeChange } = context;
    const { problem_id, captured_at } = values;
    if (!problem_id) return;
    const of = await requireOpenOrder(context, problem_id);
    if (!of) return;
    values.order_id = of.id;
    values.round = (of.rounds ?? 0) + 1;
    values.doubt = doubtOf(captured_at ?? null, of.issued_at);
    afterStore(async () => {
      await cascadeChange(problem, sql`t.id = ${problem_id}`, { answered: '1' });
    });
  },
  async del(context) {
    const { before, fail, afterStore, cascadeChange } = context;
    const of = await requireOpenOrder(context, before.problem_id);
    if (!of) return;
    const rounds = of.rounds ?? 0;
    if ((before.round ?? 0) <= rounds) return fail('round', handedIn);
    const others = sql`select from reform_evidence e where e.problem_id = t.id and e.round > coalesce(t.requested_round, 0) and e.id <> ${before.id}`;
    afterStore(async () => {
      await cascadeChange(problem, sql`t.id = ${before.problem_id} and not exists (${others})`, { answered: '0' });
    });
  },
};
