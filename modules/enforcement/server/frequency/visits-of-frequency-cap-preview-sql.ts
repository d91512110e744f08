import type { FindResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { department } from '#modules/identity/contract/department.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import {
  authorityOfDepartmentSql,
  countsTowardFrequencyLimitsSql,
  dayOfVisitSql,
  frequencyLimitsInForceSql,
  isExemptFromYearlyCapSql,
} from './frequency-limit-conditions-sql.ts';

const capFor = (risk: Sql, limits: Sql): Sql =>
  sql`case ${risk} when 'A' then ${limits}.class_a when 'B' then ${limits}.class_b when 'C' then ${limits}.class_c else ${limits}.class_d end`;

/**
 * The checks of last year and this year that a set of limits (`id`) applies to, as rows of `check_id`, `enterprise_id`,
 * `domain`, `risk` (the present class of the enterprise), `year`, `day`, `n` (which visit of the year it was), and the most
 * that the limits in force (`cap_now`) and that set (`cap_draft`) allow. Only checks of enterprises in the caller's scope
 * that the caller may see.
 */
export function visitsOfFrequencyCapPreviewSql(id: number, caller: Caller, find: FindResource): Sql {
  const today = shanghaiToday();
  const thisYear = Number(today.slice(0, 4));
  const [ofEnterprise, ofCheck] = [scopeOf(enterprise, caller, find), scopeOf(check, caller, find)];
  const year = sql`extract(year from ${dayOfVisitSql(sql`c`)})::int`;
  return sql`
    with authority as materialized (select a.id, ${authorityOfDepartmentSql(sql`a.id`)} as of from ${sql.id(tableOf(department))} a),
    v as (
      select c.id as check_id, c.enterprise_id, c.domain, coalesce(t.risk_class, 'B') as risk, ${year} as year, ${dayOfVisitSql(sql`c`)} as day,
        (row_number() over (partition by c.enterprise_id, c.domain, a.of, ${year} order by ${dayOfVisitSql(sql`c`)}, c.id))::int as n
      from enforcement_check c join enterprise t on t.id = c.enterprise_id join authority a on a.id = c.department_id
      where ${countsTowardFrequencyLimitsSql(sql`c`)} and not ${isExemptFromYearlyCapSql(sql`c`)} and ${dayOfVisitSql(sql`c`)} >= make_date(${thisYear - 1}::int, 1, 1)
        and ${dayOfVisitSql(sql`c`)} < make_date(${thisYear + 1}::int, 1, 1)${ofEnterprise ? sql` and ${ofEnterprise}` : sql.empty}
    ),
    limits as materialized (
      select x.domain, l.* from (select distinct domain from v) x
      left join lateral (${frequencyLimitsInForceSql(sql`x.domain`, sql`${today}::date`)}) l on true
    )
    select v.*, ${capFor(sql`v.risk`, sql`l`)} as cap_now, ${capFor(sql`v.risk`, sql`d`)} as cap_draft
    from v join limits l on l.domain = v.domain join enforcement_frequency_cap d on d.id = ${id}
    where (d.domain = v.domain or (d.domain is null and not exists (select from enforcement_frequency_cap o
      where o.domain = v.domain and o.status = 'published' and (o.effective_to is null or o.effective_to >= ${today}::date))))
      ${ofCheck ? sql`and exists (select from enforcement_check t where t.id = v.check_id and ${ofCheck})` : sql.empty}`;
}
