import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { productPassed, productRefused, productSuspended } from '../../contract/message-templates.ts';
import type { productPrice } from '../../contract/product/days-stops-prices-and-extras-of-product.ts';
import type { product } from '../../contract/product/tour-product.ts';
import {
  requireAgencyInBusiness,
  validateProductAndComparePrice,
  validateProductBeforeReview,
} from './validate-product-plan-prices-and-agency-and-compare-price.ts';

const texts = {
  past: text('日期已过', 'The date has passed'),
  far: text('价格日历最多编到两年后', 'The price calendar can be set up to two years ahead'),
  wasSubmitted: text(
    '已送审过的产品不能删除，可以下架',
    'A product that has been submitted for review cannot be deleted; take it off sale instead',
  ),
} as const;

const ofRow = new Set([
  'id',
  'version',
  'createtime',
  'updatetime',
  'weigh',
  'product_id',
  'template_id',
  'is_shopping',
]);

/** Values of a row for a new row, without its identity. */
export const copyRowWithoutIdentity = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofRow.has(name)));

/** Stores the reason of a decision on the product, for its agency to read. */
function storeReason({
  values,
  input,
  note,
}: ChangeContext<typeof product, object, { readonly reason: string }>): void {
  values.review_note = input.reason;
  note(input.reason);
}

/** Products are put on sale by agencies that trade. */
async function ofTradingAgency(context: ChangeContext<typeof product>): Promise<void> {
  await requireAgencyInBusiness(context);
}

/** What messages call the product. */
const values = { name: 'title' } as const;

export const productWriteHooks: WriteHooks<typeof product> = {
  add: validateProductAndComparePrice,
  edit: validateProductAndComparePrice,
  del({ before }) {
    if (before.status !== 'draft' && before.status !== 'rejected')
      throw new Refused(texts.wasSubmitted, { data: { reason: 'bad_transition', from: before.status, allowed: [] } });
  },
  notify: {
    approve: { template: productPassed, values },
    approveLow: { template: productPassed, values },
    reject: { template: productRefused, values },
    suspend: { template: productSuspended, values },
  },
  moves: {
    async submit(context) {
      context.values.review_note = null;
      await validateProductBeforeReview(context);
    },
    approveLow: storeReason,
    reject: storeReason,
    suspend: storeReason,
    sell: ofTradingAgency,
    resume: ofTradingAgency,
  },
  nextVersion(input) {
    const today = shanghaiToday();
    const prices = input.prices as readonly { readonly date: string }[];
    input.prices = prices.filter(({ date }) => date >= today);
  },
};

/** Past days are left unchanged, and none is added. */
function checkDay({ values, before, fail }: WriteContext<typeof productPrice>): void {
  const { date } = values;
  if (!date || date === before?.date) return;
  const today = shanghaiToday();
  if (date < today) fail('date', texts.past);
  else if (date > addDays(today, 731)) fail('date', texts.far);
}

export const productPriceWriteHooks: WriteHooks<typeof productPrice> = { add: checkDay, edit: checkDay };
