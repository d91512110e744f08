import { type Text, text } from '#kernel/text/text.ts';
import type { Officer } from './enforcement-officer.ts';

/** Officers who act together (行政处罚法 Art. 42). */
export const officersPerCheck = 2;

const texts = {
  unverified: text(
    '{name}未通过执法资格核验，不能执法（行政处罚法第四十二条）',
    '{name} has no verified enforcement certificate and may not act (Administrative Penalty Law, Art. 42)',
  ),
  expired: text(
    '{name}的执法证已于 {day} 到期，不能执法（行政处罚法第四十二条）',
    'The enforcement certificate of {name} expired on {day} (Administrative Penalty Law, Art. 42)',
  ),
  offDuty: text('{name}不在岗', '{name} is not on duty'),
  disabled: text('{name}的账号已停用', 'The account of {name} is disabled'),
  recused: text(
    '{name}已登记对该企业回避，不能执法（行政处罚法第四十三条）',
    '{name} is recused from this enterprise (Administrative Penalty Law, Art. 43)',
  ),
  tooFew: text(
    '执法人员不得少于两人（行政处罚法第四十二条）',
    'At least two officers are required (Administrative Penalty Law, Art. 42)',
  ),
};

interface Assignable extends Pick<Officer, 'name' | 'status' | 'on_duty' | 'cert_valid_to'> {
  /** Whether their account can sign in. */
  readonly enabled: boolean;
  /** Whether a recusal from the enterprise is in force on that day. */
  readonly recused: boolean;
}

/** Why an officer may not be assigned, or sign, on a day (YYYY-MM-DD in Asia/Shanghai). Undefined: they may. */
export function whyOfficerNotAssignable(
  { name, status, on_duty, cert_valid_to, enabled, recused }: Assignable,
  day: string,
): { readonly text: Text; readonly values: Readonly<Record<string, string>> } | undefined {
  if (status !== 'verified' && status !== 'changing') return { text: texts.unverified, values: { name } };
  if (cert_valid_to < day) return { text: texts.expired, values: { name, day: cert_valid_to } };
  if (on_duty !== '1') return { text: texts.offDuty, values: { name } };
  if (!enabled) return { text: texts.disabled, values: { name } };
  return recused ? { text: texts.recused, values: { name } } : undefined;
}

/** Why these officers may not act together on a day. Undefined: they may. */
export function whyOfficersNotPair(
  officers: readonly (Assignable & Pick<Officer, 'id'>)[],
  day: string,
): ReturnType<typeof whyOfficerNotAssignable> {
  for (const one of officers) {
    const reason = whyOfficerNotAssignable(one, day);
    if (reason) return reason;
  }
  return new Set(officers.map(({ id }) => id)).size < officersPerCheck ? { text: texts.tooFew, values: {} } : undefined;
}
