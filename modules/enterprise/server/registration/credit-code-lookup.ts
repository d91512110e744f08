import { findCreditCodeFault, normalizeCreditCode } from '#kernel/check/credit-code.ts';
import { maskMobile } from '#kernel/check/mask.ts';
import { messages } from '#kernel/text/message.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import { type EnterpriseType, enterpriseTypes } from '../../contract/enterprise-options.ts';
import { hasOwnerSql } from '../ownership/enterprise-ownership.ts';
import { hoursUntilResubmission } from './resubmission-wait.ts';

/** The registration that uses a credit code with a type. */
export interface Registration {
  [column: string]: unknown;
  id: number;
  name: string;
  status: string;
  owned: boolean;
  contact_mobile: string;
  legal_mobile: string;
  area_code: string;
}

export const creditCodeLookupTexts = {
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

export interface CreditCodeLookup {
  state: 'free' | 'claimable' | 'registered' | 'waiting';
  name?: string;
  /** Masked mobile of the registrant. */
  hint?: string;
  hours?: number;
}

/** The registration that already uses a code; ended ones do not count. */
export function findRegistration(db: Queryable, uscc: string, type: string): Promise<Registration | undefined> {
  return db.row<Registration>(sql`select e.id, e.name, e.status, ${hasOwnerSql} as owned, e.contact_mobile, e.legal_mobile, e.area_code
    from enterprise e where uscc = ${uscc} and ent_type = ${type} and status not in ('cancelled', 'revoked')`);
}

export async function describeRegistration(db: Queryable, found: Registration | undefined): Promise<CreditCodeLookup> {
  if (!found) return { state: 'free' };
  const registration = { name: found.name, hint: maskMobile(found.contact_mobile) };
  if (found.status === 'rejected') {
    const wait = await hoursUntilResubmission(db, found.id);
    if (wait) return { state: 'waiting', name: found.name, hours: wait.hours };
  }
  return { state: found.owned ? 'registered' : 'claimable', ...registration };
}

/** The normalised credit code of a call; refused with its error if invalid. */
export function readCreditCode(value: unknown, call: Pick<Call, 'caller'>, field = 'uscc'): string {
  const code = normalizeCreditCode(typeof value === 'string' ? value.slice(0, 60) : '');
  const fault = findCreditCodeFault(code);
  const message = fault === 'checkDigit' ? messages.credit_code_checksum : messages.invalid_credit_code;
  if (fault) throw invalid({ [field]: [message[call.caller.locale]] });
  return code;
}

export function readEnterpriseType(value: unknown): EnterpriseType {
  if (typeof value !== 'string' || !Object.hasOwn(enterpriseTypes, value)) throw badParameter();
  return value as EnterpriseType;
}

/** `GET lookup`: whether a credit code may be registered or is on record already. */
export async function lookUpCreditCode(call: Call): Promise<CreditCodeLookup & { message: string }> {
  const { db } = call.engine;
  const found = await findRegistration(
    db,
    readCreditCode(call.query.uscc, call),
    readEnterpriseType(call.query.ent_type),
  );
  const answer = await describeRegistration(db, found);
  const { state, hint = '', hours = '' } = answer;
  const message = textIn(creditCodeLookupTexts[state], call.caller.locale, { hint, hours });
  return { ...answer, message };
}

/** `GET agency`: the travel agency a branch or outlet belongs to, by its credit code. */
export async function lookUpAgency(call: Call): Promise<{ id: number; name: string } | null> {
  const uscc = readCreditCode(call.query.uscc, call, 'parent_uscc');
  return (await findAgency(call.engine.db, uscc)) ?? null;
}

export function findAgency(db: Queryable, uscc: string): Promise<{ id: number; name: string } | undefined> {
  return db.row(sql`select id, name from enterprise
    where uscc = ${uscc} and ent_type = 'agency' and status in ('active', 'change_pending')`);
}
