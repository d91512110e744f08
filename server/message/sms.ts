import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';

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
  /** The record it is about, by name: for who reads the queue. */
  resource?: string;
  rowId?: number;
  rowTitle?: string;
}

/** Queues a text message in the caller's transaction: it is sent if and only if what it tells of is committed. */
export async function queueSms(db: Queryable, sms: Sms): Promise<void> {
  await db.query(sql`${intoQueue} values (${sql.join(columnsOf(sms))}, ${sms.rowId ?? null}, ${sms.rowTitle ?? null})`);
}

/** The same as a statement beside the one that stores a row: the message goes with the row, to which it belongs. */
export const smsBeside = (row: Sql, sms: Omit<Sms, 'rowId'>): Sql =>
  sql`${intoQueue} select ${sql.join(columnsOf(sms))}, ${row}.id, ${sms.rowTitle ?? null}::text from ${row}`;

const intoQueue = sql`insert into message_sms (mobile, template_code, content, area_code, resource, row_id, row_title)`;

function columnsOf({ mobile, template, values, areaCode, resource }: Sms): (string | null)[] {
  return [mobile, template, renderSms(template, values), areaCode ?? null, resource ?? null];
}

/** The words of a message. */
export const renderSms = (template: TemplateCode, values: Sms['values']): string =>
  templates[template].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
