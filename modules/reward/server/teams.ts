import type { Itinerary } from '#modules/travel/contract/itinerary.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { reservingStates } from '../contract/application-states.ts';

/** A team of an application, and who of it counts. */
export interface Team {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly team_no: string;
  readonly agency_id: number;
  readonly status: Itinerary['status'];
  /** When it departs, in seconds. */
  readonly start_at: number;
  /** The day it ended, in Shanghai. */
  readonly ended_on: string;
  /** Tourists the itinerary speaks of, and those of its list. */
  readonly tourist_count: number | null;
  readonly listed: number;
  /** Guests that count: each person once, from outside the area that does not. */
  readonly guests: number;
  /** Of the list, how many come from there. */
  readonly inside: number;
  readonly nights: number;
  readonly vehicles: number;
  /** Names of the longest run of one family name in the list, and how many share one day of birth. */
  readonly same_name: number;
  readonly same_birthday: number;
  /** Other teams that travelled with exactly this list. */
  readonly same_list: string | null;
}

/** The teams of an application by one statement; guests from below `excluded` (an area, or '') do not count. */
export const readTeams = (db: Queryable, ids: readonly number[], excluded: string): Promise<Team[]> =>
  db.rows<Team>(sql`
    with listed as (
      select t.itinerary_id, t.id_no->>'hash' as hash, left(t.name, 1) as family, t.birthday,
        (${excluded} <> '' and starts_with(coalesce(t.source_area, ''), ${excluded})) as inside
      from travel_tourist t where t.itinerary_id = any(${ids}::bigint[])
    ), lists as (
      select itinerary_id, count(*)::int as listed, count(distinct hash) filter (where not inside)::int as guests,
        count(distinct hash) filter (where inside)::int as inside
      from listed group by itinerary_id
    ), families as (
      select itinerary_id, max(n)::int as n from (select itinerary_id, count(*) as n from listed group by itinerary_id, family) f group by 1
    ), birthdays as (
      select itinerary_id, max(n)::int as n from (
        select itinerary_id, count(*) as n from listed where birthday is not null group by itinerary_id, birthday) b group by 1
    )
    select i.id, i.team_no, i.agency_id, i.status, extract(epoch from i.start_at)::float8 as start_at,
      (i.end_at at time zone 'Asia/Shanghai')::date::text as ended_on, i.tourist_count,
      coalesce(l.listed, 0) as listed, coalesce(l.guests, 0) as guests, coalesce(l.inside, 0) as inside,
      (i.end_at at time zone 'Asia/Shanghai')::date - (i.start_at at time zone 'Asia/Shanghai')::date as nights,
      (select count(distinct v.vehicle_id)::int from travel_assigned_vehicle v where v.itinerary_id = i.id) as vehicles,
      coalesce(f.n, 0) as same_name, coalesce(b.n, 0) as same_birthday,
      (select string_agg(o.team_no, '、' order by o.id) from (select o.id, o.team_no from travel_itinerary o
        where o.list_hash = i.list_hash and o.id <> i.id limit 5) o) as same_list
    from travel_itinerary i left join lists l on l.itinerary_id = i.id left join families f on f.itinerary_id = i.id
      left join birthdays b on b.itinerary_id = i.id
    where i.id = any(${ids}::bigint[]) order by i.start_at, i.id`);

/** Somebody of these teams who was claimed for already. */
export interface ClaimedTwice {
  readonly [column: string]: unknown;
  readonly name: string;
  /** Number of the application, or of the team of this one, in which they stand already. */
  readonly no: string;
}

/**
 * Tourists of these teams for whom a reward was claimed by anybody for days that touch theirs, or who stand in two of
 * these teams at once: nobody is rewarded twice for one visit.
 */
export const readClaimedTwice = (
  db: Queryable,
  applicationId: number,
  ids: readonly number[],
): Promise<ClaimedTwice[]> =>
  db.rows<ClaimedTwice>(sql`
    with mine as (
      select t.name, t.id_no->>'hash' as hash, i.id, i.team_no, i.start_at, i.end_at
      from travel_tourist t join travel_itinerary i on i.id = t.itinerary_id where i.id = any(${ids}::bigint[])
    )
    select m.name, min(found.no) as no from mine m, lateral (
      select a.no from travel_tourist o join travel_itinerary i on i.id = o.itinerary_id
        join reward_application a on i.id = any(a.teams)
      where o.id_no->>'hash' = m.hash and i.start_at < m.end_at and m.start_at < i.end_at
        and a.id <> ${applicationId} and a.status = any(${reservingStates as readonly string[]}::text[])
      union all
      select o.team_no from mine o where o.hash = m.hash and o.id < m.id and o.start_at < m.end_at and m.start_at < o.end_at
    ) found group by m.hash, m.name order by m.name limit 20`);

/** Teams that stand in another application that was not given up, with its number. */
export const readTeamsTaken = (db: Queryable, applicationId: number, ids: readonly number[]) =>
  db.rows<{ team_no: string; no: string }>(sql`
    select i.team_no, a.no from travel_itinerary i join reward_application a on i.id = any(a.teams)
    where i.id = any(${ids}::bigint[]) and a.id <> ${applicationId}
      and a.status not in ('draft', 'rejected', 'withdrawn') order by i.id limit 20`);
