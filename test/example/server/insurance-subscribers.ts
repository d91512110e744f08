import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { enterprise } from '../contract/enterprise.ts';
import { insurance } from '../contract/insurance.ts';

export const insuranceSubscribers: Readonly<Record<string, Subscriber>> = {
  /** A policy ends when its enterprise stops trading. */
  end_insurance: on(enterprise, ['cancelled', 'revoked'], {
    async together(facts, { cascadeChange }) {
      const holders = facts.map(({ row_id }) => row_id);
      const today = sql`(now() at time zone 'Asia/Shanghai')::date`;
      await cascadeChange(
        insurance,
        sql`t.enterprise_id = any(${holders}::bigint[]) and t.status = 'active' and t.ends_on > ${today}`,
        { ends_on: today },
      );
    },
  }),
};
