import { text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { system } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/subscriber-index.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { cascadeChange } from '#server/write/row-set/change-rows.ts';
import { on } from '#server/write/subscriber/subscriber.ts';
import { product } from '../../contract/product/product.ts';
import { updatePriceChecks } from './guidance-price.ts';

export const productSubscribers: Readonly<Record<string, Subscriber>> = {
  /** Products of a deregistered agency are taken off sale. */
  end_products: on(enterprise, ['cancelled', 'revoked'], {
    async together(facts, { cascadeMove }) {
      const agencies = facts.map(({ row_id }) => row_id);
      await cascadeMove(product, sql`t.agency_id = any(${agencies}::bigint[])`, 'takeOff');
    },
  }),
};

export const productScheduled: ServerModule['scheduled'] = {
  compare_product_prices: {
    label: text('按当日指导价比对产品价格', "Compare product prices with the day's guidance prices"),
    at: '40 1 * * *',
    async run(engine) {
      const changed = await engine.db.transaction((tx) => updatePriceChecks(cascadeChange(engine, tx, system())));
      if (changed > 0) engine.log.info({ changed }, 'products compared with guidance prices');
    },
  },
};
