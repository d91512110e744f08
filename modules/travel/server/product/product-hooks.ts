import { listsOf } from '#kernel/resource/child-list.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/calendar.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, Hooks, WriteContext } from '#server/write/hook/hooks.ts';
import { write } from '#server/write/pipeline.ts';
import { productPassed, productRefused, productSuspended } from '../../contract/message-templates.ts';
import { product } from '../../contract/product/product.ts';
import type { productPrice } from '../../contract/product/product-rows.ts';
import { checkComplete, checkProduct, requireTrading } from './product-checks.ts';

const texts = {
  past: text('日期已过', 'The date has passed'),
  far: text('价格日历最多编到两年后', 'The price calendar can be set up to two years ahead'),
  wasSubmitted: text(
    '已送审过的产品不能删除，可以下架',
    'A product that has been submitted for review cannot be deleted; take it off sale instead',
  ),
} as const;

/** Fields that a copy takes over: all that people enter, nothing computed. */
const copied = Object.entries(product.fields).flatMap(([name, one]) =>
  one.write === 'server' || listsOf(product).some(([list]) => list === name) ? [] : [name],
);

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
export const copyAsDraft = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ofRow.has(name)));

/** Copies a product on sale into a draft of its next version, by an ordinary write. */
async function revise(context: ChangeContext<typeof product>): Promise<void> {
  const { engine, tx, caller, before, values, rowsOf, note } = context;
  const input: Record<string, unknown> = Object.fromEntries(
    copied.map((name) => [name, before[name as keyof typeof before]]),
  );
  const today = shanghaiToday();
  for (const [name] of listsOf(product)) {
    const rows = await rowsOf(name);
    input[name] = rows.filter(({ date }) => typeof date !== 'string' || date >= today).map(copyAsDraft);
  }
  const revision = (before.revision ?? 1) + 1;
  const next = await write(
    engine,
    product,
    onBehalfOf(caller),
    {
      operation: 'add',
      input,
      set: { code: before.code, revision, previous_id: before.id },
      copyOf: before,
    },
    tx,
  );
  values.next_id = next.id;
  note(text(`第 ${revision} 版`, `Version ${revision}`));
}

/** A version put on sale replaces those before it. */
async function putOnSale(context: ChangeContext<typeof product>): Promise<void> {
  await requireTrading(context);
  const { before, cascadeChange } = context;
  const older = sql`t.code = ${before.code} and t.revision < ${before.revision ?? 1}`;
  const left = sql`${older} and t.status in ('approved', 'on_sale', 'off_sale', 'suspended')`;
  context.afterStore(async () => {
    await cascadeChange(product, left, { status: sql`'superseded'` }, { emits: 'superseded' });
  });
}

/** Stores the reason of a decision on the product, for its agency to read. */
function storeReason({
  values,
  input,
  note,
}: ChangeContext<typeof product, object, { readonly reason: string }>): void {
  values.review_note = input.reason;
  note(input.reason);
}

/** What messages call the product. */
const values = { name: 'title' } as const;

export const productHooks: Hooks<typeof product> = {
  async add(context) {
    context.values.revision ??= 1;
    await checkProduct(context);
  },
  edit: checkProduct,
  async del({ before, cascadeChange }) {
    if (before.status !== 'draft' && before.status !== 'rejected')
      throw new Refused(texts.wasSubmitted, { data: { reason: 'bad_transition', from: before.status, allowed: [] } });
    // the version before may be revised again
    if (before.previous_id)
      await cascadeChange(product, sql`t.id = ${before.previous_id} and t.next_id = ${before.id}`, { next_id: null });
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
      await checkComplete(context);
    },
    approveLow: storeReason,
    reject: storeReason,
    suspend: storeReason,
    sell: putOnSale,
    resume: putOnSale,
    revise,
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

export const productPriceHooks: Hooks<typeof productPrice> = { add: checkDay, edit: checkDay };
