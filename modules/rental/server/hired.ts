import { text } from '#kernel/text.ts';
import { overlap } from '#server/db/interval.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext } from '#server/write/hooks.ts';
import type { order } from '../contract/order.ts';

/** What an order takes for its time, and the rows that stand for it. */
const taken = {
  vehicle_id: {
    what: text('车辆', 'The vehicle'),
    same: (id: number) => sql`select v.id from crew_vehicle v where v.id = ${id}`,
    by: sql`o.vehicle_id`,
  },
  // the same person drives for another firm as another row
  driver_id: {
    what: text('驾驶员', 'The driver'),
    same: (id: number) =>
      sql`select d.id from crew_driver d where d.id = ${id} or d.id_no->>'hash' = (select m.id_no->>'hash' from crew_driver m where m.id = ${id})`,
    by: sql`o.driver_id`,
  },
} as const;

/**
 * Refuses a vehicle or driver that another order has for any part of the time: from acceptance until it is finished or
 * cancelled. One that ends when the next begins does not collide. The row of what is hired is held first, so that of two
 * orders taking it at once the second sees the first; only the times are told, for an agency may be the one who reads it.
 */
export async function refuseIfHired(
  { before, tx, fail }: ChangeContext<typeof order>,
  field: keyof typeof taken,
  id: number,
): Promise<void> {
  const { what, same, by } = taken[field];
  const rows = await tx.rows<{ id: number }>(sql`${same(id)} order by 1 for no key update`);
  const ids = rows.map((row) => row.id);
  const other = await tx.row<{ since: string; until: string }>(sql`
    select to_char(o.from_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as since,
      to_char(o.to_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as until
    from rental_order o, rental_order mine
    where mine.id = ${before.id} and o.id <> mine.id and ${by} = any(${ids}::bigint[]) and o.status in ('accepted', 'dispatched', 'running')
      and ${overlap({ from: sql`o.from_at`, to: sql`o.to_at` }, { from: sql`mine.from_at`, to: sql`mine.to_at` })}
    order by o.from_at limit 1`);
  if (other)
    fail(
      field,
      text(
        `${what['zh-cn']}在 ${other.since} 至 ${other.until} 已有用车安排`,
        `${what.en} is hired from ${other.since} to ${other.until}`,
      ),
    );
}
