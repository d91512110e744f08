import { maskName } from '#kernel/check/mask-personal-data.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  type PanelAreaFilter,
  type PanelRequest,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { readRowsNearDeadline } from '#server/wall-panel/read-rows-near-deadline.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkOfficer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import {
  checkStagesOnSite,
  daysOfUpcomingLimits,
  type EnforcementPanel,
  type RunningStage,
  runningStages,
} from '../../contract/wall/enforcement-check-wall-panels-and-feeds.ts';
import { isCheckInStagesSql, runningStageOfCheckSql } from './stage-of-running-check-sql.ts';

const mostOfficers = 500;
const mostChecks = 30;

const seconds = (at: Sql) => sql`floor(extract(epoch from ${at}))::bigint`;

/** Officers on site, running checks, and limits that pass within a week or have passed. */
export async function readOfficersOnSiteRunningChecksAndDeadlinesWallPanel(
  context: PanelRequest,
): Promise<EnforcementPanel> {
  const { past, now = past ?? new Date() } = context;
  const place = await readPanelAreaFilter(context);
  const officers = await readOfficers(context, place);
  const { checks, stages } = await readRunning(context, place);
  const limits = await readRowsNearDeadline(context, place, check, daysOfUpcomingLimits);
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'enforcement',
    state: officers.length + checks.length + limits.length > 0 ? 'ok' : 'empty',
    area: place.area,
    officers,
    checks,
    stages,
    cases: {},
    deadlines: limits.map((one) => ({ kind: 'check', label: check.label, of: check.name, ...one })),
  };
}

/** Each officer once, with the check that began last. */
function readOfficers(
  { database, past }: PanelRequest,
  { inside }: PanelAreaFilter,
): Promise<EnforcementPanel['officers']> {
  return database.rows<EnforcementPanel['officers'][number]>(
    namePreparedStatement(sql`
    select distinct on (o.id) o.id, o.name, c.started_place[0] as lng, c.started_place[1] as lat, coalesce(c.check_no, '') as task,
      c.id as check_id, ${seconds(sql`coalesce(a.arrived_at, c.started_at)`)} as since
    from ${sql.id(tableOf(check))} c join ${sql.id(tableOf(checkOfficer))} a on a.check_id = c.id
    join ${sql.id(tableOf(officer))} o on o.id = a.officer_id
    where ${inside('c')} and ${isCheckInStagesSql(checkStagesOnSite, past)} order by o.id, c.started_at desc, c.id desc limit ${mostOfficers}`),
  );
}

interface Running {
  readonly [column: string]: unknown;
  id: number;
  no: string;
  object: string;
  type: string;
  stage: RunningStage;
  at: number;
}

async function readRunning({ database, past }: PanelRequest, { inside }: PanelAreaFilter) {
  const stage = runningStageOfCheckSql(past);
  const from = sql`from ${sql.id(tableOf(check))} c where ${inside('c')} and ${isCheckInStagesSql(runningStages, past)}`;
  const found = await database.rows<Running>(
    namePreparedStatement(sql`
    select c.id, coalesce(c.check_no, '') as no, coalesce(c.object_name, '') as object, c.object_type as type, ${stage} as stage,
      ${seconds(sql`coalesce(c.submitted_at, c.started_at, c.updatetime)`)} as at
    ${from} order by coalesce(c.submitted_at, c.started_at, c.updatetime) desc, c.id desc limit ${mostChecks}`),
  );
  const stages = await database.rows<EnforcementPanel['stages'][number]>(
    namePreparedStatement(sql`select ${stage} as stage, count(*)::int as n ${from} group by 1`),
  );
  const isPerson = (type: string) => type === 'person' || type === 'guide';
  return {
    checks: found.map(({ type, object, ...one }) => ({ ...one, object: isPerson(type) ? maskName(object) : object })),
    stages: stages.toSorted((one, other) => runningStages.indexOf(one.stage) - runningStages.indexOf(other.stage)),
  };
}
