import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { department } from '#modules/identity/contract/department.ts';
import { officersPerCheck } from '#modules/library/contract/officer/why-officers-not-assignable.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { CyclePeriod } from '../../contract/cycle/periods-of-recurring-check-cycle.ts';
import type { RecurringCheckCycle } from '../../contract/cycle/recurring-check-cycle.ts';
import {
  authorityOfDepartmentSql,
  dayOfVisitSql,
  frequencyLimitsInForceSql,
  isExemptFromYearlyCapSql,
} from '../frequency/frequency-limit-conditions-sql.ts';

/** A cycle as it is stored. */
export type StoredCycle = Pick<
  RecurringCheckCycle,
  | 'id'
  | 'department_id'
  | 'basis'
  | 'domain'
  | 'ent_types'
  | 'risk_classes'
  | 'area_code'
  | 'checklist_id'
  | 'assignment'
> & { readonly [column: string]: unknown };

export interface PeriodRequest {
  readonly cycle: StoredCycle;
  readonly period: CyclePeriod;
  /** No check is planned before this day. */
  readonly today: string;
  /** First days of the periods of this cycle before it in the same year: they will use the limit, where nothing is drafted yet. */
  readonly earlier?: readonly string[];
  /** Mixes the random assignment. */
  readonly seed: string;
}

/** A live check, drafted ones included: two cycles do not plan the same enterprise. */
const isLive = (check: Sql) => sql`${check}.status not in ('cancelled', 'transferred')`;

/**
 * What a period of a cycle means for each enterprise, as a select: `enterprise_id, name, area_code, risk, skipped, day,
 * officers, check_id`. Skipped are those that are suspended, checked or planned within the period by anybody, and those whose
 * yearly limit is reached. The others are spread over the working days that are left, neighbours on the same day.
 */
export function selectEnterprisesDaysAndOfficersOfPeriodSql({
  cycle,
  period,
  today,
  earlier = [],
  seed,
}: PeriodRequest): Sql {
  const { id, domain, ent_types, risk_classes, area_code, assignment, department_id } = cycle;
  const risks =
    risk_classes && risk_classes.length > 0
      ? sql`coalesce(e.risk_class, 'B') = any(${[...risk_classes]}::text[])`
      : sql`true`;
  const first = period.first > today ? period.first : today;
  // drafted checks are counted as such, and a period that skipped the enterprise makes none
  const undecided =
    earlier.length === 0
      ? sql`0`
      : sql`(select ${earlier.length}::int - count(*) from enforcement_cycle_object b where b.cycle_id = ${id} and b.enterprise_id = e.id
          and b.period_from = any(${[...earlier]}::date[]) and (b.check_id is not null or b.skipped is not null))`;
  return sql`
    with same as materialized (
      select d.id from ${sql.id(tableOf(department))} d where ${authorityOfDepartmentSql(sql`d.id`)} = ${authorityOfDepartmentSql(sql`${department_id}::bigint`)}
    ), caps as materialized (
      ${frequencyLimitsInForceSql(sql`${domain}::text`, sql`${period.last}::date`)}
    ), found as materialized (
      select e.id as enterprise_id, e.name, e.area_code, coalesce(e.risk_class, 'B') as risk, o.check_id,
        case when o.check_id is not null then null
          when e.status = 'suspended' then 'suspended'
          when exists (select from enforcement_check v where v.enterprise_id = e.id and ${isLive(sql`v`)}
            and ${dayOfVisitSql(sql`v`)} between ${period.from}::date and ${period.to}::date) then 'checked'
          when (select count(*) from enforcement_check v where v.enterprise_id = e.id and ${isLive(sql`v`)} and not ${isExemptFromYearlyCapSql(sql`v`)}
              and v.domain = ${domain} and v.department_id in (select s.id from same s)
              and ${dayOfVisitSql(sql`v`)} between date_trunc('year', ${period.last}::date)::date and (date_trunc('year', ${period.last}::date) + interval '1 year - 1 day')::date)
            + ${undecided} >= (select case coalesce(e.risk_class, 'B') when 'A' then c.class_a when 'B' then c.class_b when 'C' then c.class_c else c.class_d end from caps c) then 'cap'
        end as skipped
      from enterprise e
      left join enforcement_cycle_object o on o.cycle_id = ${id} and o.period_from = ${period.from}::date and o.enterprise_id = e.id
      where e.status in ('active', 'change_pending', 'suspended') and e.ent_type = any(${[...ent_types]}::text[])
        and e.area_code like ${`${areaPrefix(area_code)}%`} and ${risks}
    ), days as materialized (
      select coalesce(array_agg(d.day order by d.day) filter (where d.works), array_agg(d.day order by d.day)) as all_days
      from (select g::date as day, coalesce(k.kind <> 'holiday', extract(isodow from g) < 6) as works
        from generate_series(${first}::date, ${period.last}::date, interval '1 day') g left join system_calendar k on k.date = g::date) d
    ), placed as materialized (
      select f.*, row_number() over (partition by f.planned order by f.area_code, f.enterprise_id) - 1 as place,
        count(*) over (partition by f.planned) as n
      from (select *, skipped is null and check_id is null as planned from found) f
    )${candidatesOf(assignment, domain)}${assignmentOf(assignment, seed)}
    select p.enterprise_id, p.name, p.area_code, p.risk, p.skipped, p.check_id,
      case when p.planned then d.all_days[1 + ((p.place * cardinality(d.all_days)) / p.n)::int] end as day,
      ${assignment === 'department' ? sql`'{}'::bigint[]` : sql`coalesce(s.officers, '{}')`} as officers
    from placed p cross join days d${assignment === 'department' ? sql.empty : sql` left join sent s on s.enterprise_id = p.enterprise_id`}`;
}

