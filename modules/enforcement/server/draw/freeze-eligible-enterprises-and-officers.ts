import { areaPrefix } from '#kernel/kind/linked/area.ts';
import type { PairingMode } from '#kernel/random-draw/draw-record-types.ts';
import { domainOfEnterprise } from '#modules/library/contract/domain/enforcement-domain.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { isEnterpriseInPlanSql, type PlannedObjects, riskOfEnterpriseSql } from '../plan/is-enterprise-in-plan-sql.ts';
import type { FrozenLists } from './random-draw-worker.ts';

/** What decides who can be drawn. */
export interface DrawConditions extends PlannedObjects {
  readonly pairing: PairingMode;
  /** The day of the draw, YYYY-MM-DD: certificates must be valid on it. */
  readonly day: string;
}

/** Enterprises that can be drawn now: `enterprise_id`, `risk`, `area`, `domain`. */
export const eligibleEnterprisesSql = async (db: Queryable, conditions: DrawConditions): Promise<Sql> => sql`
  select e.id as enterprise_id, ${riskOfEnterpriseSql} as risk, e.area_code as area,
    (${JSON.stringify(domainOfEnterprise)}::jsonb) ->> e.ent_type as domain
  from enterprise e where ${await isEnterpriseInPlanSql(db, conditions)}`;

/**
 * Officers who can be drawn now: those of the plan's area, of the offices above it and, where pairs are crossed, of the
 * rest of its prefecture, who know one of the domains. `objects` is the name of the list of enterprises. Whom an officer
 * recuses is looked up in it: the list was read through for each officer before, thirty million rows of a large prefecture.
 */
export function eligibleOfficersSql({ area_code, pairing, day }: DrawConditions, objects: Sql): Sql {
  const own = areaPrefix(area_code);
  const reach = pairing === 'crossed' ? own.slice(0, 4) : own;
  return sql`
    select f.id as officer_id, f.area, f.domains, f.capacity,
      array(select distinct r.id from unnest(f.recused) r (id)
        where exists (select from ${objects} o where o.enterprise_id = r.id) order by 1) as recused
    from library_eligible_officer f
    where f.cert_valid_to >= ${day}::date and (f.area like ${`${reach}%`} or ${own} like f.area || '%')
      and f.domains && array(select distinct o.domain from ${objects} o)`;
}

/** An area and domain whose enterprises could be drawn, but for which there are no two officers. */
export interface UnpairedGroup {
  readonly [column: string]: unknown;
  readonly area: string;
  readonly area_name: string;
  readonly domain: string;
  readonly n: number;
  /** Officers of the area, and from elsewhere. */
  readonly local: number;
  readonly others: number;
}

/** Groups of enterprises that no pair could check, from the lists of these names. */
export const unpairedGroupsSql = (pairing: PairingMode, objects: Sql, officers: Sql): Sql => sql`
  select g.area, coalesce(a.name, g.area) as area_name, g.domain, g.n, p.local, p.others
  from (select o.area, o.domain, count(*)::int as n from ${objects} o group by 1, 2) g
    cross join lateral (
      select count(*) filter (where g.area like f.area || '%')::int as local, count(*) filter (where g.area not like f.area || '%')::int as others
      from ${officers} f where f.capacity > 0 and g.domain = any(f.domains)) p
    left join system_area a on a.code = g.area
  where ${pairing === 'local' ? sql`p.local < 2` : sql`p.local < 1 or p.others < 1`}
  order by g.n desc, g.area, g.domain`;

/** What freezing the lists came to. */
export interface FrozenCounts {
  readonly objects: number;
  readonly officers: number;
  readonly unpaired: readonly UnpairedGroup[];
}

/** Copies the lists as they are at this moment. */
export async function freezeDrawLists(tx: Queryable, draw: number, conditions: DrawConditions): Promise<FrozenCounts> {
  await discardFrozenDrawLists(tx, draw);
  const added = await tx.row<{ n: number }>(sql`
    with o as (${await eligibleEnterprisesSql(tx, conditions)}),
      added as (insert into enforcement_draw_object (draw_id, enterprise_id, risk, area, domain)
        select ${draw}, o.enterprise_id, o.risk, o.area, o.domain from o returning 1)
    select count(*)::int as n from added`);
  const objects = sql`(select * from enforcement_draw_object where draw_id = ${draw})`;
  const officers = await tx.row<{ n: number }>(sql`
    with f as (${eligibleOfficersSql(conditions, objects)}),
      added as (insert into enforcement_draw_officer (draw_id, officer_id, area, domains, recused, capacity)
        select ${draw}, f.officer_id, f.area, f.domains, f.recused, f.capacity from f returning 1)
    select count(*)::int as n from added`);
  const listed = sql`(select * from enforcement_draw_officer where draw_id = ${draw})`;
  return {
    objects: added?.n ?? 0,
    officers: officers?.n ?? 0,
    unpaired: await tx.rows<UnpairedGroup>(unpairedGroupsSql(conditions.pairing, objects, listed)),
  };
}

/** Removes the lists of a draw that is unfrozen. */
export async function discardFrozenDrawLists(tx: Queryable, draw: number): Promise<void> {
  await tx.query(sql`with o as (delete from enforcement_draw_object where draw_id = ${draw})
    delete from enforcement_draw_officer where draw_id = ${draw}`);
}

/**
 * The frozen lists as texts for the thread: parsing a hundred thousand rows here would delay all other calls. Enterprises
 * of one class, area and domain are written together: that is a tenth of the text, and half of the time of PostgreSQL.
 */
export async function readFrozenLists(db: Queryable, draw: number): Promise<FrozenLists> {
  const lists = await db.row<{ objects: string; officers: string }>(sql`select
    (select coalesce(json_agg(json_build_array(o.risk, o.area, o.domain, o.keys)), '[]')::text
      from (select risk, area, domain, array_agg(enterprise_id) as keys from enforcement_draw_object
        where draw_id = ${draw} group by 1, 2, 3) o) as objects,
    (select coalesce(json_agg(json_build_array(f.officer_id, f.area, f.domains, f.recused, f.capacity)), '[]')::text
      from enforcement_draw_officer f where f.draw_id = ${draw}) as officers`);
  return lists ?? { objects: '[]', officers: '[]' };
}
