import { text } from '#kernel/text/text.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext } from '#server/write/hook/write-hooks-of-module.ts';
import { order } from '../contract/correction-order.ts';

const notTheirs = text(
  '只能由本责令的执法人员或执法队长复核',
  'Only an officer of this order or a squad leader may review it',
);

/** Refuses reviews by anybody but the officers of an order, and squad leaders (domain reference §2.J). */
export async function requireCallerMayReviewCorrectionOrder({
  tx,
  caller,
  before,
}: ChangeContext<typeof order>): Promise<void> {
  if (caller.type !== 'admin' || can(caller, `${order.name}/lead`)) return;
  const own = await tx.row(sql`
    select 1 as found from reform_order r join library_officer o on o.id = any(r.officers)
    where r.id = ${before.id} and o.admin_id = ${caller.id} limit 1`);
  if (!own) throw new Refused(notTheirs, { data: { reason: 'forbidden' } });
}
