import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { guideSubject } from './enterprise-or-guide-as-credit-subject.ts';
import { recordCreditEvents } from './record-and-annul-credit-events.ts';

/** A penalty of each guide whose card was suspended or revoked, one a day. */
const record =
  (happened: Sql, zh: string, en: string) =>
  async (facts: readonly DomainEvent[], { engine, tx }: SubscriberContext): Promise<void> => {
    const keys = facts.map(({ row_id }) => row_id);
    await recordCreditEvents(engine, tx, 'penalty', {
      subject: guideSubject,
      daily: true,
      facts: sql`select g.id as guide_id, ${`${guide.name}:`} || g.id as source, ${happened} as happened_on, 100 as share,
          ${zh} || coalesce('（' || g.decision_no || '）', '') as title, ${en} || coalesce(' (' || g.decision_no || ')', '') as title_en,
          g.decision_no as document_no
        from crew_guide g where g.id = any(${keys}::bigint[])`,
    });
  };

const today = sql`(now() at time zone 'Asia/Shanghai')::date`;

/** Credit events of guides from what is decided about their cards (domain reference §2.N). */
export const guideCreditSubscribers: Readonly<Record<string, Subscriber>> = {
  record_guide_suspension: on(guide, 'suspended', {
    laterInBatches: record(
      sql`least(coalesce(g.suspended_from, ${today}), ${today})`,
      '暂扣导游证',
      'Guide card suspended',
    ),
  }),
  record_guide_revocation: on(guide, 'revoked', {
    laterInBatches: record(today, '吊销导游证', 'Guide card revoked'),
  }),
};
