import { computeDue, deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Time rules of complaints whose last day is shown before their clock runs, or that have none. */
type ComplaintRule = 'complaint_accept' | 'complaint_filing' | 'complaint_answer' | 'deposit_topup';

/**
 * The last day (`YYYY-MM-DD`) of a limit that begins on day `from`, by the version of the rule in force on the day of
 * filing (domain reference §2.L). Undefined: no version was in force.
 */
export function lastDayOfComplaintTimeLimit(
  { reference }: Pick<Engine, 'reference'>,
  code: ComplaintRule,
  { from, filedOn }: { readonly from: string; readonly filedOn: string },
): string | undefined {
  const rule = deadlineRuleInForceOn(reference.rules(), code, filedOn);
  return rule && toShanghaiDate(computeDue(rule, from, reference.calendar()).due);
}
