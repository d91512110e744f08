import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import type { draw } from '../../contract/draw/random-inspection-draw.ts';

const basisVoid = text('据以检查的双随机抽取已作废，检查失去依据', 'The draw that the check was based on was voided');

/**
 * Cancels the checks of draws that were voided, in the same transaction: what nobody has entered upon has lost its basis.
 * Checks that officers have begun or finished stay, and their officers decide.
 */
export async function cancelChecksOfVoidDraws(
  facts: readonly ReceivedEvent[],
  { cascadeMove }: Pick<SubscriberContext<typeof draw>, 'cascadeMove'>,
): Promise<void> {
  const draws = facts.map(({ row_id }) => row_id);
  await cascadeMove(check, sql`t.draw_id = any(${draws}::bigint[])`, 'cancel', {
    input: { reason: basisVoid['zh-cn'] },
    note: sql`${basisVoid['zh-cn']}::text`,
    noteEnglish: sql`${basisVoid.en}::text`,
  });
}
