import { type Sql, sql } from '#server/db/sql.ts';
import type { PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';

/** Fields by which the wall counts enterprises, and whose former values the history has. */
const replayed = ['ent_type', 'risk_class'] as const;

/**
 * SQL for the `from` clause of a panel, under the name `enterprise`: the table, or the enterprises at a past moment.
 * Their state is that before the first later move; type and risk class are those before their first later change.
 * Deadlines met, changed or started since, deleted enterprises, and former positions on the map are not reconstructed.
 */
export function enterprisesAtPastMomentSql({ past }: PanelRequest): Sql {
  if (!past) return sql`enterprise`;
  const at = sql`${past.toISOString()}::timestamptz`;
  const formerOf = (name: (typeof replayed)[number]) =>
    sql`case when w.former ? ${name}::text then w.former ->> ${name}::text else e.${sql.id(name)} end as ${sql.id(name)}`;
  return sql`(
    select e.id, e.name, ${formerOf('ent_type')}, e.area_code, e.place, ${formerOf('risk_class')}, e.createtime, e.search_text,
      coalesce(m.from_status, e.status) as status, case when m.row_id is null then e.due_at end as due_at,
      case when e.submitted_at <= ${at} then e.submitted_at end as submitted_at, case when e.audited_at <= ${at} then e.audited_at end as audited_at
    from enterprise e left join (
      select distinct on (h.row_id) h.row_id, h.from_status from history h
      where h.resource = 'enterprise/enterprise' and h.createtime > ${at} and h.to_status is distinct from h.from_status and h.from_status is not null
      order by h.row_id, h.id) m on m.row_id = e.id
    left join (
      select first.row_id, jsonb_object_agg(first.key, first.former) as former from (
        select distinct on (h.row_id, c.key) h.row_id, c.key, c.value -> 0 as former
        from history h, jsonb_each(h.changes) c
        where h.resource = 'enterprise/enterprise' and h.createtime > ${at}
          and h.changes ?| ${[...replayed]}::text[] and c.key = any(${[...replayed]}::text[])
        order by h.row_id, c.key, h.id) first
      group by first.row_id) w on w.row_id = e.id
    where e.createtime <= ${at}) as enterprise`;
}