/**
 * Who is sent where. Nobody is sent to more checks than they can still take on: what is beyond that stays open, for the
 * department to decide.
 */
const assignmentOf = (assignment: string, seed: string): Sql =>
  assignment === 'department'
    ? sql.empty
    : sql`, sent as materialized (
      select m.enterprise_id, array_agg(m.officer order by m.weigh) as officers from (
        select p.enterprise_id, u.officer, u.weigh, row_number() over (partition by u.officer order by p.place) as task
        from placed p${assignment === 'last' ? sql.empty : sql` cross join recusals r join candidates c on c.area_code = p.area_code`}
          cross join lateral unnest(${officersOf(assignment, seed)}) with ordinality u(officer, weigh)
        where p.planned
      ) m join eligible o on o.id = m.officer and m.task <= o.capacity group by m.enterprise_id
    )`;

/**
 * Officers who may be sent, for each area in which there are enterprises, and enterprises that somebody does not check.
 * What is drafted counts here: it will be work under way.
 */
const candidatesOf = (assignment: string, domain: string): Sql =>
  assignment === 'department'
    ? sql.empty
    : sql`, eligible as materialized (
      select o.id, o.area, o.recused, o.capacity - coalesce(d.n, 0) as capacity
      from library_eligible_officer o left join (
        select co.officer_id, count(*)::int as n from enforcement_check v join enforcement_check_officer co on co.check_id = v.id
        where v.status in ('draft', 'pending_approval') group by co.officer_id
      ) d on d.officer_id = o.id
      where ${domain}::text = any(o.domains) and o.capacity > coalesce(d.n, 0)
    ), recusals as materialized (
      select coalesce(array_agg(x), '{}') as enterprises from eligible o, unnest(o.recused) x
    ), candidates as materialized (
      select g.area_code, array_agg(o.id order by o.id) as ids from (select distinct area_code from placed where planned) g
      join eligible o on g.area_code like o.area || '%' group by g.area_code
    )`;

/** The keys of those who are sent to an enterprise `p`, of the candidates `c` of its area. */
function officersOf(assignment: string, seed: string): Sql {
  if (assignment === 'last')
    return sql`(select array_agg(u.officer_id order by u.weigh, u.id) from (
        select co.officer_id, co.weigh, co.id from enforcement_check_officer co join eligible o on o.id = co.officer_id
        where co.check_id = (select v.id from enforcement_check v where v.enterprise_id = p.enterprise_id and v.started_at is not null order by v.started_at desc limit 1)
          and p.enterprise_id <> all(o.recused) order by co.weigh, co.id limit ${officersPerCheck}) u)`;
  const n = sql`cardinality(c.ids)`;
  const hash = (salt: string) =>
    sql`(hashtextextended(${`${seed}${salt}`}::text || p.enterprise_id, 0) & 9007199254740991)`;
  const [first, second] =
    assignment === 'draw'
      ? [sql`${hash('1')} % ${n}`, sql`(${hash('1')} % ${n} + 1 + ${hash('2')} % (${n} - 1)) % ${n}`]
      : [sql`p.place * 2 % ${n}`, sql`(p.place * 2 + 1) % ${n}`];
  const rank =
    assignment === 'draw'
      ? sql`hashtextextended(${seed}::text || p.enterprise_id || ':' || u.id, 0)`
      : sql`(u.place - 1 - p.place * 2 % ${n} + ${n}) % ${n}`;
  // going through all candidates is dear, and needed only for an enterprise that one of them does not check
  return sql`case when ${n} < 2 or p.enterprise_id = any(r.enterprises) then (
      select array_agg(x.id order by x.rank, x.id) from (
        select u.id, ${rank} as rank from unnest(c.ids) with ordinality u(id, place) join eligible o on o.id = u.id
        where p.enterprise_id <> all(o.recused) order by 2, 1 limit ${officersPerCheck}) x)
    else array[c.ids[1 + (${first})::int], c.ids[1 + (${second})::int]] end`;
}
