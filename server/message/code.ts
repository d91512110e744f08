import { randomInt } from 'node:crypto';
import { type MessageTemplate, messageTemplate } from '#kernel/message-template.ts';
import { type Locale, text } from '#kernel/text.ts';
import type { Queryable, Transaction } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { limitAddress } from '#server/http/client-address.ts';
import { type Limit, type Try, takeTries } from '#server/limit/tries.ts';
import { Refused } from '#server/refusal.ts';
import { type Recipient, sayMessage, sendMessage } from './send.ts';

/** Seconds a code lives, and wrong tries that end it. */
const life = 300;
const mostTries = 5;

/** Codes that may be sent (domain reference §2.R). */
const perMobile: readonly Limit[] = [
  { name: 'sms_mobile_minute', most: 1, seconds: 60, forgets: 'each' },
  { name: 'sms_mobile_hour', most: 5, seconds: 3600, forgets: 'each' },
  { name: 'sms_mobile_day', most: 10, seconds: 86_400, forgets: 'each' },
];
const perAddress: Limit = { name: 'sms_address_hour', most: 30, seconds: 3600, forgets: 'each' };

const words = {
  again: text('发送过于频繁，请 {s} 秒后再试', 'Too frequent, retry in {s} s'),
  hour: text(
    '该手机号一小时内的验证码次数已用完，请 {minutes} 分钟后再试',
    'No more codes for this number within the hour; try again in {minutes} min',
  ),
  day: text('该手机号今日验证码次数已用完', 'No more codes for this number today'),
  address: text(
    '当前网络一小时内的验证码次数已用完，请 {minutes} 分钟后再试',
    'No more codes for this network within the hour; try again in {minutes} min',
  ),
};
export const wrongCode = text('验证码错误或已过期', 'Code wrong or expired');

const messageOf = { sms_mobile_hour: words.hour, sms_mobile_day: words.day, sms_address_hour: words.address } as const;

const tooMany = ({ name }: Limit, wait: number) =>
  new Refused(messageOf[name as keyof typeof messageOf] ?? words.again, {
    values: { s: wait, minutes: Math.ceil(wait / 60) },
    data: { reason: 'too_frequent', retry_after: wait },
  });

/** The database knows the code by a hash that nobody can try out without the key of the platform. */
const hashCode = ({ hash }: Pick<Engine, 'hash'>, mobile: string, purpose: string, code: string) =>
  hash(`code ${mobile} ${purpose} ${code}`);

const hidden = '••••••';

export const codeMessage = messageTemplate({
  code: 'code',
  label: text('验证码', 'Verification code'),
  words: text(
    '您的验证码是 {code}，5 分钟内有效。如非本人操作请忽略。',
    'Your code is {code}, valid for 5 minutes. Ignore this message if you did not ask for it.',
  ),
  places: { code: { ...text('验证码', 'Code'), sample: '482913', needed: true } },
});

/** Who owns a number that codes of some purposes are sent to only if it is known. */
export type CodeOwner = 'admin' | 'member';

const knows = (owner: CodeOwner | undefined, mobile: string): Sql => {
  if (owner === undefined) return sql`true`;
  return owner === 'admin'
    ? sql`exists (select from auth_admin where mobile = ${mobile} and status = '1')`
    : sql`exists (select from member where mobile = ${mobile} and status = 'enable')`;
};

const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');

const triesOf = (mobile: string, ip: string): Try[] => [
  ...perMobile.map((limit) => ({ limit, subject: mobile })),
  { limit: perAddress, subject: limitAddress(ip) },
];

/** A code that is told in a message of its own. */
export interface CodeMessage<P extends string> {
  purpose: string;
  ip: string;
  to: Recipient;
  template: MessageTemplate<P | 'code'>;
  /** What is filled in besides the code. */
  values: Readonly<Record<Exclude<P, 'code'>, string>>;
}

/**
 * Sends a code in the caller's transaction, whose limits are the caller's too; it lives so many seconds. Codes for the
 * same purpose that were sent to the mobile before are void.
 */
export async function queueCode<P extends string>(
  engine: Engine,
  tx: Transaction,
  { purpose, ip, to, template, values }: CodeMessage<P>,
  seconds: number,
): Promise<void> {
  const code = newCode();
  const { mobile, locale } = to;
  await tx.query(sql`
    with before as (
      update message_code set used = true where mobile = ${mobile} and purpose = ${purpose} and not used
    )
    insert into message_code (mobile, purpose, code_hash, ip, expiretime)
    values (${mobile}, ${purpose}, ${hashCode(engine, mobile, purpose, code)}, ${ip}, now() + make_interval(secs => ${seconds}))`);
  const filled = (shown: string) => ({ ...values, code: shown }) as Readonly<Record<P | 'code', string>>;
  await sendMessage(engine, tx, template, filled(hidden), to);
  tx.afterCommit(() => engine.smsSink?.keep(mobile, sayMessage(engine, template, filled(code), locale)));
}

