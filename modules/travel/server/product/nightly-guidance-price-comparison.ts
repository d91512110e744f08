import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { cascadeChange } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { updatePriceChecksOfProducts } from './most-specific-guidance-price-sql-and-price-check-update.ts';

/** Compares the prices of products with the guidance prices of the day, every night. */
export const nightlyGuidancePriceComparison: ServerModule['scheduled'] = {
  compare_product_prices: {
    label: text('按当日指导价比对产品价格', "Compare product prices with the day's guidance prices"),
    at: '40 1 * * *',
    async run(engine) {
      const changed = await engine.db.transaction((tx) =>
        updatePriceChecksOfProducts(cascadeChange(engine, tx, systemCaller())),
      );
      if (changed > 0) engine.log.info({ changed }, 'products compared with guidance prices');
    },
  },
};
