import { ticketsByRiskClass } from '#kernel/random-draw/draw-record-types.ts';
import {
  type EnterprisesCoveredByPlan,
  type PlanCoverage,
  plannedCount,
} from '#modules/enforcement/contract/plan/plan-coverage-and-expected-picks.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { isEnterpriseInPlanSql, type PlannedObjects, riskOfEnterpriseSql } from './is-enterprise-in-plan-sql.ts';

interface Amount {
  readonly ratio?: number | null;
  readonly count?: number | null;
}

/** Which enterprises a plan concerns now, by area, type and risk class: one statement over all enterprises. */
export async function countEnterprisesThatPlanConcerns(
  db: Queryable,
  plan: PlannedObjects & Amount,
): Promise<PlanCoverage> {
  const groups = await db.rows<
    EnterprisesCoveredByPlan & { readonly [column: string]: unknown; readonly unrated: number }
  >(sql`
    select g.area, coalesce(a.name, g.area) as area_name, g.type, g.risk, g.n, g.unrated from (
      select e.area_code as area, e.ent_type as type, ${riskOfEnterpriseSql} as risk, count(*)::int as n,
        count(*) filter (where e.risk_class is null)::int as unrated
      from enterprise e where ${await isEnterpriseInPlanSql(db, plan)} group by 1, 2, 3) g
    left join system_area a on a.code = g.area order by g.area, g.type, g.risk`);
  const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((total, group) => total + of(group), 0);
  const enterprises = sum(({ n }) => n);
  return {
    enterprises,
    tickets: sum(({ n, risk }) => n * ticketsByRiskClass[risk]),
    count: plannedCount({ ratio: plan.ratio, count: plan.count }, enterprises),
    groups: groups.map(({ area, area_name, type, risk, n }) => ({ area, area_name, type, risk, n })),
    unrated: sum(({ unrated }) => unrated),
  };
}