/** Sends codes to several numbers, all or none, as often as codes may be sent. They live as long as every code. */
export async function sendCodes<P extends string>(engine: Engine, messages: readonly CodeMessage<P>[]): Promise<void> {
  await engine.db.transaction(async (tx) => {
    for (const { to, ip } of messages) await takeTries(tx, triesOf(to.mobile, ip), tooMany);
    for (const message of messages) await queueCode(engine, tx, message, life);
  });
}

/** Who asks for a code, and what for. */
export interface CodeAsked {
  mobile: string;
  purpose: string;
  ip: string;
  owner?: CodeOwner | undefined;
  locale?: Locale;
}

/**
 * Sends a one-time code of six digits for a purpose. To a number that is not `owner`'s nothing is sent, and in nothing
 * else does it differ: tries, waiting, statements and answer are those of a known one, so that asking tells nothing.
 */
export async function sendCode(engine: Engine, { mobile, purpose, ip, owner, locale }: CodeAsked): Promise<void> {
  const code = newCode();
  await engine.db.transaction(async (tx) => {
    await takeTries(tx, triesOf(mobile, ip), tooMany);
    const sent = await tx.row(sql`
      with before as (
        update message_code set used = true where mobile = ${mobile} and purpose = ${purpose} and not used
      ), made as (
        insert into message_code (mobile, purpose, code_hash, ip, expiretime)
        values (${mobile}, ${purpose}, ${hashCode(engine, mobile, purpose, code)}, ${ip}, now() + make_interval(secs => ${life}))
      )
      insert into message_sms (mobile, template_code, content)
      select ${mobile}, ${codeMessage.code}, ${sayMessage(engine, codeMessage, { code: hidden }, locale)} where ${knows(owner, mobile)} returning id`);
    if (sent) tx.afterCommit(() => engine.smsSink?.keep(mobile, sayMessage(engine, codeMessage, { code }, locale)));
  });
}

/** A code as somebody tells it. */
export interface ToldCode {
  readonly mobile: string;
  readonly purpose: string;
  readonly code: string;
}

/**
 * The numbers of right codes, which are still to be used up, in the order they were told; undefined: it is wrong, or was
 * tried too often. The tries are counted and judged in one statement. They are meant to count even when the caller's
 * work is refused.
 */
export async function matchCodes(
  engine: Pick<Engine, 'db' | 'hash'>,
  told: readonly ToldCode[],
): Promise<(number | undefined)[]> {
  const tried = await engine.db.rows<{ place: number; id: number; right: boolean }>(sql`
    update message_code c set tries = c.tries + 1
    from unnest(${told.map((one) => one.mobile)}::text[], ${told.map((one) => one.purpose)}::text[],
      ${told.map((one) => hashCode(engine, one.mobile, one.purpose, one.code.trim()))}::text[]) with ordinality as a (mobile, purpose, hash, place)
    where c.id = (select max(m.id) from message_code m where m.mobile = a.mobile and m.purpose = a.purpose)
      and not c.used and c.tries < ${mostTries} and c.expiretime > now()
    returning a.place::int - 1 as place, c.id, c.code_hash = a.hash as right`);
  return told.map((_, at) => tried.find(({ place, right }) => place === at && right)?.id);
}

/** The same of one code. */
export const matchCode = async (
  engine: Pick<Engine, 'db' | 'hash'>,
  mobile: string,
  purpose: string,
  code: string,
): Promise<number | undefined> => (await matchCodes(engine, [{ mobile, purpose, code }]))[0];

/** Uses codes up, all in one statement; false: somebody else did with one of them. */
export async function spendCodes(db: Queryable, ids: readonly number[]): Promise<boolean> {
  const spent = await db.rows(
    sql`update message_code set used = true where id = any(${ids}::bigint[]) and not used returning id`,
  );
  return spent.length === ids.length;
}

/** The same of one code. */
export const spendCode = (db: Queryable, id: number): Promise<boolean> => spendCodes(db, [id]);

/** Whether a code is right; a right one is used up. */
export async function checkCode(
  engine: Pick<Engine, 'db' | 'hash'>,
  mobile: string,
  purpose: string,
  code: string,
): Promise<boolean> {
  const id = await matchCode(engine, mobile, purpose, code);
  return id !== undefined && (await spendCode(engine.db, id));
}

/** Removes codes long void (domain reference §2.W: seven days). */
export async function purgeCodes(db: Queryable): Promise<void> {
  await db.query(`delete from message_code where expiretime < now() - interval '7 days'`);
}
