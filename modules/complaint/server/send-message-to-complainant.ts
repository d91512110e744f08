import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { complaint } from '../contract/complaint.ts';
import { complaintPath } from '../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import type { contactWays } from '../contract/complaint-select-options-applicable-rule-and-limits.ts';

/** Where the progress is read, if nobody has entered the address of the platform: an address without a host is none. */
const pageWithoutAddress = text(
  '本平台的投诉页面（凭编号和手机后四位）',
  'the complaint page of this platform (number and last four digits of your phone)',
);

/** Placeholders that every message to a complainant can fill by itself. */
type OwnPlace = 'no' | 'link' | 'until';

interface Contact {
  readonly [column: string]: unknown;
  readonly no: string;
  readonly mobile: string;
  readonly email: string | null;
  readonly contact_by: keyof typeof contactWays;
  readonly language: 'zh-cn' | 'en';
  readonly area_code: string;
  readonly until: string | null;
}

/**
 * Notifies the complainant of a stored complaint in their language, by text message, or by e-mail if that was proven. `until` is the end of the named clock, which
 * need not be the one that ends first.
 */
export async function sendMessageToComplainant<P extends string>(
  engine: Engine,
  tx: Transaction,
  template: MessageTemplate<P>,
  {
    id,
    clock = '',
    values,
  }: { readonly id: number; readonly clock?: string; readonly values: Readonly<Record<Exclude<P, OwnPlace>, string>> },
): Promise<void> {
  const row = await tx.row<Contact>(sql`
    select no, mobile, email, contact_by, language, area_code, (select to_char(d.due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') from deadline d
        where d.resource = ${complaint.name} and d.row_id = complaint.id and d.clock = ${clock} and d.status <> 'done') as until
    from complaint where id = ${id}`);
  if (!row) return;
  const address = (engine.settings(siteSettings).address ?? '').replace(/\/+$/, '');
  const own: Readonly<Record<OwnPlace, string>> = {
    no: row.no,
    link: address === '' ? pageWithoutAddress[row.language] : `${address}${complaintPath}/${row.no}`,
    until: row.until ?? '—',
  };
  await queueMessage(engine, tx, template, { ...own, ...values } as unknown as Readonly<Record<P, string>>, {
    ...(row.contact_by === 'email' && row.email ? { email: row.email } : { mobile: row.mobile }),
    locale: row.language,
    areaCode: row.area_code,
    resource: complaint.name,
    rowId: id,
    rowTitle: row.no,
  });
}
