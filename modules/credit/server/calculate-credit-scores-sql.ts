import { type Sql, sql } from '#server/db/sql.ts';
import { effectiveListingStates } from '../contract/credit-event-kinds-lists-and-grounds.ts';
import { type CreditSubject, enterpriseSubject } from './enterprise-or-guide-as-credit-subject.ts';
import { expirySql, pointsSql } from './record-and-annul-credit-events.ts';

/** What is computed: by which formula, on which day, of whom. */
export interface CreditScoreRequest {
  /** Default: enterprises. */
  readonly subject?: CreditSubject;
  /** Key of the formula. */
  readonly formula: number;
  /** YYYY-MM-DD */
  readonly day: string;
  /** Keys of enterprises or guides. Default: all. */
  readonly of?: readonly number[];
  /** Further condition on these of alias `t`. */
  readonly where?: Sql | undefined;
}

/**
 * One select over enterprises with `enterprise_id`, or over guides with `guide_id`, `score`, `grade`, `scored_grade`, `formula_id` and `kinds` (the
 * totals by kind with their events). `calculateReferenceCreditScore` of the contract defines what it computes.
 */
export function creditScoreSelectSql({
  subject = enterpriseSubject,
  formula,
  day,
  of,
  where,
}: CreditScoreRequest): Sql {
  const { key, listedAs, table, eventTable, scoredStates } = subject;
  const one = (id: Sql) => (of ? sql`${id} = any(${[...of]}::bigint[])` : sql`true`);
  return sql`with items as (
      select e.${key}, e.id, e.kind, ${pointsSql} as points, r.most, r.weigh
      from ${eventTable} e join credit_formula_rule r on r.formula_id = ${formula}::bigint and r.kind = e.kind
      where e.status in ('counted', 'objected') and e.happened_on <= ${day}::date and ${expirySql} > ${day}::date and ${one(sql`e.${key}`)}
    ), kinds as (
      select i.${key}, i.kind, min(i.weigh) as weigh, sum(i.points)::int as sum,
        greatest(-min(i.most), least(min(i.most), sum(i.points)))::int as points,
        jsonb_agg(jsonb_build_object('id', i.id, 'points', i.points) order by abs(i.points) desc, i.id desc) as events
      from items i group by i.${key}, i.kind
    ), totals as (
      select k.${key}, sum(k.points)::int as points,
        jsonb_agg(jsonb_build_object('kind', k.kind, 'sum', k.sum, 'points', k.points, 'events', k.events) order by k.weigh, k.kind) as kinds
      from kinds k group by k.${key}
    ), lists as (
      select l.${key}, max(case l.list when 'serious' then 'E' when 'minor' then 'D' else 'A' end) as best
      from credit_listing l
      where l.subject = ${listedAs} and l.status = any(${[...effectiveListingStates]}::text[]) and l.starts_on <= ${day}::date and l.ends_on >= ${day}::date
        and ${one(sql`l.${key}`)}
      group by l.${key}
    ), scored as (
      select t.id as ${key}, f.id as formula_id, greatest(0, least(1000, f.base + coalesce(s.points, 0))) as score,
        coalesce(s.kinds, '[]'::jsonb) as kinds, coalesce(l.best, 'A') as best, f.grade_a, f.grade_b, f.grade_c, f.grade_d
      from ${table} t join credit_formula f on f.id = ${formula}::bigint
        left join totals s on s.${key} = t.id left join lists l on l.${key} = t.id
      where t.status = any(${[...scoredStates]}::text[]) and ${one(sql`t.id`)} and ${where ?? sql`true`}
    ), graded as (
      select s.*, case when score >= grade_a then 'A' when score >= grade_b then 'B' when score >= grade_c then 'C'
        when score >= grade_d then 'D' else 'E' end as scored_grade
      from scored s
    )
    select ${key}, score, greatest(scored_grade, best) as grade, scored_grade, formula_id, kinds from graded`;
}
