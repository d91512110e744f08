import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { RiskContributor } from '#server/platform/risk-score-contributor.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import {
  maxRiskContributions,
  riskScoreComponents,
  scoredEnterpriseStates,
} from '../contract/risk-score-components-and-limits.ts';
import { riskWeights } from '../contract/risk-weights.ts';

/** What is computed: for which moment, by which weights, of which enterprises. */
export interface RiskScoreComputation {
  readonly contributors: readonly RiskContributor[];
  /** Key of the weights. */
  readonly model: number;
  /** A `timestamptz`. Default: now. */
  readonly asOf?: Sql;
  /** Keys of enterprises. Default: all. */
  readonly of?: readonly number[];
  /** Further condition on enterprises of alias `t`. */
  readonly where?: Sql | undefined;
}

/** The weights in force on a day (`2026-05-01`); undefined: none are. */
export async function findRiskWeightsInForceOn(db: Queryable, day: string): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(
    sql`select t.id from risk_model t where ${whereInForceOn(riskWeights, day)} order by t.effective_from desc, t.id desc limit 1`,
  );
  return row?.id;
}

/**
 * One select over enterprises with `enterprise_id`, `score`, `risk_class`, `is_new`, `model_id` and `contributions` (the
 * largest first). Contributors with `atLeast` decide the class where it is riskier than that of the score. The shares of several contributors to a part are added, and are together at most the whole part.
 */
export function computeRiskScoresSql({
  contributors,
  model: key,
  asOf = sql`now()`,
  of,
  where,
}: RiskScoreComputation): Sql {
  const one = (enterprise: Sql) => (of ? sql`${enterprise} = any(${[...of]}::bigint[])` : sql`true`);
  const weights = sql`(select ${key}::bigint)`;
  const halfLife = sql`(select m.half_life from risk_model m where m.id = ${key}::bigint)`;
  const shares = contributors.map(
    (
      contributor,
    ) => sql`select c.enterprise_id, ${contributor.name}::text as name, ${contributor.part}::text as part, c.share::float8 as share,
      c.n::int as n, c.row_ids, ${contributor.atLeast ?? null}::text as at_least from (${contributor.select({ asOf, halfLife, model: weights, one })}) c where c.share > 0`,
  );
  const parts = Object.keys(riskScoreComponents).map((part) => sql`(${part}::text, m.${sql.id(part)})`);
  return sql`with shares as (
      ${shares.length > 0 ? sql.join(shares, ' union all ') : sql`select null::bigint as enterprise_id, '' as name, '' as part, 0::float8 as share, 0 as n, '{}'::bigint[] as row_ids, null::text as at_least where false`}
    ), floors as (
      select s.enterprise_id, max(s.at_least) as at_least from shares s where s.at_least is not null group by s.enterprise_id
    ), weighed as (
      select s.enterprise_id, s.name, s.n, s.row_ids,
        p.most * s.share / greatest(1, sum(s.share) over (partition by s.enterprise_id, s.part)) as points
      from shares s join risk_model m on m.id = ${key}::bigint cross join lateral (values ${sql.join(parts)}) p (part, most)
      where p.part = s.part and p.most > 0
    ), ranked as (
      select w.*, row_number() over (partition by w.enterprise_id order by w.points desc, w.name) as place from weighed w
    ), totals as (
      select r.enterprise_id, least(100, round(sum(r.points)))::int as score,
        jsonb_agg(jsonb_build_object('name', r.name, 'points', round(r.points::numeric, 1), 'n', r.n, 'rows', to_jsonb(r.row_ids))
          order by r.place) filter (where r.place <= ${maxRiskContributions}) as contributions
      from ranked r group by r.enterprise_id
    ), scored as (
      select t.id as enterprise_id, coalesce(s.score, 0) as score, coalesce(s.contributions, '[]') as contributions, m.id as model_id,
        m.class_b, m.class_c, m.class_d, coalesce(b.at_least, 'A') as at_least,
        coalesce(t.audited_at, t.createtime) > ${asOf} - make_interval(days => m.new_days) as fresh
      from enterprise t join risk_model m on m.id = ${key}::bigint left join totals s on s.enterprise_id = t.id
        left join floors b on b.enterprise_id = t.id
      where t.status = any(${[...scoredEnterpriseStates]}::text[]) and ${one(sql`t.id`)} and ${where ?? sql`true`}
    )
    select enterprise_id, score, contributions, model_id, fresh and score < class_b and at_least = 'A' as is_new,
      greatest(at_least, case when score >= class_d then 'D' when score >= class_c then 'C' when score >= class_b or fresh then 'B' else 'A' end) as risk_class
    from scored`;
}
