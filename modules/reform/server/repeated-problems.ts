import { type Sql, sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hook/hooks.ts';
import type { order } from '../contract/order.ts';
import { problem } from '../contract/problem.ts';

/**
 * The `from` and `where` of orders issued to an enterprise within two years, other than one, that name a problem of the
 * same item, in any version of it.
 */
export const earlierOrdersOf = (
  enterpriseId: number,
  { item, order: except }: { readonly item: Sql; readonly order: Sql },
): Sql => sql`
  from reform_order o join reform_problem p on p.order_id = o.id
    join library_check_item i on i.id = p.item_id join library_check_item c on c.code = i.code
  where c.id = ${item} and o.enterprise_id = ${enterpriseId} and o.id <> ${except}
    and o.issued_at > now() - interval '2 years' and o.status <> 'cancelled'`;

/** Marks the problems of an order that the enterprise was ordered to correct before. */
export async function markRepeatedProblems({ before, cascadeChange }: ChangeContext<typeof order>): Promise<void> {
  const earlier = earlierOrdersOf(before.enterprise_id, { item: sql`t.item_id`, order: sql`t.order_id` });
  await cascadeChange(problem, sql`t.order_id = ${before.id} and exists (select ${earlier})`, {
    repeated: '1',
    repeats: sql`(select count(distinct o.id) ${earlier})`,
  });
}
