import { type Sql, sql } from '#server/db/sql.ts';
import type { PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';

/**
 * SQL for the `from` clause of a panel, under the name `enterprise`: the table, or the enterprises at a past moment.
 * Their state is that before the first later move. Deadlines met, changed or started since, deleted enterprises, and
 * former positions on the map are not reconstructed.
 */
export function enterprisesAtPastMomentSql({ past }: PanelRequest): Sql {
  if (!past) return sql`enterprise`;
  const at = sql`${past.toISOString()}::timestamptz`;
  return sql`(
    select e.id, e.name, e.ent_type, e.area_code, e.place, e.risk_class, e.createtime, e.search_text,
      coalesce(m.from_status, e.status) as status, case when m.row_id is null then e.due_at end as due_at,
      case when e.submitted_at <= ${at} then e.submitted_at end as submitted_at, case when e.audited_at <= ${at} then e.audited_at end as audited_at
    from enterprise e left join (
      select distinct on (h.row_id) h.row_id, h.from_status from history h
      where h.resource = 'enterprise/enterprise' and h.createtime > ${at} and h.to_status is distinct from h.from_status and h.from_status is not null
      order by h.row_id, h.id) m on m.row_id = e.id
    where e.createtime <= ${at}) as enterprise`;
}
