import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { invalid } from '#server/refusal.ts';
import { complaintLimits } from '../contract/complaint-options.ts';

/** The ticket of somebody who entered the code sent to this mobile: two hours to file or supplement a complaint. */
export const complainantTicket = oneTimeTicket<{ readonly mobile: string }>({
  name: 'complainant mobile',
  seconds: 2 * 3600,
  uses: 'any',
  refusal: text('手机验证已过期，请重新获取短信验证码', 'Mobile verification has expired. Get a new SMS code'),
  data: { reason: 'forbidden', ticket: 'expired' },
});

/** Input of calls that need the ticket. Checked with it: whatever is wrong, the mobile has to be verified again. */
export const ticketInput = { ticket: field.text(text('手机验证凭据', 'Proof of mobile verification'), { max: 1000 }) };

/** The mobile proven by a ticket; refused if invalid or expired. */
export const readComplainantTicket = async ({ db }: Pick<Engine, 'db'>, ticket: unknown): Promise<string> =>
  (await complainantTicket.redeem(db, ticket)).mobile;

/** Storage topic of the files of one mobile, so that nobody refers to the files of another. */
export const uploadTopicOf = (engine: Pick<Engine, 'hash'>, mobile: string): string =>
  `complaint-${engine.hash(`complainant ${mobile}`).slice(0, 12)}`;

const foreignFile = text('文件不存在或不是您上传的', 'The file does not exist, or you did not upload it');

const tooManyFiles = text('证据材料至多 {n} 个', 'At most {n} {n|file|files} of evidence');

/** Refuses files that were not uploaded with a ticket of this mobile, and more than a complaint holds together with `held`. */
export async function requireOwnUploads(
  engine: Engine,
  {
    mobile,
    files,
    held = [],
    locale,
  }: { mobile: string; files: readonly string[]; held?: readonly string[]; locale: Locale },
): Promise<void> {
  const { files: most } = complaintLimits;
  if (new Set([...held, ...files]).size > most) throw invalid({ files: [textIn(tooManyFiles, locale, { n: most })] });
  const own = await engine.db.row<{ n: number }>(sql`
    select count(*)::int as n from ${sql.id(tableOf(attachment))}
    where url = any(${[...files]}::text[]) and topic = ${uploadTopicOf(engine, mobile)} and private`);
  if ((own?.n ?? 0) !== new Set(files).size) throw invalid({ files: [foreignFile[locale]] });
}
