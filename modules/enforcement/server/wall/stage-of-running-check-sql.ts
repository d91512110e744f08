import { type Sql, sql } from '#server/db/sql.ts';
import type { RunningStage } from '../../contract/wall/enforcement-check-wall-panels-and-feeds.ts';

/**
 * Condition that a check `c` is in one of these stages; at a past moment by the times of the visit, because only the
 * present state is stored.
 */
export function isCheckInStagesSql(stages: readonly RunningStage[], past: Date | undefined): Sql {
  if (!past) return sql`c.status = any(${[...stages]}::text[])`;
  const at = sql`${past.toISOString()}::timestamptz`;
  const ended = stages.includes('submitted') ? sql`c.reviewed_at` : sql`c.submitted_at`;
  return sql`c.started_at <= ${at} and (${ended} is null or ${ended} > ${at}) and c.status <> 'cancelled'`;
}

/** The stage of a check `c`. */
export const runningStageOfCheckSql = (past: Date | undefined): Sql =>
  past
    ? sql`case when c.submitted_at <= ${past.toISOString()}::timestamptz then 'submitted' else 'recording' end`
    : sql`c.status`;
