import { addDays, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { statesAwaitingOfficer } from '#modules/enterprise/contract/enterprise-status-groups.ts';
import {
  type EnterprisesBehindReviewFlow,
  type RegistrationReviewPanel,
  type ReviewFlow,
  type ReviewFlowsOfDay,
  reviewFlows,
} from '#modules/enterprise/contract/enterprise-wall-panels.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { refuse } from '#server/refusal.ts';
import {
  type PanelRequest,
  parsePanelDay,
  parsePanelDayRange,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { enterprisesAtPastMomentSql } from './enterprises-at-past-moment-sql.ts';

const DAYS = 30;

/** Most keys answered for one number. */
const MOST_IDS = 1000;

/** SQL: the flow of a move, by the states it leads to and comes from. */
const flowOf = sql`case when history.to_status = 'submitted' then 'submitted'
                        when history.to_status = 'active' and history.from_status in ('first_review', 'final_review', 'change_pending') then 'passed'
                        when history.to_status in ('returned', 'rejected') then 'returned' end`;

const isWaiting = sql`enterprise.status = any(${[...statesAwaitingOfficer]})`;

/**
 * SQL: moves of enterprises that meet a condition. A lookup by key per move, never a join: before the first analyze
 * PostgreSQL would join two full tables by nested loop.
 */
const ofRowsIn = (condition: Sql) => sql`(select ${condition} from enterprise where enterprise.id = history.row_id)`;

/** Review figures: waiting, overdue, submitted and decided per day, and the time taken. */
export async function readRegistrationReviewPanel(
  context: PanelRequest,
): Promise<RegistrationReviewPanel | EnterprisesBehindReviewFlow> {
  const { database, query, now = new Date() } = context;
  const { area, inside } = await readPanelAreaFilter(context);
  if (query.day !== undefined) return { ids: await readFlow(context, inside('enterprise')) };
  const asof = Math.floor(now.getTime() / 1000);
  const range = parsePanelDayRange(query, toShanghaiDate(now.toISOString()), DAYS);
  // for a past moment: nothing after it
  const until = context.past ? sql` and history.createtime <= ${context.past.toISOString()}::timestamptz` : sql.empty;
  const inRange = (column: Sql) =>
    sql`${column} >= ${startOf(range.from)}::timestamptz and ${column} < ${startOf(addDays(range.to, 1))}::timestamptz`;
  const [stages, flows, duration] = await Promise.all([
    database.rows<{ status: string; n: number; overdue: number; due_soon: number }>(
      sql`select status, count(*)::int as n,
                 count(*) filter (where due_at <= to_timestamp(${asof}))::int as overdue,
                 count(*) filter (where due_at > to_timestamp(${asof}) and due_at <= to_timestamp(${asof + 86_400}))::int as due_soon
          from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')} and ${isWaiting} group by status`,
    ),
    database.rows<{ day: string; flow: ReviewFlow; n: number }>(
      sql`select day, flow, count(distinct row_id)::int as n
          from (select to_char(history.createtime at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, ${flowOf} as flow, row_id
                from history
                where history.resource = 'enterprise/enterprise' and ${inRange(sql`history.createtime`)}${until}
                  and ${flowOf} is not null and ${ofRowsIn(inside('enterprise'))}) as moved
          group by day, flow`,
    ),
    database.row<{ decided: number; p50: number | null; p90: number | null }>(
      sql`with decided as (
            select (submitted_at at time zone 'Asia/Shanghai')::date as first, (audited_at at time zone 'Asia/Shanghai')::date as last
            from ${enterprisesAtPastMomentSql(context)} where ${inside('enterprise')} and ${inRange(sql`audited_at`)} and audited_at >= submitted_at),
          days as (
            select d::date as day, sum(case when c.kind is null then (extract(isodow from d) < 6)::int else (c.kind <> 'holiday')::int end) over (order by d) as n
            from generate_series((select min(first) from decided)::timestamp, (select max(last) from decided)::timestamp, '1 day') d
            left join system_calendar c on c.date = d::date)
          select count(*)::int as decided, (percentile_disc(0.5) within group (order by l.n - f.n))::int as p50,
                 (percentile_disc(0.9) within group (order by l.n - f.n))::int as p90
          from decided join days f on f.day = decided.first join days l on l.day = decided.last`,
    ),
  ]);
  const sum = (pick: 'n' | 'overdue' | 'due_soon') => stages.reduce((total, one) => total + one[pick], 0);
  return {
    asof,
    source: 'audit',
    state: stages.length > 0 || flows.length > 0 || duration?.decided ? 'ok' : 'empty',
    area,
    waiting: sum('n'),
    overdue: sum('overdue'),
    due_soon: sum('due_soon'),
    stages: statesAwaitingOfficer.map((status) => {
      const one = stages.find((each) => each.status === status);
      return { status, n: one?.n ?? 0, overdue: one?.overdue ?? 0 };
    }),
    p50: duration?.p50 ?? null,
    p90: duration?.p90 ?? null,
    decided: duration?.decided ?? 0,
    days: fillDays(range.from, range.to, flows),
  };
}

/** Keys of the enterprises behind one number of one day: `day=2026-11-20&flow=returned`. */
async function readFlow({ database, query }: PanelRequest, inArea: Sql): Promise<number[]> {
  const day = parsePanelDay(String(query.day));
  const flow = String(query.flow);
  if (!Object.hasOwn(reviewFlows, flow)) throw refuse('invalid_option', 'invalid');
  const rows = await database.rows<{ id: number }>(
    sql`select distinct row_id as id from history
        where history.resource = 'enterprise/enterprise' and ${flowOf} = ${flow} and ${ofRowsIn(inArea)}
          and history.createtime >= ${startOf(day)}::timestamptz and history.createtime < ${startOf(addDays(day, 1))}::timestamptz
        order by id desc limit ${MOST_IDS}`,
  );
  return rows.map((one) => one.id);
}

/** Midnight in Asia/Shanghai, as an ISO string. */
const startOf = (date: string) => new Date(toTime(date)).toISOString();

function fillDays(
  from: string,
  to: string,
  flows: readonly { day: string; flow: ReviewFlow; n: number }[],
): ReviewFlowsOfDay[] {
  const days: ReviewFlowsOfDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push({ day, submitted: 0, passed: 0, returned: 0 });
  const byDay = new Map(days.map((one) => [one.day, one]));
  for (const { day, flow, n } of flows) {
    const one = byDay.get(day);
    if (one) one[flow] = n;
  }
  return days;
}
