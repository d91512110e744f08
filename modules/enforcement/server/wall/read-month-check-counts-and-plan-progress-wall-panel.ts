import { count, split } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import { type PanelRequest, readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { resultsWithProblems } from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import { statesOfChecksMade, statesOutsidePlan } from '../../contract/plan/check-states-counted-for-plan.ts';
import { plan } from '../../contract/plan/inspection-plan.ts';
import type { CheckPanel } from '../../contract/wall/enforcement-check-wall-panels-and-feeds.ts';

const mostPlans = 8;

/** Checks at a past moment: what happened later has not happened yet. */
function checksAsOf({ past }: PanelRequest): Sql {
  if (!past) return sql`${sql.id(tableOf(check))} t`;
  const at = sql`${past.toISOString()}::timestamptz`;
  return sql`(select c.id, c.area_code, c.result_code, case when c.started_at <= ${at} then c.started_at end as started_at,
    case when c.reviewed_at <= ${at} then c.reviewed_at end as reviewed_at from ${sql.id(tableOf(check))} c where c.createtime <= ${at}) t`;
}

const readCounts = createWallPanelReader({
  of: check,
  source: 'check',
  asOf: checksAsOf,
  shape: {
    month: {
      checks: count({ at: 'started_at', in: 'month' }),
      problems: count({ at: 'reviewed_at', in: 'month', where: [['result_code', 'IN', resultsWithProblems]] }),
    },
    results: split('result_code', { as: 'code', where: [['reviewed_at', 'NOT NULL']] }),
  },
});

/** Checks of this month, results, and how far plans are. Orders to correct are added by the module that has them. */
export async function readMonthCheckCountsAndPlanProgressWallPanel(context: PanelRequest): Promise<CheckPanel> {
  const counts = (await readCounts(context)) as Omit<CheckPanel, 'plan'>;
  const plans = await readPlans(context);
  return {
    ...counts,
    state: plans.length > 0 ? 'ok' : counts.state,
    plan: plans,
    month: { ...counts.month, reforms_due: 0, reforms_on_time: 0 },
  };
}

/** Plans in progress with checks in the area, the ones that end first. At a past moment a check was made once its record was in. */
async function readPlans(context: PanelRequest): Promise<CheckPanel['plan']> {
  const { database, past } = context;
  const { inside } = await readPanelAreaFilter(context);
  const at = sql`${(past ?? new Date()).toISOString()}::timestamptz`;
  const done = past ? sql`c.submitted_at <= ${at}` : sql`c.status = any(${[...statesOfChecksMade]}::text[])`;
  const counted = sql`c.status <> all(${[...statesOutsidePlan]}::text[])${past ? sql` and c.createtime <= ${at}` : sql.empty}`;
  return await database.rows<CheckPanel['plan'][number]>(
    namePreparedStatement(sql`
    select p.id, p.name, count(*) filter (where ${done})::int as done, count(*)::int as total
    from ${sql.id(tableOf(check))} c join ${sql.id(tableOf(plan))} p on p.id = c.plan_id
    where ${inside('c')} and ${counted} and p.status <> 'closed' group by p.id order by p.ends_on, p.id limit ${mostPlans}`),
  );
}
