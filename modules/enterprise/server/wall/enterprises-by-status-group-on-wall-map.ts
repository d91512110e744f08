import { statesInGroup } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import { sql } from '#server/db/sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import { enterprisesAtPastMomentSql } from './enterprises-at-past-moment-sql.ts';

/** Enterprises by status group; a review is overdue from its deadline on. */
export const enterprisesByStatusGroupOnWallMap: MapLayerRows = {
  rows(context, { inside }) {
    const { past, now = past ?? new Date() } = context;
    const states = (name: keyof typeof statesInGroup) =>
      sql`enterprise.status = any(${[...statesInGroup[name]]}::text[])`;
    return sql`
      select enterprise.id, enterprise.place, enterprise.name as label, enterprise.area_code,
        case when ${states('active')} then 'active' when ${states('waiting')} then
          case when enterprise.due_at <= ${now.toISOString()}::timestamptz then 'overdue' else 'waiting' end
          when ${states('attention')} then 'attention' else 'ended' end as level
      from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')}`;
  },
};
