import { text } from '#kernel/text/text.ts';
import { platformPublicAddress } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import type { Queryable } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readEmailsOfOfficersWithPermission } from '#server/message/officers-grouped-by-permissions.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { dailyEvidenceRootEmail } from '../../contract/daily-evidence-root-email.ts';
import { dailyEvidenceRootPage } from '../../contract/daily-root-and-evidence-verification-pages.ts';

/** Stands for the address while the platform has no public one. */
const onPlatform = text('平台“每日证据根”页面', 'the page of daily evidence roots');

interface PublishedDay {
  readonly day: string;
  readonly hash: string;
  readonly roots: number;
}

/** Queues the root of a day for the addresses of all officers who may receive it, in the transaction that publishes it. */
export async function mailDailyEvidenceRoot(
  engine: Engine,
  tx: Queryable,
  { day, hash, roots }: PublishedDay,
): Promise<void> {
  const own = platformPublicAddress(engine.settings);
  const address = own ? `${own}${dailyEvidenceRootPage.path.replace(':day?', day)}` : onPlatform['zh-cn'];
  const values = { day, hash, roots: String(roots), address };
  for (const email of await readEmailsOfOfficersWithPermission(tx, 'evidence/root/receive'))
    await queueMessage(engine, tx, dailyEvidenceRootEmail, values, { email, once: `evidence root ${day} ${email}` });
}
