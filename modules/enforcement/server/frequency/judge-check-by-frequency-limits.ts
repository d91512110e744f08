import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import {
  assessCheckFrequency,
  type CheckToAssess,
  type FrequencyAssessment,
} from '#modules/enforcement/contract/frequency/assess-check-frequency.ts';
import { department } from '#modules/identity/contract/department.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  authorityOfDepartmentSql,
  countsTowardFrequencyLimitsSql,
  dayOfVisitSql,
  frequencyLimitsInForceSql,
  isExemptFromYearlyCapSql,
} from './frequency-limit-conditions-sql.ts';

/** A check with the limits and visits by which it is judged, and what came of it. */
export interface CheckJudgedByFrequency {
  readonly question: CheckToAssess;
  readonly assessment: FrequencyAssessment;
}

/** Rows of a select as JSON, in its order. */
export const rowsAsJsonSql = (parts: Sql) => sql`coalesce((select json_agg(x) from (${parts}) x), '[]'::json)`;

/** What a caller wants to know of the same check besides, in the same statement. */
interface Besides {
  /** Leading parts, each with a comma behind it. */
  readonly parts: Sql;
  /** Columns by the check `c` (`id, enterprise_id, status` of the enterprise), each with a comma before it. */
  readonly columns: Sql;
}

type Question<T> = CheckToAssess & T & { readonly [column: string]: unknown };

/**
 * Judges a check by all that is known of its enterprise, in one statement. Undefined: there is no such check, or it is
 * of no enterprise. Two approvals for an enterprise need its row locked before, so that the later sees the earlier.
 */
export async function judgeCheckByFrequencyLimits(
  db: Queryable,
  id: number,
): Promise<CheckJudgedByFrequency | undefined> {
  return (await judgeCheckByFrequencyLimitsWithColumns(db, id)).judged;
}

/** {@link judgeCheckByFrequencyLimits} with more columns of the same statement. */
export async function judgeCheckByFrequencyLimitsWithColumns<T = object>(
  db: Queryable,
  id: number,
  { parts, columns }: Besides = { parts: sql.empty, columns: sql.empty },
): Promise<{ readonly judged: CheckJudgedByFrequency | undefined; readonly besides: T | undefined }> {
  const question = await db.row<Question<T>>(
    // it reads by key, so that the plan does not depend on values; planning it takes longer than running it
    namePreparedStatement(sql`
    with ${parts}c as materialized (
      select t.id, t.enterprise_id, e.status, t.domain, ${dayOfVisitSql(sql`t`)} as day, ${isExemptFromYearlyCapSql(sql`t`)} as exempt,
        ${authorityOfDepartmentSql(sql`t.department_id`)} as authority, coalesce(e.risk_class, 'B') as risk
      from enforcement_check t left join enterprise e on e.id = t.enterprise_id where t.id = ${id}
    )
    select c.enterprise_id is not null as of_enterprise, c.day::text, c.domain, c.authority, c.exempt, c.risk, to_json(l.*) as limits,
      ${rowsAsJsonSql(sql`
        select o.id, o.name, exists (select from enforcement_visit_reason r
          where r.check_id = c.id and r.officer_id = o.id and r.status = 'approved') as reason_approved
        from enforcement_check_officer co join library_officer o on o.id = co.officer_id where co.check_id = c.id order by co.id`)} as officers,
      ${rowsAsJsonSql(sql`
        select i.code, i.name, i.yearly_cap from enforcement_check_answer a join library_check_item i on i.id = a.item_id
        where a.check_id = c.id and i.yearly_cap is not null order by i.code`)} as items,
      ${rowsAsJsonSql(sql`
        select v.id, v.check_no, ${dayOfVisitSql(sql`v`)}::text as day, ${countsTowardFrequencyLimitsSql(sql`v`)} as counted, v.started_at is not null as begun,
          ${isExemptFromYearlyCapSql(sql`v`)} as exempt, v.source, v.domain, ${authorityOfDepartmentSql(sql`v.department_id`)} as authority, d.name as department,
          v.result_code as result,
          array(select co.officer_id from enforcement_check_officer co where co.check_id = v.id) as officers,
          array(select i.code from enforcement_check_answer a join library_check_item i on i.id = a.item_id
            where a.check_id = v.id and i.yearly_cap is not null) as items
        from enforcement_check v join ${sql.id(tableOf(department))} d on d.id = v.department_id
        where v.enterprise_id = c.enterprise_id and v.id <> c.id and v.status not in ('cancelled', 'transferred')
          and ${dayOfVisitSql(sql`v`)} >= least(date_trunc('year', c.day)::date, c.day - make_interval(months => coalesce(l.nil_months, 12)))
        order by v.id`)} as visits${columns}
    from c left join lateral (${frequencyLimitsInForceSql(sql`c.domain`, sql`c.day`)}) l on true`),
  );
  const judged =
    question?.limits && question.of_enterprise ? { question, assessment: assessCheckFrequency(question) } : undefined;
  return { judged, besides: question };
}
