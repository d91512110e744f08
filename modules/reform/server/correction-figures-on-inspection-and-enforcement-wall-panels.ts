import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import {
  type CheckPanel,
  daysOfUpcomingLimits,
  type EnforcementPanel,
} from '#modules/enforcement/contract/wall/enforcement-check-wall-panels-and-feeds.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { sql } from '#server/db/sql.ts';
import type { FeedContributionReader } from '#server/wall-panel/merge-module-contributions-into-panel-feed.ts';
import { readPanelAreaFilter } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { readRowsNearDeadline } from '#server/wall-panel/read-rows-near-deadline.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { order } from '../contract/correction-order.ts';

const mostIds = 1000;

/** States in which the enterprise has done its part. */
const corrected = ['submitted', 'need_onsite', 'approved_remote', 'onsite_ok', 'closed'];

/**
 * Orders whose last day was in this month up to today, and those of them that were corrected without having been
 * overdue.
 */
const readOrdersOfMonth: FeedContributionReader = async (context) => {
  const { database, past, now = past ?? new Date() } = context;
  const { inside } = await readPanelAreaFilter(context);
  const today = toShanghaiDate(now.toISOString());
  const inTime = sql`not coalesce(t.late, false) and t.status = any(${corrected}::text[])`;
  const found = await database.row<{ due: number; on_time: number; due_ids: number[]; on_time_ids: number[] }>(
    namePreparedStatement(sql`
    select count(*)::int as due, (count(*) filter (where ${inTime}))::int as on_time,
      coalesce((array_agg(t.id order by t.due_on, t.id))[1:${mostIds}], '{}') as due_ids,
      coalesce((array_agg(t.id order by t.due_on, t.id) filter (where ${inTime}))[1:${mostIds}], '{}') as on_time_ids
    from ${sql.id(tableOf(order))} t
    where ${inside('t')} and t.due_on between ${`${today.slice(0, 7)}-01`}::date and ${today}::date and t.status not in ('draft', 'cancelled')`),
  );
  const { due = 0, on_time = 0, due_ids = [], on_time_ids = [] } = found ?? {};
  return {
    state: due > 0 ? 'ok' : 'empty',
    month: { reforms_due: due, reforms_on_time: on_time },
    rows: { reforms_due: { of: order.name, ids: due_ids }, reforms_on_time: { of: order.name, ids: on_time_ids } },
  } satisfies Pick<CheckPanel, 'state' | 'rows'> & { month: Partial<CheckPanel['month']> };
};

/** Terms for correction and reviews that have passed or pass within a week, and orders that were referred for a case. */
const readLimitsAndReferredOrders: FeedContributionReader = async (context) => {
  const place = await readPanelAreaFilter(context);
  const limits = await readRowsNearDeadline(context, place, order, daysOfUpcomingLimits);
  const { n = 0, ids = [] } =
    (await context.database.row<{ n: number; ids: number[] }>(
      namePreparedStatement(sql`
      select count(*)::int as n, coalesce((array_agg(t.id order by t.id desc))[1:${mostIds}], '{}') as ids
      from ${rowsAtMomentSql(order, context.past)} where ${place.inside('t')} and t.status = 'escalated'`),
    )) ?? {};
  return {
    state: limits.length > 0 || n > 0 ? 'ok' : 'empty',
    cases: { referred: n },
    case_rows: { referred: { of: order.name, ids } },
    deadlines: limits.map((one) => ({ kind: 'reform', label: order.label, of: order.name, ...one })),
  } satisfies Pick<EnforcementPanel, 'state' | 'cases' | 'case_rows' | 'deadlines'>;
};

/**
 * What orders to correct add to wall panels: figures of the month to `check`, referred cases and deadlines to
 * `enforcement`.
 */
export const correctionFiguresOnInspectionAndEnforcementWallPanels: Readonly<Record<string, FeedContributionReader>> = {
  check: readOrdersOfMonth,
  enforcement: readLimitsAndReferredOrders,
};
