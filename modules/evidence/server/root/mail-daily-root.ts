import { publicAddress } from '#modules/document/contract/public-address-and-issue-requirements.ts';
import type { Queryable } from '#server/db/connect.ts';
import type { Engine } from '#server/engine/engine.ts';
import { readEmailsOfOfficersWho } from '#server/message/officers-with-same-rights.ts';
import { queueMessage } from '#server/write/statement/queue-message.ts';
import { dailyRoot } from '../../contract/message-templates.ts';

interface PublishedDay {
  readonly day: string;
  readonly hash: string;
  readonly roots: number;
}

/** Queues the root of a day for the addresses of all officers who may receive it, in the transaction that publishes it. */
export async function mailDailyRoot(engine: Engine, tx: Queryable, { day, hash, roots }: PublishedDay): Promise<void> {
  const values = { day, hash, roots: String(roots), address: `${publicAddress(engine.settings)}/verify/root/${day}` };
  for (const email of await readEmailsOfOfficersWho(tx, 'evidence/root/receive'))
    await queueMessage(engine, tx, dailyRoot, values, { email, once: `evidence root ${day} ${email}` });
}
