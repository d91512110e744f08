import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { attachment } from '#modules/attachment/contract/attachment.ts';
import { oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { cleanTopic } from '#server/files/storage/make-and-validate-storage-address.ts';
import { allowUploadsByTicketHolders } from '#server/files/upload/upload-right-of-ticket-holder.ts';
import { invalid } from '#server/refusal.ts';
import { evaluationLimits } from '../contract/evaluation-targets-scores-and-tags.ts';
import { type EvaluationLink, evaluationLinkPurpose } from '../contract/public-evaluation-page-and-link-types.ts';

/**
 * The link with which one person evaluates once. Its row is deleted when it is used, and until then names the subject
 * alone, so that the database does not tell who said what.
 */
export const evaluationLinkTicket = oneTimeTicket<EvaluationLink>({
  name: evaluationLinkPurpose,
  seconds: evaluationLimits.linkDays * 86_400,
});

/** Storage topic of the pictures of one link, so that nobody refers to those of another. */
const topicOf = (engine: Pick<Engine, 'hash'>, { upload = 'none' }: EvaluationLink): string =>
  cleanTopic(`evaluate-${engine.hash(`evaluation ${upload}`).slice(0, 11)}`);

allowUploadsByTicketHolders(evaluationLinkTicket, (engine, link) => ({
  topic: topicOf(engine, link),
  accept: 'jpg,jpeg,png,webp',
}));

const texts = {
  signedOnly: text('图片会透露拍摄者，署名后才能提交', 'Pictures can reveal who took them: sign to send them'),
  tooMany: text('图片至多 {n} 张', 'At most {n} {n|picture|pictures}'),
  foreign: text('图片不存在或不是您上传的', 'The picture does not exist, or you did not upload it'),
};

/** Refuses pictures of an anonymous evaluation, too many, and those that were not sent with this link. */
export async function refusePicturesNotAllowedWithLink(
  engine: Pick<Engine, 'hash'>,
  db: Queryable,
  link: EvaluationLink,
  {
    files,
    isSigned,
    locale,
  }: { readonly files: readonly string[]; readonly isSigned: boolean; readonly locale: Locale },
): Promise<void> {
  if (files.length === 0) return;
  if (!isSigned) throw invalid({ files: [texts.signedOnly[locale]] });
  const { pictures: most } = evaluationLimits;
  if (files.length > most) throw invalid({ files: [textIn(texts.tooMany, locale, { n: most })] });
  const own = await db.row<{ n: number }>(sql`
    select count(*)::int as n from ${sql.id(tableOf(attachment))}
    where url = any(${[...files]}::text[]) and topic = ${topicOf(engine, link)} and private`);
  if (link.upload === undefined || (own?.n ?? 0) !== new Set(files).size)
    throw invalid({ files: [texts.foreign[locale]] });
}
