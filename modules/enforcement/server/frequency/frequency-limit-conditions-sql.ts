import { type Sql, sql } from '#server/db/sql.ts';

/** The day of a visit: of its beginning, of its agreed time, or the last on which it can take place. */
export const dayOfVisitSql = (check: Sql): Sql =>
  sql`coalesce((coalesce(${check}.started_at, ${check}.window_from) at time zone 'Asia/Shanghai')::date, ${check}.due_on)`;

/** The check is approved or was carried out, including visits that the enterprise refused. */
export const countsTowardFrequencyLimitsSql = (check: Sql): Sql =>
  sql`${check}.status not in ('draft', 'pending_approval', 'cancelled', 'transferred')`;

/**
 * The check does not use up a yearly cap and is not refused by one (国办发〔2024〕54号): it follows up a complaint, a report,
 * an instruction or another lead, an emergency, or a correction that was ordered.
 */
export const isExemptFromYearlyCapSql = (check: Sql): Sql =>
  sql`(${check}.source in ('case', 'recheck') or (${check}.notify_mode = 'direct' and ${check}.direct_reason is not distinct from 'emergency'))`;

/** The authority of a department: its squads and sections use one cap together. */
export const authorityOfDepartmentSql = (department: Sql): Sql => sql`enforcement_authority(${department})`;

/** The limits in force for a domain on a day: its own, or else the general ones. */
export const frequencyLimitsInForceSql = (domain: Sql, day: Sql): Sql => sql`
  select l.class_a, l.class_b, l.class_c, l.class_d, l.per_day, l.per_week, l.per_month, l.nil_visits, l.nil_months, l.joint_days, l.basis
  from enforcement_frequency_cap l
  where l.status in ('published', 'retired') and (l.domain is null or l.domain = ${domain})
    and l.effective_from <= ${day} and (l.effective_to is null or l.effective_to >= ${day})
  order by l.domain nulls last, l.effective_from desc limit 1`;
