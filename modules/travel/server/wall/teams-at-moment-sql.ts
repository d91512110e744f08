import { addDays, toTime } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { maxPlanDays } from '../../contract/product/tour-day-and-stop-fields.ts';

/** Condition on states, with literals. */
export const isInStatesSql = (column: string, states: readonly string[]): Sql =>
  sql.raw(`${column} in (${states.map((state) => `'${state}'`).join(', ')})`);

/** Midnight in Asia/Shanghai of a date, in UTC. */
export const midnightInShanghai = (date: string): string => new Date(toTime(date)).toISOString();

/**
 * Condition on teams `i` that travel on a day in Asia/Shanghai; one that ends at 24:00 does not travel on the next.
 * The maximum length of a trip bounds the departure, so that an index finds them.
 */
export const travelsOnDaySql = (
  date: string,
): Sql => sql`(i.start_at < ${midnightInShanghai(addDays(date, 1))}::timestamptz
  and i.start_at >= ${midnightInShanghai(addDays(date, -maxPlanDays))}::timestamptz and i.end_at > ${midnightInShanghai(date)}::timestamptz)`;

/**
 * The teams `i` of a panel: the table, or their states at a past moment. Teams deleted and values corrected since are
 * not restored.
 */
export function teamsAtMomentSql({ past }: PanelRequest): Sql {
  if (!past) return sql`travel_itinerary i`;
  const at = sql`${past.toISOString()}::timestamptz`;
  return sql`(
    select t.id, t.kind, t.area_code, t.start_at, t.end_at, t.tourist_count, t.foreign_count, t.source_area, t.late, coalesce(m.from_status, t.status) as status
    from travel_itinerary t left join (
      select distinct on (h.row_id) h.row_id, h.from_status from history h
      where h.resource = 'travel/itinerary' and h.createtime > ${at} and h.to_status is distinct from h.from_status and h.from_status is not null
      order by h.row_id, h.id) m on m.row_id = t.id
    where t.createtime <= ${at}) i`;
}
