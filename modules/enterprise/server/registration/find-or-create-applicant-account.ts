import { isAccountName, isPassword } from '#kernel/check/account-and-password.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { firstGroup } from '#modules/member/contract/member-group.ts';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';

const texts = {
  passwordDiffers: text('两次输入的密码不一致', 'The two passwords do not match'),
  usernameUsed: text('该账号已被使用，请换一个', 'This account name is taken. Choose another'),
  disabled: text(
    '该手机号的账号已停用，请联系主管部门',
    'The account with this mobile number is disabled. Contact the authority',
  ),
} as const satisfies Record<string, Text>;

export interface ApplicantAccount {
  [column: string]: unknown;
  id: number;
  username: string;
  status: string;
}

/** The member account of a verified mobile. */
export function findApplicantAccount(db: Queryable, mobile: string): Promise<ApplicantAccount | undefined> {
  return db.row<ApplicantAccount>(sql`select id, username, status from member where mobile = ${mobile}`);
}

/** Errors of a new account's name and passwords; not needed for a mobile with an account. */
export function checkNewAccountInput(
  body: Readonly<Record<string, unknown>>,
  locale: Locale,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { username, password, password_confirm: confirm } = body;
  if (typeof username !== 'string' || !isAccountName(username.trim()))
    errors.username = [validationMessages.invalid_account[locale]];
  if (typeof password !== 'string' || !isPassword(password))
    errors.password = [validationMessages.invalid_password[locale]];
  else if (confirm !== password) errors.password_confirm = [texts.passwordDiffers[locale]];
  return errors;
}

export interface NewAccount {
  username: string;
  /** argon2id hash, computed before the transaction because it is slow. */
  hashed: string;
}

/** Input of a new account for a mobile without one. */
export async function prepareNewAccount(body: Readonly<Record<string, unknown>>): Promise<NewAccount> {
  return { username: String(body.username).trim(), hashed: await hashPassword(String(body.password)) };
}

/** Finds or creates the account of a mobile. Call under {@link lockApplications}. */
export async function findOrCreateApplicantAccount(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  mobile: string,
  nickname: string,
  fresh: NewAccount | undefined,
): Promise<ApplicantAccount & { created: boolean }> {
  const existing = await findApplicantAccount(tx, mobile);
  if (existing?.status === 'enable') return { ...existing, created: false };
  if (existing || !fresh) throw new Refused(texts.disabled, { data: { reason: 'forbidden' } });
  const { username, hashed: password } = fresh;
  const input = { username, nickname, mobile, group_id: firstGroup, status: 'enable' };
  const set = { password, joinip: caller.ip };
  try {
    const who = onBehalfOf({ ...caller, name: username });
    const { id } = await write(engine, memberAccount, who, { operation: 'add', input, set, unread: true }, tx);
    return { id, username, status: 'enable', created: true };
  } catch (error) {
    if (!(error instanceof Refused) || (error.data as { reason?: string }).reason !== 'duplicate') throw error;
    throw invalid({ username: [texts.usernameUsed[caller.locale]] });
  }
}

/** The applicant as caller: acts as their account, from the same device. */
export const applicantCaller = (caller: Caller, account: Pick<ApplicantAccount, 'id' | 'username'>): Caller => ({
  ...caller,
  type: 'member',
  id: account.id,
  name: account.username,
  super: false,
  nodes: new Set(),
  grantKey: 'member',
});

/**
 * Storage topic of an applicant's files, separate per mobile so that two applicants uploading the same picture do not
 * share a file.
 */
export const uploadTopicOf = (engine: Pick<Engine, 'hash'>, mobile: string): string =>
  `apply-${engine.hash(`applicant ${mobile}`).slice(0, 12)}`;

export const describeApplicantAccount = (account: ApplicantAccount & { created: boolean }) => ({
  username: account.username,
  created: account.created,
});
