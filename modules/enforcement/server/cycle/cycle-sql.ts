import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/names.ts';
import { department } from '#modules/identity/contract/department.ts';
import { officersPerCheck } from '#modules/library/contract/officer/why-not-assignable.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Cycle } from '../../contract/cycle/cycle.ts';
import type { CyclePeriod } from '../../contract/cycle/cycle-periods.ts';
import { authorityOf, dayOfVisit, isExempt, limitsFor } from '../frequency/visit-sql.ts';

/** A cycle as it is stored. */
export type StoredCycle = Pick<
  Cycle,
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
  /** Periods of this cycle before it, in the same year, whose checks are not drafted yet. */
  readonly earlier?: number;
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
export function periodRows({ cycle, period, today, earlier = 0, seed }: PeriodRequest): Sql {
  const { id, domain, ent_types, risk_classes, area_code, assignment, department_id } = cycle;
  const risks =
    risk_classes && risk_classes.length > 0
      ? sql`coalesce(e.risk_class, 'B') = any(${[...risk_classes]}::text[])`
      : sql`true`;
  const first = period.first > today ? period.first : today;
  return sql`
    with same as materialized (
      select d.id from ${sql.id(tableOf(department))} d where ${authorityOf(sql`d.id`)} = ${authorityOf(sql`${department_id}::bigint`)}
    ), caps as materialized (
      ${limitsFor(sql`${domain}::text`, sql`${period.last}::date`)}
    ), found as materialized (
      select e.id as enterprise_id, e.name, e.area_code, coalesce(e.risk_class, 'B') as risk, o.check_id,
        case when o.check_id is not null then null
          when e.status = 'suspended' then 'suspended'
          when exists (select from enforcement_check v where v.enterprise_id = e.id and ${isLive(sql`v`)}
            and ${dayOfVisit(sql`v`)} between ${period.from}::date and ${period.to}::date) then 'checked'
          when (select count(*) from enforcement_check v where v.enterprise_id = e.id and ${isLive(sql`v`)} and not ${isExempt(sql`v`)}
              and v.domain = ${domain} and v.department_id in (select s.id from same s)
              and ${dayOfVisit(sql`v`)} between date_trunc('year', ${period.last}::date)::date and (date_trunc('year', ${period.last}::date) + interval '1 year - 1 day')::date)
            + ${earlier}::int >= (select case coalesce(e.risk_class, 'B') when 'A' then c.class_a when 'B' then c.class_b when 'C' then c.class_c else c.class_d end from caps c) then 'cap'
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
      select f.*, row_number() over (order by f.area_code, f.enterprise_id) - 1 as place,
        row_number() over (partition by f.area_code order by f.enterprise_id) - 1 as turn, count(*) over () as n
      from found f where f.skipped is null and f.check_id is null
    )${candidatesOf(assignment, domain)}
    select f.enterprise_id, f.name, f.area_code, f.risk, f.skipped, f.check_id,
      d.all_days[1 + ((p.place * cardinality(d.all_days)) / p.n)::int] as day,
      ${assignment === 'department' ? sql`'{}'::bigint[]` : sql`coalesce(a.officers, '{}')`} as officers
    from found f cross join days d left join placed p on p.enterprise_id = f.enterprise_id
      ${officersOf(assignment, seed)}`;
}

/** Officers who may be sent, for each area in which there are enterprises. */
const candidatesOf = (assignment: string, domain: string): Sql =>
  assignment === 'department'
    ? sql.empty
    : sql`, eligible as materialized (
      select o.id, o.area, o.recused from library_eligible_officer o where ${domain}::text = any(o.domains)
    ), candidates as materialized (
      select g.area_code, array_agg(o.id order by o.id) as ids from (select distinct area_code from placed) g
      join eligible o on g.area_code like o.area || '%' group by g.area_code
    )`;

function officersOf(assignment: string, seed: string): Sql {
  if (assignment === 'department') return sql.empty;
  if (assignment === 'last')
    return sql`left join lateral (
      select array_agg(u.officer_id order by u.weigh, u.id) as officers from (
        select co.officer_id, co.weigh, co.id from enforcement_check_officer co join eligible o on o.id = co.officer_id
        where co.check_id = (select v.id from enforcement_check v where v.enterprise_id = p.enterprise_id and v.started_at is not null order by v.started_at desc limit 1)
          and p.enterprise_id <> all(o.recused) order by co.weigh, co.id limit ${officersPerCheck}) u
    ) a on true`;
  const order =
    assignment === 'draw'
      ? sql`md5(${seed}::text || ':' || p.enterprise_id || ':' || u.id)`
      : sql`(u.position - 1 - p.turn * ${officersPerCheck} % cardinality(c.ids) + cardinality(c.ids)) % cardinality(c.ids)`;
  return sql`left join candidates c on c.area_code = p.area_code left join lateral (
      select array_agg(x.id order by x.rank) as officers from (
        select u.id, ${order} as rank from unnest(c.ids) with ordinality u(id, position) join eligible o on o.id = u.id
        where p.enterprise_id <> all(o.recused) order by 2 limit ${officersPerCheck}) x
    ) a on true`;
}
