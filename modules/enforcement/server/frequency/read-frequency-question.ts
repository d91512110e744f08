import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import {
  assessFrequency,
  type FrequencyAssessment,
  type FrequencyQuestion,
} from '#modules/enforcement/contract/frequency/assess-frequency.ts';
import { department } from '#modules/identity/contract/department.ts';
import type { Queryable } from '#server/db/connect.ts';
import { prepared } from '#server/db/prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { authorityOf, dayOfVisit, isCounted, isExempt, limitsFor } from './visit-sql.ts';

/** A check with the limits and visits by which it is judged, and what came of it. */
export interface JudgedCheck {
  readonly question: FrequencyQuestion;
  readonly assessment: FrequencyAssessment;
}

const named = (parts: Sql) => sql`coalesce((select json_agg(x) from (${parts}) x), '[]'::json)`;

/**
 * Judges a check by all that is known of its enterprise, in one statement. Undefined: there is no such check, or it is
 * of no enterprise. Two approvals for an enterprise need its row locked before, so that the later sees the earlier.
 */
export async function judgeCheck(db: Queryable, id: number): Promise<JudgedCheck | undefined> {
  const question = await db.row<FrequencyQuestion & { readonly [column: string]: unknown }>(
    // it reads by key, so that the plan does not depend on values; planning it takes longer than running it
    prepared(sql`
    with c as materialized (
      select t.id, t.enterprise_id, t.domain, ${dayOfVisit(sql`t`)} as day, ${isExempt(sql`t`)} as exempt,
        ${authorityOf(sql`t.department_id`)} as authority, coalesce(e.risk_class, 'B') as risk
      from enforcement_check t join enterprise e on e.id = t.enterprise_id where t.id = ${id}
    )
    select c.day::text, c.domain, c.authority, c.exempt, c.risk, to_json(l.*) as limits,
      ${named(sql`
        select o.id, o.name, exists (select from enforcement_visit_reason r
          where r.check_id = c.id and r.officer_id = o.id and r.status = 'approved') as reason_approved
        from enforcement_check_officer co join library_officer o on o.id = co.officer_id where co.check_id = c.id order by co.id`)} as officers,
      ${named(sql`
        select i.code, i.name, i.yearly_cap from enforcement_check_answer a join library_check_item i on i.id = a.item_id
        where a.check_id = c.id and i.yearly_cap is not null order by i.code`)} as items,
      ${named(sql`
        select v.id, v.check_no, ${dayOfVisit(sql`v`)}::text as day, ${isCounted(sql`v`)} as counted, v.started_at is not null as begun,
          ${isExempt(sql`v`)} as exempt, v.source, v.domain, ${authorityOf(sql`v.department_id`)} as authority, d.name as department,
          v.result_code as result,
          array(select co.officer_id from enforcement_check_officer co where co.check_id = v.id) as officers,
          array(select i.code from enforcement_check_answer a join library_check_item i on i.id = a.item_id
            where a.check_id = v.id and i.yearly_cap is not null) as items
        from enforcement_check v join ${sql.id(tableOf(department))} d on d.id = v.department_id
        where v.enterprise_id = c.enterprise_id and v.id <> c.id and v.status not in ('cancelled', 'transferred')
          and ${dayOfVisit(sql`v`)} >= least(date_trunc('year', c.day)::date, c.day - make_interval(months => coalesce(l.nil_months, 12)))
        order by v.id`)} as visits
    from c left join lateral (${limitsFor(sql`c.domain`, sql`c.day`)}) l on true`),
  );
  if (!question?.limits) return undefined;
  return { question, assessment: assessFrequency(question) };
}
