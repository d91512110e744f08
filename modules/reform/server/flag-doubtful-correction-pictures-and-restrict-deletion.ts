import { text, textIn } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { invalid } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { evidence } from '../contract/correction-evidence-pictures-of-problem.ts';
import { order } from '../contract/correction-order.ts';
import { mostPictures, type pictureDoubts } from '../contract/correction-order-kinds-sources-and-limits.ts';
import { problem } from '../contract/problem-to-correct.ts';

const texts = {
  handedIn: text('已提交的照片不能删除', 'Pictures that were handed in cannot be deleted'),
  otherSender: text('只能由上传人删除', 'Only the person who sent a picture can delete it'),
  tooMany: text('每个问题每次最多 {n} 张照片', 'At most {n} {n|picture|pictures} of a problem in one submission'),
};

/** States in which the enterprise may add and remove pictures. */
const open = ['issued', 'read', 'returned', 'overdue'] as const;
/** An officer also adds those of what was corrected on the spot. */
const openToOfficers = [...open, 'draft', 'need_onsite'] as const;

/** The order of a problem, in a state in which pictures may be added and removed. */
async function requireOpenOrder({ require, tx, caller }: WriteContext<typeof evidence>, problemId: number) {
  const of = await tx.row<{ order_id: number }>(sql`select order_id from reform_problem where id = ${problemId}`);
  const status = caller.type === 'member' ? open : openToOfficers;
  const found = of && (await require(order, of.order_id, { status, field: 'problem_id' }));
  if (!found) return undefined;
  const { id, issued_at, status: state, rounds } = found;
  // what is taken while the correction is reviewed on site belongs to the submission under review
  return { id, issued_at, round: (rounds ?? 0) + (state === 'need_onsite' ? 0 : 1) };
}

/** Seconds by which the clock of a camera may be ahead. */
const clockSlackSeconds = 300;

/** Why the time that a picture states is doubtful. */
function doubtOf(captured: number | null, issued: number | null): keyof typeof pictureDoubts | null {
  if (captured === null) return 'undated';
  if (issued !== null && captured < issued) return 'earlier';
  return captured > Date.now() / 1000 + clockSlackSeconds ? 'future' : null;
}

/**
 * Hooks of evidence: it belongs to the order of its problem, and a picture that was taken before the order was issued,
 * or that states no time or one to come, is marked but not refused. Who sent a picture may delete it until it is handed in.
 */
export const correctionEvidenceWriteHooks: WriteHooks<typeof evidence> = {
  async add(context) {
    const { values, afterStore, cascadeChange, caller } = context;
    const { problem_id, captured_at, photos } = values;
    if (!problem_id) return;
    const of = await requireOpenOrder(context, problem_id);
    if (!of) return;
    values.order_id = of.id;
    values.round = of.round;
    values.doubt = doubtOf(captured_at ?? null, of.issued_at);
    values.sender = caller.type === 'member' ? 'enterprise' : 'officer';
    values.admin_id = caller.type === 'admin' ? caller.id : null;
    const added = photos?.length ?? 0;
    afterStore(async () => {
      // pictures that are sent at the same time are counted one after the other
      const room = sql`t.id = ${problem_id} and t.pictures + ${added}::int <= ${mostPictures}::int`;
      const counted = await cascadeChange(problem, room, { answered: '1', pictures: sql`t.pictures + ${added}::int` });
      if (counted.length === 0)
        throw invalid({ photos: [textIn(texts.tooMany, caller.locale, { n: mostPictures })] }, evidence.fields);
    });
  },
  async del(context) {
    const { before, fail, afterStore, cascadeChange, caller } = context;
    const of = await requireOpenOrder(context, before.problem_id);
    if (!of) return;
    if (before.round !== of.round) return fail('round', texts.handedIn);
    const own = caller.type === 'member' ? before.sender !== 'officer' : before.admin_id === caller.id;
    if (!own) return fail('sender', texts.otherSender);
    const others = sql`exists (select from reform_evidence e where e.problem_id = t.id and e.round > coalesce(t.requested_round, 0) and e.id <> ${before.id})`;
    afterStore(async () => {
      await cascadeChange(problem, sql`t.id = ${before.problem_id}`, {
        answered: others,
        pictures: sql`greatest(t.pictures - ${before.photos.length}::int, 0)`,
      });
    });
  },
};
