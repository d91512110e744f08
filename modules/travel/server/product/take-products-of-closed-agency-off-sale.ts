import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { product } from '../../contract/product/tour-product.ts';

export const takeProductsOfClosedAgencyOffSale: Readonly<Record<string, Subscriber>> = {
  /** Products of a deregistered agency are taken off sale. */
  end_products: on(enterprise, ['cancelled', 'revoked'], {
    async together(facts, { cascadeMove }) {
      const agencies = facts.map(({ row_id }) => row_id);
      await cascadeMove(product, sql`t.agency_id = any(${agencies}::bigint[])`, 'takeOff');
    },
  }),
};
