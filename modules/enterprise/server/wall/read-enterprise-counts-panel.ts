import type { PanelArea } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { addMonths, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { statesAwaitingOfficer } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import type {
  EnterpriseCountOfArea,
  EnterpriseCountsPanel,
} from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { sql } from '#server/db/sql.ts';
import { findChildDivisionsOfArea } from '#server/wall-panel/find-child-divisions-of-area-in-tree.ts';
import { isDemonstrationDataLoaded } from '#server/wall-panel/is-demonstration-data-loaded.ts';
import { type PanelRequest, readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { enterprisesAtPastMomentSql } from './enterprises-at-past-moment-sql.ts';

const MONTHS = 12;

interface Count {
  kind: 'type' | 'area' | 'risk' | 'month';
  key: string | null;
  status: string | null;
  n: number;
}

/** Counts of enterprises by type and state, by division below the area, by risk, and new ones by month. */
export async function readEnterpriseCountsPanel(context: PanelRequest): Promise<EnterpriseCountsPanel> {
  const { database, now = new Date() } = context;
  const { area, inside } = await readPanelAreaFilter(context);
  const today = toShanghaiDate(now.toISOString());
  const first = addMonths(`${today.slice(0, 7)}-01`, 1 - MONTHS);
  const midnight = new Date(toTime(today)).toISOString();
  // One pass over the area's rows for all figures, so that they never disagree.
  const counts = await database.rows<Count>(
    sql`select case when grouping(ent_type) = 0 then 'type' when grouping(area_code) = 0 then 'area'
               when grouping(month) = 0 then 'month' else 'risk' end as kind,
               coalesce(ent_type, area_code, month, risk_class) as key, status, count(*)::int as n
        from (
          select ent_type, area_code, status, risk_class,
                 case when createtime >= ${new Date(toTime(first)).toISOString()}::timestamptz
                      then to_char(createtime at time zone 'Asia/Shanghai', 'YYYY-MM') else '' end as month
          from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')}
        ) as counted
        group by grouping sets ((ent_type, status), (area_code, status), (risk_class), (month))`,
  );
  const added = await database.row<{ n: number }>(
    sql`select count(*)::int as n from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')} and createtime >= ${midnight}::timestamptz`,
  );
  const of = (kind: Count['kind']) => counts.filter((one) => one.kind === kind);
  const byType = groupTypes(of('type'));
  const total = byType.reduce((sum, one) => sum + one.n, 0);
  const months = new Map(of('month').map((one) => [one.key, one.n]));
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'enterprise',
    state: total > 0 ? 'ok' : 'empty',
    area,
    demonstration: await isDemonstrationDataLoaded(context),
    total,
    today: added?.n ?? 0,
    by_status: countStatuses(of('type')),
    by_type: byType,
    by_area: countDivisions(context, area, of('area')),
    by_risk: of('risk')
      .map(({ key, n }) => ({ risk: key ?? '', n }))
      .sort((one, other) => one.risk.localeCompare(other.risk)),
    trend: Array.from({ length: MONTHS }, (_, step) => addMonths(first, step).slice(0, 7)).map((month) => ({
      month,
      n: months.get(month) ?? 0,
    })),
  };
}

function countStatuses(counts: readonly Count[]) {
  const sums = new Map<string, number>();
  for (const { status, n } of counts) sums.set(status ?? '', (sums.get(status ?? '') ?? 0) + n);
  return [...sums].map(([status, n]) => ({ status, n })).sort((one, other) => other.n - one.n);
}

function groupTypes(counts: readonly Count[]) {
  const byType = new Map<string, Count[]>();
  for (const one of counts) {
    const rows = byType.get(one.key ?? '');
    if (rows) rows.push(one);
    else byType.set(one.key ?? '', [one]);
  }
  return [...byType]
    .map(([type, rows]) => ({ type, n: rows.reduce((sum, one) => sum + one.n, 0), statuses: countStatuses(rows) }))
    .sort((one, other) => other.n - one.n || one.type.localeCompare(other.type));
}

/** Counts by the divisions directly below an area. A dissolved division appears only while enterprises carry its code. */
function countDivisions({ tree }: PanelRequest, area: PanelArea, counts: readonly Count[]): EnterpriseCountOfArea[] {
  const { children, childOf } = findChildDivisionsOfArea(tree, area);
  const sums = new Map<string, EnterpriseCountOfArea & { ended: boolean }>(
    [...children.values()].map(({ code, name, short_name, lng, lat, ended }) => [
      code,
      { code, name, short_name: short_name || name, lng, lat, n: 0, active: 0, waiting: 0, ended },
    ]),
  );
  for (const { key, status, n } of counts) {
    const child = sums.get(childOf(key)?.code ?? '');
    if (!child) continue;
    child.n += n;
    if (status === 'active') child.active += n;
    if ((statesAwaitingOfficer as readonly (string | null)[]).includes(status)) child.waiting += n;
  }
  return [...sums.values()].filter((one) => !one.ended || one.n > 0).map(({ ended: _, ...one }) => one);
}
