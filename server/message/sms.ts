import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { text } from '#kernel/text.ts';
import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';

/** Texts of messages, `{name}` filled in. Providers register them under these codes. */
const templates = {
  code: '您的验证码是 {code}，5 分钟内有效。如非本人操作请忽略。',
  enterprise_submitted: '{name}的登记已提交，查询编号 {query_no}。主管部门将在 5 个工作日内审核。',
  enterprise_returned: '{name}的登记被退回修改，原因：{reason}。请登录后更正并重新提交。',
  enterprise_rejected: '{name}的登记未予通过，原因：{reason}。',
  enterprise_activated: '{name}已通过审核，监管码已发放。请登录查看。',
  enterprise_suspended: '{name}被责令停业整顿，文书号 {document_no}。',
  claim_submitted: '{name}的认领申请已提交，请等待主管部门核实。',
  claim_approved: '{name}的认领申请已通过，请登录查看。',
  claim_refused: '{name}的认领申请未通过，原因：{reason}。',
} as const;
export type TemplateCode = keyof typeof templates;

export interface Sms {
  mobile: string;
  template: TemplateCode;
  values: Readonly<Record<string, string>>;
  areaCode?: string | null;
  resource?: string;
  rowId?: number;
}

/** Queues a text message in the caller's transaction: it is sent if and only if what it tells of is committed. */
export async function queueSms(db: Queryable, sms: Sms): Promise<void> {
  await db.query(sql`${intoQueue} values (${sql.join(columnsOf(sms))}, ${sms.rowId ?? null})`);
}

/** The same as a statement beside the one that stores a row: the message goes with the row, to which it belongs. */
export const smsBeside = (row: Sql, sms: Omit<Sms, 'rowId'>): Sql =>
  sql`${intoQueue} select ${sql.join(columnsOf(sms))}, ${row}.id from ${row}`;

const intoQueue = sql`insert into message_sms (mobile, template_code, content, area_code, resource, row_id)`;

function columnsOf({ mobile, template, values, areaCode, resource }: Sms): (string | null)[] {
  const content = templates[template].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return [mobile, template, content, areaCode ?? null, resource ?? null];
}

/** Seconds between two codes to one number, seconds a code lives, wrong tries that end it, codes a day. */
const rules = { again: 60, life: 300, tries: 5, aDay: 10 };

const tooOften = text('发送过于频繁，请 {s} 秒后再试', 'Too frequent, retry in {s} s');
const tooMany = text('该手机号今日验证码次数已用完', 'No more codes for this number today');
export const wrongCode = text('验证码错误或已过期', 'Code wrong or expired');

const hashCode = (mobile: string, purpose: string, code: string) =>
  createHash('sha256').update(`${mobile}:${purpose}:${code}`).digest('base64url');

/** Sends a one-time code of six digits for a purpose. */
export async function sendCode(db: Queryable, mobile: string, purpose: string, ip: string): Promise<void> {
  // one at a time per number, or two quick taps both pass the check
  await db.query(sql`select pg_advisory_xact_lock(hashtext(${`sms ${mobile}`}))`);
  const sent = await db.row<{
    wait: number;
    today: number;
  }>(sql`select coalesce(ceil(${rules.again} - extract(epoch from now() - max(createtime))), 0)::int as wait, count(*)::int as today
    from message_code where mobile = ${mobile} and createtime > now() - interval '1 day'`);
  if (sent && sent.wait > 0)
    throw new Refused(tooOften, { values: { s: sent.wait }, data: { reason: 'too_frequent', retry_after: sent.wait } });
  if (sent && sent.today >= rules.aDay) throw new Refused(tooMany, { data: { reason: 'too_frequent' } });
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await db.query(
    sql`update message_code set used = true where mobile = ${mobile} and purpose = ${purpose} and not used`,
  );
  await db.query(
    sql`insert into message_code (mobile, purpose, code_hash, ip, expiretime) values (${mobile}, ${purpose}, ${hashCode(mobile, purpose, code)}, ${ip}, now() + make_interval(secs => ${rules.life}))`,
  );
  await queueSms(db, { mobile, template: 'code', values: { code } });
}

/** Whether a code is right. A right code is used up; five wrong tries end it. Wrong tries count even if the caller's work is rolled back, so `db` is not the work's transaction. */
export async function checkCode(db: Queryable, mobile: string, purpose: string, code: string): Promise<boolean> {
  const latest = await db.row<{ id: number; code_hash: string }>(sql`update message_code set tries = tries + 1
    where id = (select id from message_code where mobile = ${mobile} and purpose = ${purpose} and not used and tries < ${rules.tries} and expiretime > now() order by id desc limit 1) returning id, code_hash`);
  if (!latest) return false;
  const [expected, given] = [Buffer.from(latest.code_hash), Buffer.from(hashCode(mobile, purpose, code.trim()))];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  const used = await db.row(sql`update message_code set used = true where id = ${latest.id} and not used returning id`);
  return used !== undefined;
}
