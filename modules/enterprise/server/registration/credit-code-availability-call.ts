import { findCreditCodeFault, normalizeCreditCode } from '#kernel/check/credit-code.ts';
import { maskMobile } from '#kernel/check/mask-personal-data.ts';
import { field } from '#kernel/field/field.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import { type EnterpriseType, enterpriseTypes } from '../../contract/enterprise-options.ts';
import { hasOwnerSql } from '../ownership/lock-and-transfer-enterprise-ownership.ts';
import { hoursUntilRegistrationResubmission } from './hours-until-registration-resubmission.ts';

/** The registration that uses a credit code with a type. */
export interface RegistrationWithCreditCode {
  [column: string]: unknown;
  id: number;
  name: string;
  status: string;
  owned: boolean;
  contact_mobile: string;
  legal_mobile: string;
  area_code: string;
}

export const creditCodeAvailabilityTexts = {
  free: text('可以登记', 'Available for registration'),
  claimable: text(
    '该企业已在册，尚无账号，可以认领',
    'This enterprise is on record without an account; you can claim ownership',
  ),
  registered: text('已由 {hint} 登记，可申诉/认领', 'Registered by {hint}; you can appeal or claim ownership'),
  waiting: text(
    '该企业的登记 24 小时内被不予通过，请 {hours} 小时后再提交',
    'The registration of this enterprise was rejected within the last 24 hours. Submit again in {hours} h',
  ),
} as const satisfies Record<string, Text>;

export interface CreditCodeAvailability {
  state: 'free' | 'claimable' | 'registered' | 'waiting';
  name?: string;
  /** Masked mobile of the registrant. */
  hint?: string;
  hours?: number;
}

/** The registration that already uses a code; ended ones do not count. */
export function findRegistrationWithCreditCode(
  db: Queryable,
  uscc: string,
  type: string,
): Promise<RegistrationWithCreditCode | undefined> {
  return db.row<RegistrationWithCreditCode>(sql`select e.id, e.name, e.status, ${hasOwnerSql} as owned, e.contact_mobile, e.legal_mobile, e.area_code
    from enterprise e where uscc = ${uscc} and ent_type = ${type} and status not in ('cancelled', 'revoked')`);
}

export async function creditCodeAvailabilityOf(
  db: Queryable,
  found: RegistrationWithCreditCode | undefined,
): Promise<CreditCodeAvailability> {
  if (!found) return { state: 'free' };
  const registration = { name: found.name, hint: maskMobile(found.contact_mobile) };
  if (found.status === 'rejected') {
    const wait = await hoursUntilRegistrationResubmission(db, found.id);
    if (wait) return { state: 'waiting', name: found.name, hours: wait.hours };
  }
  return { state: found.owned ? 'registered' : 'claimable', ...registration };
}

/** The normalised credit code of a call; refused with its error if invalid. */
export function readCreditCode(value: unknown, { caller }: Pick<Call, 'caller'>): string {
  const code = normalizeCreditCode(typeof value === 'string' ? value.slice(0, 60) : '');
  const fault = findCreditCodeFault(code);
  const message =
    fault === 'checkDigit' ? validationMessages.credit_code_checksum : validationMessages.invalid_credit_code;
  if (fault) throw invalid({ uscc: [message[caller.locale]] });
  return code;
}

export function readEnterpriseType(value: unknown): EnterpriseType {
  if (typeof value !== 'string' || !Object.hasOwn(enterpriseTypes, value)) throw badParameter();
  return value as EnterpriseType;
}

/** Input of calls about the registration of a credit code with a type. */
export const creditCodeAndTypeInput = {
  uscc: field.creditCode(text('统一社会信用代码', 'Unified social credit code'), { required: true }),
  ent_type: field.select(text('企业类型', 'Type'), { required: true, options: enterpriseTypes }),
};

/** Whether a credit code may be registered or is on record already. */
export const creditCodeAvailabilityCall = call({
  gate: 'none',
  limit: { perMinute: 40 },
  summary: text('信用代码能否登记', 'Whether a credit code can be registered'),
  input: creditCodeAndTypeInput,
  answer: object(
    {
      state: enumOf('free', 'claimable', 'registered', 'waiting'),
      name: string,
      hint: string,
      hours: integer,
      message: string,
    },
    ['state', 'message'],
  ),
  async run({ engine: { db }, caller, input: { uscc, ent_type } }) {
    const answer = await creditCodeAvailabilityOf(db, await findRegistrationWithCreditCode(db, uscc, ent_type));
    const { state, hint = '', hours = '' } = answer;
    return { ...answer, message: textIn(creditCodeAvailabilityTexts[state], caller.locale, { hint, hours }) };
  },
});
