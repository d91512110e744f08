import { randomInt } from 'node:crypto';
import { type MessageTemplate, messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type Attempt, type AttemptLimit, countAttempts, sharedAddressLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { Refused } from '#server/refusal.ts';
import {
  conditionalQueueMessageStatement,
  isDeliverable,
  type MailRecipient,
  messageText,
  queueMessage,
  type Recipient,
  recipientAddressOf,
} from '../write/statement/queue-sms-email-and-wechat-messages.ts';

/** Lifetime of a code in seconds, and the number of wrong attempts after which it is void. */
const life = 300;
const maxTries = 5;

/** Limits on codes per recipient (domain reference §2.R). */
const perMobile: readonly AttemptLimit[] = [
  { name: 'sms_mobile_minute', most: 1, seconds: 60, forgets: 'each' },
  { name: 'sms_mobile_hour', most: 5, seconds: 3600, forgets: 'each' },
  { name: 'sms_mobile_day', most: 10, seconds: 86_400, forgets: 'each' },
];
const perMail: readonly AttemptLimit[] = [
  { name: 'mail_minute', most: 1, seconds: 60, forgets: 'each' },
  { name: 'mail_hour', most: 5, seconds: 3600, forgets: 'each' },
  { name: 'mail_day', most: 10, seconds: 86_400, forgets: 'each' },
];
/** Per network of the requester, codes by text message and e-mail together. */
const perAddress: AttemptLimit = { name: 'sms_address_hour', most: 30, seconds: 3600, forgets: 'each' };

/** Per requesting account, which no captcha slows down, whatever the recipients. */
const perSender: AttemptLimit = { name: 'sms_sender_hour', most: 30, seconds: 3600, forgets: 'each' };

const texts = {
  again: text('发送过于频繁，请 {s} 秒后再试', 'Too frequent, retry in {s} s'),
  hour: text(
    '该手机号一小时内的验证码次数已用完（至多 {most} 次），请 {minutes} 分钟后再试',
    'No more codes for this mobile number within the hour ({most} at most). Try again in {minutes} min',
  ),
  day: text(
    '该手机号今日验证码次数已用完（每日 {most} 次），请 {hours} 小时后再试',
    'No more codes for this number today ({most} a day). Try again in {hours} h',
  ),
  mailAgain: text('频繁发送电子邮件，请 {s} 秒后再试', 'Frequent email sending, retry in {s} s'),
  mailHour: text(
    '该邮箱一小时内的验证码次数已用完（至多 {most} 次），请 {minutes} 分钟后再试',
    'No more codes for this e-mail address within the hour ({most} at most). Try again in {minutes} min',
  ),
  mailDay: text(
    '该邮箱今日验证码次数已用完（每日 {most} 次），请 {hours} 小时后再试',
    'No more codes for this e-mail address today ({most} a day). Try again in {hours} h',
  ),
  address: text(
    '当前网络一小时内的验证码次数已用完（至多 {most} 次），请 {minutes} 分钟后再试',
    'No more codes from this network within the hour ({most} at most). Try again in {minutes} min',
  ),
  sender: text(
    '您的账号一小时内的验证码次数已用完（至多 {most} 次），请 {minutes} 分钟后再试',
    'No more codes for your account within the hour ({most} at most). Try again in {minutes} min',
  ),
};
/** Refusal for a purpose without codes. */
export const unknownTemplate = text('模板不存在', 'The template does not exist');
export const wrongCode = text('验证码错误或已过期', 'Verification code wrong or expired');

const messageOf: Readonly<Record<string, Text>> = {
  sms_mobile_hour: texts.hour,
  sms_mobile_day: texts.day,
  mail_minute: texts.mailAgain,
  mail_hour: texts.mailHour,
  mail_day: texts.mailDay,
  sms_address_hour: texts.address,
  sms_sender_hour: texts.sender,
};

const tooMany = ({ name, most }: AttemptLimit, wait: number) =>
  new Refused(messageOf[name] ?? texts.again, {
    values: { s: wait, minutes: Math.ceil(wait / 60), hours: Math.ceil(wait / 3600), most },
    data: { reason: 'too_frequent', retry_after: wait },
  });

/** Codes are stored as a keyed hash, so that nobody can find them by trial without the platform's key. */
const hashCode = ({ hash }: Pick<Engine, 'hash'>, address: string, purpose: string, code: string) =>
  hash(`code ${address} ${purpose} ${code}`);

const hidden = '••••••';

export const codeMessage = messageTemplate({
  code: 'code',
  urgency: 'code',
  label: text('验证码', 'Verification code'),
  text: text(
    '您的验证码是 {code}，5 分钟内有效。如非本人操作请忽略。',
    'Your verification code is {code}, valid for 5 minutes. If you did not request it, please ignore this message.',
  ),
  places: { code: { ...text('验证码', 'Verification code'), sample: '482913', needed: true } },
});

/** Whose the mobile or e-mail address must be, for some purposes. */
export type CodeOwner = 'admin' | 'member';

type Address = { mobile: string } | { email: string };

/** The requester of a code: address and, if signed in, account. */
interface CodeSender {
  ip: string;
  sender?: Pick<Caller, 'type' | 'id'> | undefined;
}

const sameAddress = (to: Address): Sql => {
  const [column, address] = recipientAddressOf(to);
  return column === 'mobile' ? sql`mobile = ${address}` : sql`lower(email) = ${address}`;
};

const knows = (owner: CodeOwner | undefined, to: Address): Sql => {
  if (owner === undefined) return sql`true`;
  return owner === 'admin'
    ? sql`exists (select from auth_admin where ${sameAddress(to)} and status = '1')`
    : sql`exists (select from member where ${sameAddress(to)} and status = 'enable')`;
};

const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');

const triesOf = ({ config }: Engine, to: Address, { ip, sender }: CodeSender): Attempt[] => {
  const [column, address] = recipientAddressOf(to);
  const limits = column === 'mobile' ? perMobile : perMail;
  return [
    ...limits.map((limit) => ({ limit, subject: address })),
    ...(sender && sender.type !== 'guest' ? [{ limit: perSender, subject: `${sender.type} ${sender.id}` }] : []),
    { limit: sharedAddressLimit(perAddress, config.captcha), subject: ipForLimits(ip) },
  ];
};

/** Inserts a code and voids earlier ones of the same purpose and address. */
const newCodeRow = (
  engine: Engine,
  { to, purpose, ip }: { to: Address; purpose: string; ip: string },
  code: string,
  seconds: number,
): Sql => {
  const [, address] = recipientAddressOf(to);
  return sql`before as (
      update message_code set used = true where address = ${address} and purpose = ${purpose} and not used
    ), made as (
      insert into message_code (address, purpose, code_hash, ip, expiretime)
      values (${address}, ${purpose}, ${hashCode(engine, address, purpose, code)}, ${ip}, now() + make_interval(secs => ${seconds}))
    )`;
};

/** Without a provider of text messages, codes can be read in the SMS debug box. */
function addToSink(engine: Engine, tx: Transaction, to: Address, content: () => string): void {
  const [column, address] = recipientAddressOf(to);
  if (column === 'mobile' && !isDeliverable(engine, column))
    tx.afterCommit(() => engine.smsSink?.add(address, content()));
}

/** A code with a message of its own. */
export interface CodeMessage<P extends string> extends CodeSender {
  purpose: string;
  to: Recipient | MailRecipient;
  template: MessageTemplate<P | 'code'>;
  /** Values of the placeholders other than the code. */
  values: Readonly<Record<Exclude<P, 'code'>, string>>;
}

/** Sends a code in the caller's transaction, without limits of its own. `seconds`: its lifetime. */
export async function queueCode<P extends string>(
  engine: Engine,
  tx: Transaction,
  message: CodeMessage<P>,
  seconds: number,
): Promise<void> {
  const { to, template, values } = message;
  const code = newCode();
  await tx.query(sql`with ${newCodeRow(engine, message, code, seconds)} select`);
  const filled = (shown: string) => ({ ...values, code: shown }) as Readonly<Record<P | 'code', string>>;
  await queueMessage(engine, tx, template, filled(code), to, { shown: filled(hidden), seconds });
  addToSink(engine, tx, to, () => messageText(engine, template, filled(code), to.locale));
}

/** Sends codes to several addresses, all or none, within the usual limits and with the usual lifetime. */
export async function sendCodes<P extends string>(engine: Engine, messages: readonly CodeMessage<P>[]): Promise<void> {
  await engine.db.transaction(async (tx) => {
    for (const message of messages) await countAttempts(tx, triesOf(engine, message.to, message), tooMany);
    for (const message of messages) await queueCode(engine, tx, message, life);
  });
}

/** The request for a code. */
export type CodeRequest = Address &
  CodeSender & {
    purpose: string;
    owner?: CodeOwner | undefined;
    locale?: Locale;
  };

/**
 * Sends a one-time code of six digits for a purpose, to a mobile or an e-mail address. If the address does not belong
 * to `owner`, nothing is sent, but attempts, duration, statements and answer are the same, so that the call does not
 * disclose who is registered.
 */
export async function sendCode(
  engine: Engine,
  { purpose, ip, sender, owner, locale, ...to }: CodeRequest,
): Promise<void> {
  const code = newCode();
  await engine.db.transaction(async (tx) => {
    await countAttempts(tx, triesOf(engine, to, { ip, sender }), tooMany);
    const sent = await tx.row(sql`
      with ${newCodeRow(engine, { to, purpose, ip }, code, life)}
      ${conditionalQueueMessageStatement(
        engine,
        knows(owner, to),
        codeMessage,
        { code },
        { ...to, ...(locale ? { locale } : {}) },
        { shown: { code: hidden }, seconds: life },
      )}`);
    if (sent) addToSink(engine, tx, to, () => messageText(engine, codeMessage, { code }, locale));
  });
}

/** A code as entered by a person. */
export interface SubmittedCode {
  /** The mobile or e-mail address that it was sent to. */
  readonly address: string;
  readonly purpose: string;
  readonly code: string;
}

/**
 * Checks codes. Returns the ids of the stored codes, still to be spent, in the order given; undefined if one is wrong
 * or was tried too often. Attempts are counted and judged in one statement; they count even if the caller's transaction
 * is rolled back.
 */
export async function matchCodes(
  engine: Pick<Engine, 'db' | 'hash'>,
  codes: readonly SubmittedCode[],
): Promise<(number | undefined)[]> {
  const normalised = codes.map((one) => ({ ...one, address: one.address.toLowerCase() }));
  const tried = await engine.db.rows<{ place: number; id: number; right: boolean }>(sql`
    update message_code c set tries = c.tries + 1
    from unnest(${normalised.map((one) => one.address)}::text[], ${normalised.map((one) => one.purpose)}::text[],
      ${normalised.map((one) => hashCode(engine, one.address, one.purpose, one.code.trim()))}::text[]) with ordinality as a (address, purpose, hash, place)
    where c.id = (select max(m.id) from message_code m where m.address = a.address and m.purpose = a.purpose)
      and not c.used and c.tries < ${maxTries} and c.expiretime > now()
    returning a.place::int - 1 as place, c.id, c.code_hash = a.hash as right`);
  return normalised.map((_, at) => tried.find(({ place, right }) => place === at && right)?.id);
}

/** {@link matchCodes} for one code. */
export const matchCode = async (
  engine: Pick<Engine, 'db' | 'hash'>,
  address: string,
  purpose: string,
  code: string,
): Promise<number | undefined> => (await matchCodes(engine, [{ address, purpose, code }]))[0];

/** Spends codes in one statement. False: one of them has already been spent. */
export async function consumeCodes(db: Queryable, ids: readonly number[]): Promise<boolean> {
  const spent = await db.rows(
    sql`update message_code set used = true where id = any(${ids}::bigint[]) and not used returning id`,
  );
  return spent.length === ids.length;
}

/** {@link consumeCodes} for one code. */
export const consumeCode = (db: Queryable, id: number): Promise<boolean> => consumeCodes(db, [id]);

/** Checks a code and spends it if it is right. */
export async function checkCode(
  engine: Pick<Engine, 'db' | 'hash'>,
  address: string,
  purpose: string,
  code: string,
): Promise<boolean> {
  const id = await matchCode(engine, address, purpose, code);
  return id !== undefined && (await consumeCode(engine.db, id));
}
