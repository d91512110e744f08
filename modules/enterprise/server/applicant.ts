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
import { type Limit, takeTries, wholeAddress } from '#server/limit/tries.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';

/**
 * Submissions within 24 hours, from one address and for one mobile (domain reference §2.B). The ticket of each was got with
 * a picture, where the platform asks for pictures.
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

/** The account a verified mobile belongs to. */
export function findAccount(db: Queryable, mobile: string): Promise<Account | undefined> {
  return db.row<Account>(sql`select id, username, status from member where mobile = ${mobile}`);
}

/** Errors of a new account's name and passwords; a mobile that has an account needs none. */
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
  /** argon2id; made before the transaction begins, because it takes long. */
  hashed: string;
}

/** What a new account is made of, when the mobile has none. */
export async function prepareAccount(body: Readonly<Record<string, unknown>>): Promise<NewAccount> {
  return { username: String(body.username).trim(), hashed: await hashPassword(String(body.password)) };
}

/** The account of the mobile, made now when there is none. Run under {@link oneAtATime}. */
export async function takeAccount(
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

/** Whoever applies acts as the account they get, from the device they apply from. */
export const asMember = (caller: Caller, account: Pick<Account, 'id' | 'username'>): Caller => ({
  ...caller,
  type: 'member',
  id: account.id,
  name: account.username,
  super: false,
  nodes: new Set(),
  grantKey: 'member',
});

/** Two applications for one code, or by one mobile, wait for each other; always in the same order. */
export async function oneAtATime(db: Queryable, ...subjects: string[]): Promise<void> {
  for (const subject of subjects.toSorted()) {
    await db.query(sql`select pg_advisory_xact_lock(hashtext(${`enterprise ${subject}`}))`);
  }
}

/** Takes a submission of the day, in the transaction that submits: what is refused for another reason costs none. */
export async function takeSubmission({ config }: Engine, tx: Transaction, mobile: string, ip: string): Promise<void> {
  const tries = [
    { limit: wholeAddress(perAddress, config.captcha), subject: limitAddress(ip) },
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

/** Notes down that something was applied for, with what was promised. */
export async function recordApplication(db: Queryable, caller: Caller, application: Application): Promise<void> {
  const { kind, enterpriseId, userId, mobile, terms } = application;
  await db.query(sql`insert into enterprise_application (kind, enterprise_id, user_id, mobile, ip, useragent, terms)
    values (${kind}, ${enterpriseId}, ${userId}, ${mobile}, ${caller.ip}, ${caller.userAgent}, ${terms ?? null})`);
}

/** Files of an applicant lie under a topic of their own, so that two who send the same picture do not share it. */
export const topicOf = (engine: Pick<Engine, 'hash'>, mobile: string): string =>
  `apply-${engine.hash(`applicant ${mobile}`).slice(0, 12)}`;
