import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** What decides which experts can be drawn. */
export interface ExpertConditions {
  readonly area_code: string;
  readonly expert_field: string;
  /** Whose experts with a conflict of interest are left out. */
  readonly enterprise_id: number | null;
  /** Names of persons whose experts with a conflict of interest are left out, separated by commas. */
  readonly persons: string | null;
  /** The day of the draw, YYYY-MM-DD: terms must not have ended on it. */
  readonly day: string;
}

const offices = (area_code: string): Sql => {
  const own = areaPrefix(area_code);
  return sql`(x.area_code like ${`${own}%`} or ${own} like regexp_replace(x.area_code, '(00)+$', '') || '%')`;
};

const able = ({ area_code, expert_field, day }: ExpertConditions): Sql =>
  sql`x.valid_to >= ${day}::date and ${expert_field} = any(x.fields) and ${offices(area_code)}`;

/**
 * Whether an expert has named the enterprise, or somebody whom the matter concerns: the persons named, and those who lead
 * or represent the enterprise. Persons are compared by name; a namesake is left out too.
 */
const inConflict = ({ enterprise_id, persons }: ExpertConditions): Sql => {
  const named = (persons ?? '').split(/[、，,;；\s]+/).filter((name) => name !== '');
  return sql`(coalesce(${enterprise_id}::bigint = any(x.conflicts), false) or x.persons && array(
    select unnest(${named}::text[])
    union select unnest(array[e.legal_person, e.contact_name]) from enterprise e where e.id = ${enterprise_id}::bigint
    union select s.name from enterprise_staff s where s.enterprise_id = ${enterprise_id}::bigint and s.job = 'head'))`;
};

/** Experts who can be drawn now, of the area and of the offices above it: `expert_id`, `area`. */
export const eligibleExpertsSql = (conditions: ExpertConditions): Sql => sql`
  select x.id as expert_id, x.area_code as area, null::int as position from library_eligible_expert x
  where ${able(conditions)} and not ${inConflict(conditions)}`;

/** How many experts are left out because of a conflict of interest. */
export async function countExcludedExperts(db: Queryable, conditions: ExpertConditions): Promise<number> {
  const found = await db.row<{ n: number }>(
    sql`select count(*)::int as n from library_eligible_expert x where ${able(conditions)} and ${inConflict(conditions)}`,
  );
  return found?.n ?? 0;
}

/** Copies the list as it is at this moment, and returns its length. */
export async function freezeExperts(tx: Queryable, draw: number, conditions: ExpertConditions): Promise<number> {
  await discardFrozenExperts(tx, draw);
  const added = await tx.row<{ n: number }>(sql`
    with added as (insert into enforcement_expert_draw_object (draw_id, expert_id, area, domain)
      select ${draw}, x.expert_id, x.area, ${conditions.expert_field} from (${eligibleExpertsSql(conditions)}) x returning 1)
    select count(*)::int as n from added`);
  return added?.n ?? 0;
}

/** Removes the list of a draw that is unfrozen. */
export async function discardFrozenExperts(tx: Queryable, draw: number): Promise<void> {
  await tx.query(sql`delete from enforcement_expert_draw_object where draw_id = ${draw}`);
}

/** The frozen list as a text for the thread. All have one ticket. */
export async function readFrozenExperts(db: Queryable, draw: number): Promise<{ objects: string; officers: string }> {
  const list = await db.row<{ objects: string }>(sql`
    select coalesce(json_agg(json_build_array('A', o.area, o.domain, array[o.expert_id])), '[]')::text as objects
    from enforcement_expert_draw_object o where o.draw_id = ${draw}`);
  return { objects: list?.objects ?? '[]', officers: '[]' };
}
