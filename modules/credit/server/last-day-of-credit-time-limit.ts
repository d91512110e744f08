import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { computeDue, deadlineRuleInForceOn } from '#kernel/time/deadline.ts';
import { shanghaiToday, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import type { CreditList } from '../contract/credit-event-kinds-lists-and-grounds.ts';

const missing = text('时限规则 {code} 不在有效期内', 'The time rule {code} is not in force');

/** The last day (`YYYY-MM-DD`) of a limit that begins today, by the rule in force. Refused where no rule is. */
export function lastDayOfCreditTimeLimit(
  { reference }: Pick<Engine, 'reference'>,
  code: 'credit_statement' | `credit_listed_${CreditList}`,
): string {
  const today = shanghaiToday();
  const rule = deadlineRuleInForceOn(reference.rules(), code, today);
  if (!rule) throw new Refused(textInAnyLocale(missing, { code }), { data: { reason: 'no_time_rule' } });
  return toShanghaiDate(computeDue(rule, today, reference.calendar()).due);
}
