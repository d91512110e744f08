import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { statesInGroup } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { materialisedMapCells, materialisedRowCountCells } from '#server/read/list/materialised-measure-tables.ts';
import { cellsOfRows } from '#server/wall-panel/map-grid-sql.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import type { PanelRequest } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { enterprisesAtPastMomentSql } from './enterprises-at-past-moment-sql.ts';

const { active, waiting, attention } = statesInGroup;
const isOf = (states: readonly string[]): Sql => sql`enterprise.status = any(${[...states]}::text[])`;

const momentOf = ({ past, now = past ?? new Date() }: PanelRequest): Date => now;
const waitingLevel = (context: PanelRequest): Sql =>
  sql`case when enterprise.due_at <= ${momentOf(context).toISOString()}::timestamptz then 'overdue' else 'waiting' end`;
const attentionOrEnded = sql`when ${isOf(attention)} then 'attention' else 'ended' end`;

/**
 * Enterprises by status group; a review is overdue from its deadline on, which passes without a write. All are read from
 * totals, and those that are overdue are moved from one level to the other one by one.
 */
export const enterprisesByStatusGroupOnWallMap: MapLayerRows = {
  rows: (context, { inside }) => sql`
    select enterprise.id, enterprise.place, enterprise.name as label, enterprise.area_code,
      case when ${isOf(active)} then 'active' when ${isOf(waiting)} then ${waitingLevel(context)} ${attentionOrEnded} as level
    from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')}`,
  cells(context, place, zoom) {
    const counted = context.past ? undefined : materialisedMapCells(enterprise, 'on_map', place, zoom);
    if (!counted) return undefined;
    const overdue = sql`select enterprise.place, 'overdue' as level from enterprise
      where ${isOf(waiting)} and enterprise.due_at <= ${momentOf(context).toISOString()}::timestamptz and ${place.inside('enterprise')}`;
    return sql`
    select enterprise.x, enterprise.y, case when ${isOf(active)} then 'active' when ${isOf(waiting)} then 'waiting' ${attentionOrEnded} as level, enterprise.n, enterprise.east, enterprise.south
    from (${counted}) enterprise
    union all select q.x, q.y, s.level, s.n * q.n, s.n * q.east, s.n * q.south
    from (${cellsOfRows(overdue, zoom)}) q cross join (values ('overdue', 1), ('waiting', -1)) s (level, n)`;
  },
  areas: ({ past }, { inside }) =>
    past
      ? undefined
      : sql`select c.area_code, sum(c.n)::int as n from ${materialisedRowCountCells(enterprise)} c where ${inside('c')} group by 1 having sum(c.n) > 0`,
};
