import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { guidancePrice } from '../../contract/product/guidance-price-per-person-and-day.ts';
import { updatePriceChecksOfProducts } from './most-specific-guidance-price-sql-and-price-check-update.ts';

const texts = {
  order: text('有效期至不能早于施行日期', 'Must not be before the effective date'),
  both: text('起始与截止月份须同时填写', 'Enter both the first and the last month'),
};

function check({ values, before, fail }: WriteContext<typeof guidancePrice>): void {
  const now = { ...before, ...values };
  if (now.valid_to && now.valid_from && now.valid_to < now.valid_from) fail('valid_to', texts.order);
  if ((now.from_month ?? null) !== null && (now.to_month ?? null) === null) fail('to_month', texts.both);
  if ((now.to_month ?? null) !== null && (now.from_month ?? null) === null) fail('from_month', texts.both);
}

/** Another guidance price changes which products are low: compares them again in the same write. */
function compareAnew(context: WriteContext<typeof guidancePrice>): void {
  check(context);
  context.afterStore(async () => {
    await updatePriceChecksOfProducts(context.cascadeChange);
  });
}

export const guidancePriceWriteHooks: WriteHooks<typeof guidancePrice> = {
  add: compareAnew,
  edit: compareAnew,
  // the foreign key is cleared first
  async del({ before, cascadeChange }) {
    await updatePriceChecksOfProducts(cascadeChange, { where: sql`t.guidance_id = ${before.id}`, except: before.id });
  },
};
