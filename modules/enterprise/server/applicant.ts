import { isAccount, isPassword } from '#kernel/check/account.ts';
import { messages } from '#kernel/text/message.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { firstGroup } from '#modules/member/contract/group.ts';
import { user } from '#modules/member/contract/user.ts';
import { hashPassword } from '#server/auth/password.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { limitAddress } from '#server/limit/limit-address.ts';
import { type Limit, sharedAddressLimit, takeTries } from '#server/limit/tries.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';

/**
 * Most submissions within 24 hours per network address and per mobile (domain reference §2.B). Each needs a ticket, and
 * each ticket a captcha if the platform requires captchas.
 */
const perAddress: Limit = { name: 'apply_address', most: 5, seconds: 86_400, forgets: 'each' };
const perMobile: Limit = { name: 'apply_mobile', most: 3, seconds: 86_400, forgets: 'each' };

const texts = {
  passwordDiffers: text('两次输入的密码不一致', 'The two passwords do not match'),
  usernameUsed: text('该账号已被使用，请换一个', 'This account name is taken. Choose another'),
  disabled: text(
    '该手机号的账号已停用，请联系主管部门',
    'The account with this mobile number is disabled. Contact the authority',
  ),
  mobileLimit: text(
    '该手机号 24 小时内已提交 {most} 次，请明天再试',
    'This mobile number has submitted {most} {most|time|times} within 24 hours. Try again tomorrow',
  ),
  ipLimit: text(
    '当前网络 24 小时内已提交 {most} 次，请明天再试',
    '{most} {most|submission|submissions} {most|was|were} made from this network within 24 hours. Try again tomorrow',
  ),
} as const satisfies Record<string, Text>;

export interface Account {
  [column: string]: unknown;
  id: number;
  username: string;
  status: string;
}

/** The member account of a verified mobile. */
export function findAccount(db: Queryable, mobile: string): Promise<Account | undefined> {
  return db.row<Account>(sql`select id, username, status from member where mobile = ${mobile}`);
}

/** Errors of a new account's name and passwords; not needed for a mobile with an account. */
export function checkAccount(body: Readonly<Record<string, unknown>>, locale: Locale): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { username, password, password_confirm: confirm } = body;
  if (typeof username !== 'string' || !isAccount(username.trim())) errors.username = [messages.invalid_account[locale]];
  if (typeof password !== 'string' || !isPassword(password)) errors.password = [messages.invalid_password[locale]];
  else if (confirm !== password) errors.password_confirm = [texts.passwordDiffers[locale]];
  return errors;
}

export interface NewAccount {
  username: string;
  /** argon2id hash, computed before the transaction because it is slow. */
  hashed: string;
}

/** Input of a new account for a mobile without one. */
export async function prepareAccount(body: Readonly<Record<string, unknown>>): Promise<NewAccount> {
  return { username: String(body.username).trim(), hashed: await hashPassword(String(body.password)) };
}

/** Finds or creates the account of a mobile. Call under {@link serialiseApplications}. */
export async function findOrCreateAccount(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  mobile: string,
  nickname: string,
  fresh: NewAccount | undefined,
): Promise<Account & { created: boolean }> {
  const existing = await findAccount(tx, mobile);
  if (existing?.status === 'enable') return { ...existing, created: false };
  if (existing || !fresh) throw new Refused(texts.disabled, { data: { reason: 'forbidden' } });
  const { username, hashed: password } = fresh;
  const input = { username, nickname, mobile, group_id: firstGroup, status: 'enable' };
  const set = { password, joinip: caller.ip };
  try {
    const who = onBehalfOf({ ...caller, name: username });
    const { id } = await write(engine, user, who, { operation: 'add', input, set, unread: true }, tx);
    return { id, username, status: 'enable', created: true };
  } catch (error) {
    if (!(error instanceof Refused) || (error.data as { reason?: string }).reason !== 'duplicate') throw error;
    throw invalid({ username: [texts.usernameUsed[caller.locale]] });
  }
}

/** The applicant as caller: acts as their account, from the same device. */
export const applicantCaller = (caller: Caller, account: Pick<Account, 'id' | 'username'>): Caller => ({
  ...caller,
  type: 'member',
  id: account.id,
  name: account.username,
  super: false,
  nodes: new Set(),
  grantKey: 'member',
});

/** Serialises applications for one credit code or by one mobile, with locks taken in a fixed order. */
export async function serialiseApplications(db: Queryable, ...subjects: string[]): Promise<void> {
  for (const subject of subjects.toSorted()) {
    await db.query(sql`select pg_advisory_xact_lock(hashtext(${`enterprise ${subject}`}))`);
  }
}

/**
 * Counts a submission against the daily limit within its transaction: submissions refused for other reasons do not
 * count.
 */
export async function countSubmission({ config }: Engine, tx: Transaction, mobile: string, ip: string): Promise<void> {
  const tries = [
    { limit: sharedAddressLimit(perAddress, config.captcha), subject: limitAddress(ip) },
    { limit: perMobile, subject: mobile },
  ];
  await takeTries(tx, tries, (limit, wait) => {
    const message = limit === perMobile ? texts.mobileLimit : texts.ipLimit;
    return new Refused(message, { values: { most: limit.most }, data: { reason: 'too_frequent', retry_after: wait } });
  });
}

export interface Application {
  kind: 'register' | 'claim';
  enterpriseId: number;
  userId: number;
  mobile: string;
  terms?: string;
}

/** Records an application with the version of the accepted terms. */
export async function recordApplication(db: Queryable, caller: Caller, application: Application): Promise<void> {
  const { kind, enterpriseId, userId, mobile, terms } = application;
  await db.query(sql`insert into enterprise_application (kind, enterprise_id, user_id, mobile, ip, useragent, terms)
    values (${kind}, ${enterpriseId}, ${userId}, ${mobile}, ${caller.ip}, ${caller.userAgent}, ${terms ?? null})`);
}

/**
 * Storage topic of an applicant's files, separate per mobile so that two applicants uploading the same picture do not
 * share a file.
 */
export const uploadTopicOf = (engine: Pick<Engine, 'hash'>, mobile: string): string =>
  `apply-${engine.hash(`applicant ${mobile}`).slice(0, 12)}`;
