import { type Text, textIn } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { notifyHolders } from '#server/write/statement/inbox-message-statement.ts';
import { type Check, check } from '../../contract/check/enforcement-check.ts';
import { scanInTexts } from '../../contract/check/judge-officer-scan-in-place-and-time.ts';
import { checkAssigned, checkRearranged } from '../../contract/check/messages-about-enforcement-check.ts';
import { frequencyRefusalTexts } from '../../contract/frequency/check-frequency-flag-and-refusal-texts.ts';
import { judgeCheckByFrequencyLimits } from '../frequency/judge-check-by-frequency-limits.ts';
import { enforcementCheckRefusalTexts as texts } from './enforcement-check-refusal-texts.ts';
import { notifyOfficersOfCheck } from './notify-officers-of-check.ts';
import {
  formatNamesOfOfficers,
  officersAfterWrite,
  refuseIneligibleOfficers,
  storeCertificatesOfOfficers,
} from './officer-eligibility-for-check.ts';

type Arranged = Pick<Check, 'object_name' | 'check_no' | 'window_from' | 'team'>;

/** What messages about a visit say of it. */
export const messageValuesOfCheckVisit = ({ object_name, check_no, window_from, team }: Arranged) => ({
  name: object_name ?? '',
  no: check_no ?? '',
  from: toShanghaiMinute((window_from ?? 0) * 1000),
  team: team ?? '',
});

/** Why the check, as it is stored at this moment, comes too often. */
async function frequencyRefusals({ tx }: WriteContext<typeof check>, id: number): Promise<Text[]> {
  const judged = await judgeCheckByFrequencyLimits(tx, id);
  return judged ? [...frequencyRefusalTexts(judged.question, judged.assessment)] : [];
}

/**
 * Officers and time that are changed after the approval are judged as they were for it: a visit that the limits would not
 * have allowed is not reached by approving another one first. What speaks against the check whatever is changed was
 * decided with the approval. The enterprise, once it knows of the check, and officers who were sent are told.
 */
export async function revalidateCheckWithChangedOfficersOrTimeAndNotify(
  context: WriteContext<typeof check>,
): Promise<void> {
  const { before, values, fail, caller, afterStore, engine, tx } = context;
  if (!before || before.status === 'draft') return;
  const officers = await officersAfterWrite(context, before);
  refuseIneligibleOfficers(context, before, officers);
  values.team = formatNamesOfOfficers(officers);
  storeCertificatesOfOfficers(context);
  const now = { ...before, ...values };
  const isMoved = now.window_from !== before.window_from || now.window_to !== before.window_to;
  if (isMoved && before.status !== 'approved' && !(now.window_from && now.window_to))
    fail('window_from', scanInTexts.noWindow);
  if (isMoved && now.window_to && now.window_to < Math.floor(Date.now() / 1000)) fail('window_to', texts.windowPassed);
  if (!isMoved && now.team === before.team) return;
  // two that are changed at once wait for each other, as approvals do
  if (before.enterprise_id)
    await tx.query(sql`select from enterprise where id = ${before.enterprise_id} for no key update`);
  const earlier = new Set((await frequencyRefusals(context, before.id)).map((one) => one['zh-cn']));
  afterStore(async (id) => {
    const [refused] = (await frequencyRefusals(context, id)).filter((one) => !earlier.has(one['zh-cn']));
    if (refused) {
      const message = textIn(refused, caller.locale);
      const field = isMoved ? 'window_from' : 'officers';
      throw new Refused(refused, { data: { reason: 'invalid', errors: { [field]: [message] } } });
    }
    if (before.informed_enterprise_id)
      await notifyHolders(engine, tx, check, checkRearranged, [{ row: id, values: messageValuesOfCheckVisit(now) }]);
    if (before.status === 'dispatched' || before.status === 'accepted')
      await notifyOfficersOfCheck(context, before, checkAssigned, messageValuesOfCheckVisit(now));
  });
}
