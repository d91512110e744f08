import { addMonths, toShanghaiDate, toTime } from '#kernel/calendar.ts';
import { country, type PanelArea } from '#kernel/panel.ts';
import { type AreaCount, type EnterprisePanel, waitingStates } from '#modules/enterprise/contract/wall.ts';
import { sql } from '#server/db/sql.ts';
import { isGroup, type PanelContext, readArea, within } from '#server/panel/area.ts';

const MONTHS = 12;

interface Count {
  kind: 'type' | 'area' | 'risk' | 'month';
  key: string | null;
  status: string | null;
  n: number;
}

/** How many enterprises there are: by type and state, by division below the area, by risk, and new ones by month. */
export async function readEnterprisePanel(context: PanelContext): Promise<EnterprisePanel> {
  const { database, now = new Date() } = context;
  const area = await readArea(context);
  const today = toShanghaiDate(now.toISOString());
  const first = addMonths(`${today.slice(0, 7)}-01`, 1 - MONTHS);
  const midnight = new Date(toTime(today)).toISOString();
  // One pass over the area's rows for every division of the figures, so that they can never disagree.
  const counts = await database.rows<Count>(
    sql`select case when grouping(ent_type) = 0 then 'type' when grouping(area_code) = 0 then 'area'
               when grouping(month) = 0 then 'month' else 'risk' end as kind,
               coalesce(ent_type, area_code, month, risk_class) as key, status, count(*)::int as n
        from (
          select ent_type, area_code, status, risk_class,
                 case when createtime >= ${new Date(toTime(first)).toISOString()}::timestamptz
                      then to_char(createtime at time zone 'Asia/Shanghai', 'YYYY-MM') else '' end as month
          from enterprise where ${within(area, 'enterprise')}
        ) as counted
        group by grouping sets ((ent_type, status), (area_code, status), (risk_class), (month))`,
  );
  const added = await database.row<{ n: number }>(
    sql`select count(*)::int as n from enterprise where ${within(area, 'enterprise')} and createtime >= ${midnight}::timestamptz`,
  );
  const demonstration = await database.row('select from setting where name = $1', ['demonstration']);
  const of = (kind: Count['kind']) => counts.filter((one) => one.kind === kind);
  const byType = groupTypes(of('type'));
  const total = byType.reduce((sum, one) => sum + one.n, 0);
  const months = new Map(of('month').map((one) => [one.key, one.n]));
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'enterprise',
    state: total > 0 ? 'ok' : 'empty',
    area,
    demonstration: demonstration !== undefined,
    total,
    today: added?.n ?? 0,
    by_status: countStatuses(of('type')),
    by_type: byType,
    by_area: await countDivisions(context, area, of('area')),
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

interface Division {
  code: string;
  name: string;
  short_name: string | null;
  parent_code: string | null;
  lng: number | null;
  lat: number | null;
  ended: boolean;
}

/** Counts by the divisions right below an area. An ended division stands only while enterprises still carry its code. */
async function countDivisions(
  { database }: PanelContext,
  area: PanelArea,
  counts: readonly Count[],
): Promise<AreaCount[]> {
  const divisions = await database.rows<Division>(
    sql`select code, name, short_name, parent_code, lng, lat, valid_to is not null as ended
        from system_area where ${within(area, 'system_area', 'code')} order by code`,
  );
  const parents = new Map(divisions.map((one) => [one.code, one.parent_code]));
  // Groups such as 110100 are no offices and have no place of their own: what lies in them stands in their stead.
  const groups = new Set(divisions.filter((one) => isGroup(one)).map((one) => one.code));
  const above = ({ parent_code }: Division) =>
    parent_code && groups.has(parent_code) ? parents.get(parent_code) : parent_code;
  const isBelow = (parent: string | null | undefined) =>
    area.code === country.code ? !parent || parent === country.code : parent === area.code;
  const children = new Map<string, AreaCount & { ended: boolean }>();
  for (const division of divisions) {
    const { code, name, short_name, lng, lat, ended } = division;
    if (code !== area.code && code !== country.code && !groups.has(code) && isBelow(above(division))) {
      children.set(code, { code, name, short_name: short_name || name, lng, lat, n: 0, active: 0, waiting: 0, ended });
    }
  }
  for (const { key, status, n } of counts) {
    let code: string | null | undefined = key;
    while (code && !children.has(code)) code = parents.get(code);
    const child = code ? children.get(code) : undefined;
    if (!child) continue;
    child.n += n;
    if (status === 'active') child.active += n;
    if ((waitingStates as readonly (string | null)[]).includes(status)) child.waiting += n;
  }
  return [...children.values()].filter((one) => !one.ended || one.n > 0).map(({ ended: _, ...one }) => one);
}
