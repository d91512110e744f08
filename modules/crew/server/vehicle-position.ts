import { tableOf } from '#kernel/resource/names.ts';
import { position } from '#modules/enforcement/contract/source.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/**
 * Notes when vehicles were last heard of, by the positions that arrived of them; answers of how many there was news. It is no
 * change of the record: who edits it meanwhile is not disturbed, and nobody is told. A vehicle whose row somebody holds waits
 * for the next time, so that no decision waits for it.
 */
export async function recordLastPosition(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(sql`
    with seen as (
      select v.id, p.at from crew_vehicle v cross join lateral (
        select max(p.at) as at from ${sql.id(tableOf(position))} p
        where p.of_id = v.id and p.at > greatest(v.gps_online_at, now() - interval '${sql.raw(String(position.late.days))} days')) p
      where v.status not in ('returned', 'scrapped') and p.at is not null
      order by v.id for no key update of v skip locked
    )
    update crew_vehicle v set gps_online_at = seen.at from seen where v.id = seen.id`);
  return rowCount ?? 0;
}
