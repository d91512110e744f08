import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import type { CheckFigures } from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkStatesUnderWay } from '../../contract/check/enforcement-check-lifecycle.ts';
import { resultsWithoutFindings } from '../../contract/frequency/assess-check-frequency.ts';

/** Number of checks that the caller may see and in which an officer has work. */
export const countChecksUnderWaySql = (officer: Sql, scope: Sql | undefined): Sql => sql`
  (select count(*)::int from enforcement_check_officer w join enforcement_check t on t.id = w.check_id
    where w.officer_id = ${officer} and t.status = any(${[...checkStatesUnderWay]}::text[])${scope ? sql` and ${scope}` : sql.empty})`;

/** Officers that are listed, those with most checks first. */
const mostOfficers = 100;

/** What the checks that began between two days came to, for what the caller may see, in one statement. */
export async function readCheckCoverageFindingsAndWorkload(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  caller: Caller,
  from: string,
  to: string,
): Promise<CheckFigures> {
  const [scope, enterprises] = [scopeOf(check, caller, find), scopeOf(enterprise, caller, find)];
  const found = await db.row<CheckFigures & { readonly [column: string]: unknown }>(sql`
    with c as materialized (
      select t.id, t.enterprise_id, t.result_code, t.published_at, t.published_late,
        (select count(*)::int from enforcement_check_answer a where a.check_id = t.id and a.problem) as findings
      from enforcement_check t
      where t.started_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
        and t.started_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'${scope ? sql` and ${scope}` : sql.empty}
    ), o as (
      select f.id, f.name, f.cert_no, count(*)::int as checks, (count(*) filter (where c.findings > 0))::int as with_findings
      from c join enforcement_check_officer co on co.check_id = c.id join library_officer f on f.id = co.officer_id
      group by f.id order by checks desc, f.id limit ${mostOfficers}
    )
    select count(*)::int as checks, coalesce(sum(c.findings), 0)::int as findings,
      coalesce(round(100.0 * sum(c.findings) / nullif(count(*), 0), 1), 0)::float8 as per_hundred,
      count(c.result_code)::int as reviewed, count(*) filter (where c.result_code = any(${[...resultsWithoutFindings]}::text[]))::int as nil,
      count(c.published_at)::int as published,
      (count(*) filter (where c.published_late))::int as published_late,
      (select coalesce(json_agg(x order by x.checked desc, x.type), '[]') from (
        select t.ent_type as type, count(*)::int as enterprises, count(*) filter (where exists (select from c where c.enterprise_id = t.id))::int as checked
        from enterprise t where t.status in ('active', 'change_pending', 'suspended')${enterprises ? sql` and ${enterprises}` : sql.empty} group by 1) x) as coverage,
      (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'certificate', o.cert_no,
        'checks', o.checks, 'with_findings', o.with_findings, 'under_way', ${countChecksUnderWaySql(sql`o.id`, scope)}) order by o.checks desc, o.id), '[]') from o) as workload
    from c`);
  if (!found) throw new Error('an aggregate has one row');
  return found;
}
