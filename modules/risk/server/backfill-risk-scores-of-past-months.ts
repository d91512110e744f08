import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { lastDaysOfMonthsBefore } from '../contract/last-days-of-months-before-day.ts';
import { computeRiskScoresSql } from './compute-risk-scores-from-contributors-sql.ts';

/**
 * Fills the score history with the month ends of the last twelve months, from the facts that were on record then, once
 * per installation. Types of enterprises and officers' decisions on findings are those of today.
 */
export async function backfillRiskScoresOfPastMonths(
  db: Queryable,
  contributors: readonly RiskContributor[],
  model: number,
  signal?: AbortSignal,
): Promise<void> {
  if (await db.row(sql`select 1 as found from risk_score_point limit 1`)) return;
  for (const day of lastDaysOfMonthsBefore(shanghaiToday()).toReversed()) {
    signal?.throwIfAborted();
    const asOf = sql`(${day}::date + 1) at time zone 'Asia/Shanghai'`;
    await db.query(sql`insert into risk_score_point (enterprise_id, day, score, risk_class)
      select s.enterprise_id, ${day}::date, s.score, s.risk_class
      from (${computeRiskScoresSql({ contributors, model, asOf, where: sql`t.createtime < ${asOf}` })}) s
      left join lateral (select p.score, p.risk_class from risk_score_point p where p.enterprise_id = s.enterprise_id order by p.day desc limit 1) l on true
      where l.score is null or (l.score, l.risk_class) <> (s.score, s.risk_class)
      on conflict do nothing`);
  }
}
