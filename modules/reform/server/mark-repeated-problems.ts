import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { order } from '../contract/correction-order.ts';
import { problem } from '../contract/problem-to-correct.ts';

/**
 * How many orders name a problem of the same item as the problem `t`, in any version of it: orders issued to the same
 * enterprise within the two years before, and not withdrawn. An order that is not issued yet comes after all others.
 */
const countEarlierOrders = (): Sql => sql`(
  select count(distinct o.id)::int from reform_order own
    join reform_order o on o.enterprise_id = own.enterprise_id and o.id <> own.id
    join reform_problem p on p.order_id = o.id
    join library_check_item i on i.id = p.item_id join library_check_item c on c.code = i.code
  where own.id = t.order_id and c.id = t.item_id and o.status not in ('draft', 'cancelled')
    and o.issued_on > coalesce(own.issued_on, ${shanghaiToday()}::date) - interval '2 years'
    and (own.issued_on is null or (o.issued_on, o.no) < (own.issued_on, own.no)))`;

/** Counts again how often the enterprise was ordered to correct these problems (of alias `t`) before. */
async function countRepeats({ cascadeChange }: Pick<WriteContext, 'cascadeChange'>, which: Sql): Promise<void> {
  await cascadeChange(problem, which, { repeats: countEarlierOrders(), repeated: sql`${countEarlierOrders()} > 0` });
}

/** Marks the problems of an order, once it is stored, that the enterprise was ordered to correct before. */
export function markRepeatedProblems(context: Pick<WriteContext, 'cascadeChange' | 'afterStore'>): void {
  context.afterStore((id) => countRepeats(context, sql`t.order_id = ${id}`));
}

/** Once an order is withdrawn, the problems of the later ones do not repeat its problems any more. */
export function unmarkRepeatsOfWithdrawnOrder(context: ChangeContext<typeof order>): void {
  const { before, afterStore } = context;
  const later = sql`select o.id from reform_order o where o.enterprise_id = ${before.enterprise_id} and o.id <> ${before.id}`;
  afterStore(() => countRepeats(context, sql`t.repeats > 0 and t.order_id in (${later})`));
}
