import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { creditEvent } from '../contract/credit-event.ts';
import { creditRepair } from '../contract/credit-repair-application.ts';
import { creditFormula } from '../contract/credit-score-formula-version.ts';
import { guideCreditEvent } from '../contract/guide-credit-event.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';
import { type CreditSubject, enterpriseSubject, guideSubject } from './enterprise-or-guide-as-credit-subject.ts';
import { updateCreditScoresOf } from './update-credit-scores.ts';

/** The task that computes all scores, after another formula came into force. */
export const rescoreAllCreditTask = 'rescore_credit_of_all_enterprises';

const keysOf = (facts: readonly DomainEvent[]): number[] => facts.map(({ row_id }) => row_id);

async function update(
  { engine, tx }: Pick<SubscriberContext, 'engine' | 'tx'>,
  keys: Sql,
  subject: CreditSubject = enterpriseSubject,
): Promise<void> {
  const of = await tx.rows<{ id: number }>(sql`select distinct e.id from (${keys}) e (id) where e.id is not null`);
  await updateCreditScoresOf(
    engine,
    tx,
    subject,
    of.map(({ id }) => id),
  );
}

/** Updates scores when what they rest on changes. What changes only with time is updated at night. */
export const rescoreCreditSubscribers: Readonly<Record<string, Subscriber>> = {
  rescore_event: on(creditEvent, ['added', 'withdrawn', 'expired'], {
    laterInBatches: (facts, context) =>
      update(context, sql`select e.enterprise_id from credit_event e where e.id = any(${keysOf(facts)}::bigint[])`),
  }),
  rescore_listed: on(creditListing, ['published', 'removed', 'expired'], {
    async laterInBatches(facts, context) {
      const listed = (key: Sql) =>
        sql`select l.${key} from credit_listing l where l.id = any(${keysOf(facts)}::bigint[])`;
      await update(context, listed(enterpriseSubject.key));
      await update(context, listed(guideSubject.key), guideSubject);
    },
  }),
  /** An application is of no use once its listing has ended. */
  end_repair: on(creditListing, ['removed', 'expired'], {
    async together(facts, { cascadeMove }) {
      const ids = facts.map(({ row_id }) => row_id);
      await cascadeMove(creditRepair, sql`t.listing_id = any(${ids}::bigint[])`, 'end');
    },
  }),
  rescore_enterprise: on(enterprise, ['activated', 'changed', 'cancelled', 'revoked'], {
    laterInBatches: (facts, context) => update(context, sql`select unnest(${keysOf(facts)}::bigint[])`),
  }),
  rescore_guide_event: on(guideCreditEvent, ['added', 'withdrawn', 'expired'], {
    laterInBatches: (facts, context) =>
      update(
        context,
        sql`select e.guide_id from credit_guide_event e where e.id = any(${keysOf(facts)}::bigint[])`,
        guideSubject,
      ),
  }),
  rescore_guide: on(guide, ['added', 'verified', 'changed', 'resumed', 'suspended', 'revoked', 'cancelled'], {
    laterInBatches: (facts, context) => update(context, sql`select unnest(${keysOf(facts)}::bigint[])`, guideSubject),
  }),
  // all scores take longer than a transaction should
  rescore_all: on(creditFormula, ['published', 'retired'], {
    later: (_, { tx }) =>
      addTask(tx, rescoreAllCreditTask, {}, { key: rescoreAllCreditTask, queue: rescoreAllCreditTask }),
  }),
};
