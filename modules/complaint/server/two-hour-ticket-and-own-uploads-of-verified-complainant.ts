import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { cleanTopic } from '#server/files/storage/make-and-validate-storage-address.ts';
import { allowUploadsByTicketHolders } from '#server/files/upload/upload-right-of-ticket-holder.ts';
import { invalid } from '#server/refusal.ts';
import { complaintLimits } from '../contract/complaint-select-options-applicable-rule-and-limits.ts';

/**
 * Where a complainant is reached: a mobile, or an e-mail address where text messages of this platform do not arrive. One
 * of them was proven by a code.
 */
export type Complainant = { readonly mobile: string } | { readonly email: string };

/** The ticket of somebody who entered the code sent to this address: two hours to file or supplement a complaint. */
export const complainantTicket = oneTimeTicket<Complainant>({
  name: 'complainant mobile',
  seconds: 2 * 3600,
  uses: 'any',
  refusal: text('验证已过期，请重新获取验证码', 'Verification has expired. Get a new code'),
  data: { reason: 'forbidden', ticket: 'expired' },
});

/** Input of calls that need the ticket. Checked with it: whatever is wrong, the mobile has to be verified again. */
export const complainantTicketInput = { ticket: field.text(text('验证凭据', 'Proof of verification'), { max: 1000 }) };

/** Who is proven by a ticket; refused if invalid or expired. */
export const readComplainantTicket = ({ db }: Pick<Engine, 'db'>, ticket: unknown): Promise<Complainant> =>
  complainantTicket.redeem(db, ticket);

/** Condition that a row of complaints is of this complainant. An address that nobody proved opens nothing. */
export const isComplaintOf = (who: Complainant, row = sql`complaint`): Sql =>
  'email' in who
    ? sql`${row}.contact_by = 'email' and lower(${row}.email) = ${who.email}`
    : sql`${row}.contact_by = 'mobile' and ${row}.mobile = ${who.mobile}`;

export const addressOfComplainant = (who: Complainant): string => ('email' in who ? who.email : who.mobile);

/**
 * Storage topic of the files of one complainant, so that nobody refers to the files of another. Longer than twenty
 * characters it would be no topic, and all complainants would share the default one.
 */
export const uploadTopicOfComplainant = (engine: Pick<Engine, 'hash'>, who: Complainant): string =>
  cleanTopic(`complain-${engine.hash(`complainant ${addressOfComplainant(who)}`).slice(0, 11)}`);

/** Types of files that complainants attach. */
export const complainantEvidenceTypes = 'jpg,jpeg,png,webp,pdf,mp4,m4a,mp3';

allowUploadsByTicketHolders(complainantTicket, (engine, who) => ({
  topic: uploadTopicOfComplainant(engine, who),
  accept: complainantEvidenceTypes,
}));

const foreignFile = text('文件不存在或不是您上传的', 'The file does not exist, or you did not upload it');

const tooManyFiles = text('证据材料至多 {n} 个', 'At most {n} {n|file|files} of evidence');

/** Refuses files that were not uploaded with a ticket of this complainant, and more than a complaint holds together with `held`. */
export async function requireOwnUploads(
  engine: Engine,
  {
    who,
    files,
    held = [],
    locale,
  }: { who: Complainant; files: readonly string[]; held?: readonly string[]; locale: Locale },
): Promise<void> {
  const { files: most } = complaintLimits;
  if (new Set([...held, ...files]).size > most) throw invalid({ files: [textIn(tooManyFiles, locale, { n: most })] });
  if (files.length === 0) return;
  const own = await engine.db.row<{ n: number }>(sql`
    select count(*)::int as n from ${sql.id(tableOf(attachment))}
    where url = any(${[...files]}::text[]) and topic = ${uploadTopicOfComplainant(engine, who)} and private`);
  if ((own?.n ?? 0) !== new Set(files).size) throw invalid({ files: [foreignFile[locale]] });
}
