import { scoredEnterpriseStates } from '#modules/risk/contract/risk-score-components-and-limits.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Gives operating enterprises a score to be computed. Those that were invented as D keep that class by the hand of an
 * officer: what is measured so far gives nobody as many points.
 */
export async function addDemoRiskScores({ db }: Engine): Promise<void> {
  await db.query(sql`insert into risk_score (enterprise_id, name, ent_type, area_code, risk_class, measured_class, status,
      override_class, override_until, override_reason, createtime, updatetime)
    select e.id, e.name, e.ent_type, e.area_code, case when e.risk_class = 'D' then 'D' else 'B' end, 'B',
      case when e.risk_class = 'D' then 'overridden' else 'measured' end,
      case when e.risk_class = 'D' then 'D' end,
      case when e.risk_class = 'D' then (now() at time zone 'Asia/Shanghai')::date + 30 + (e.id % 50)::int end,
      case when e.risk_class = 'D' then '近期被多次举报，列为重点检查对象' end,
      coalesce(e.audited_at, e.createtime), coalesce(e.audited_at, e.createtime)
    from enterprise e
    where e.status = any(${[...scoredEnterpriseStates]}::text[]) and not exists (select from risk_score s where s.enterprise_id = e.id)
    order by e.id`);
}
