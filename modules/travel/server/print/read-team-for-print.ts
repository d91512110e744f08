import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { area } from '#modules/system/contract/administrative-division.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { maskedColumn } from '#server/read/field/masked-columns.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { tourist } from '../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';

export interface PrintedStop {
  readonly day_no: number;
  readonly type: string;
  readonly name: string;
  readonly arrive: string;
  readonly stay: number;
  readonly paid: boolean | null;
  /** Cents. */
  readonly fee: number | null;
}
export interface PrintedDay {
  readonly title: string;
  readonly meals: readonly string[];
  readonly standard: string | null;
  readonly hotel: string | null;
}
/** Data of a team for its prints; personal data masked as in lists. */
export interface PrintedTeam {
  readonly id: number;
  readonly team_no: string;
  readonly status: string;
  readonly kind: string;
  readonly changes: number;
  readonly agency: string;
  readonly ground: string | null;
  readonly contracts: string | null;
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly from_area: string;
  readonly destinations: readonly string[];
  readonly counts: readonly [all: number, adults: number, minors: number, elders: number];
  readonly emergency: string;
  readonly emergency_mobile: string;
  readonly days: readonly PrintedDay[];
  readonly stops: readonly PrintedStop[];
  readonly guides: readonly { name: string; role: string; card_no: string; mobile: string }[];
  readonly vehicles: readonly { plate: string; seats: number; driver: string; mobile: string; coach: string | null }[];
}

const shown = (fields: Readonly<Record<string, unknown>>, name: string, alias: string): Sql =>
  sql.raw(maskedColumn(name, (fields as typeof tourist.fields)[name as 'mobile'], alias));
const areaName = sql`full_name from ${sql.id(tableOf(area))}`;

/** Reads the team of a request within the caller's scope. */
export async function readTeamForPrint({ engine, caller }: Call, id: number): Promise<PrintedTeam> {
  const scope = scopeOf(itinerary, caller, engine.find);
  const row = await engine.db.row<PrintedTeam & { [column: string]: unknown }>(sql`
    select t.id, t.team_no, t.status, t.kind, t.change_count as changes, e.name as agency, t.contract_nos as contracts,
      (select g.name from enterprise g where g.id = t.ground_agency_id) as ground,
      floor(extract(epoch from t.start_at))::float8 as start, floor(extract(epoch from t.end_at))::float8 as "end",
      coalesce((select ${areaName} where code = t.area_code), t.area_code) as from_area,
      array(select ${areaName} where id = any(t.destination_areas) order by code) as destinations,
      array[t.tourist_count, coalesce(t.adult_count, 0), coalesce(t.child_count, 0), coalesce(t.elder_count, 0)] as counts,
      t.emergency_contact as emergency, ${shown(itinerary.fields, 'emergency_mobile', 't')} as emergency_mobile,
      coalesce((select json_agg(json_build_object('title', d.title, 'meals', array[d.breakfast, d.lunch, d.dinner],
          'standard', d.hotel_standard, 'hotel', d.hotel_name) order by d.weigh, d.id)
        from travel_itinerary_day d where d.itinerary_id = t.id), '[]') as days,
      coalesce((select json_agg(json_build_object('day_no', s.day_no, 'type', s.poi_type, 'name', s.name,
          'arrive', to_char(s.arrive, 'HH24:MI'), 'stay', s.stay_minutes, 'paid', s.is_optional_paid, 'fee', s.fee)
          order by s.day_no, s.weigh, s.id)
        from travel_itinerary_stop s where s.itinerary_id = t.id), '[]') as stops,
      coalesce((select json_agg(json_build_object('name', g.name, 'role', a.role, 'card_no', g.card_no,
          'mobile', ${shown(guide.fields, 'mobile', 'g')}) order by a.weigh, a.id)
        from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = t.id), '[]') as guides,
      coalesce((select json_agg(json_build_object('plate', v.plate, 'seats', v.seats, 'driver', d.name,
          'mobile', ${shown(driver.fields, 'mobile', 'd')}, 'coach', c.name) order by v.weigh, v.id)
        from travel_assigned_vehicle v join crew_driver d on d.id = v.driver_id left join enterprise c on c.id = v.coach_id
        where v.itinerary_id = t.id), '[]') as vehicles
    from travel_itinerary t join enterprise e on e.id = t.agency_id
    where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`);
  if (!row) throw notFound();
  return row;
}

/** A tourist on the list; `sealed` and `plain_mobile` only for the full list. */
export interface PrintedTourist {
  readonly name: string;
  readonly id_type: string;
  readonly number: string;
  readonly gender: string | null;
  readonly mobile: string | null;
  readonly source: string | null;
  readonly room: string | null;
  readonly seat: string | null;
  readonly sealed?: unknown;
  readonly plain_mobile?: string | null;
  readonly [column: string]: unknown;
}

/** Tourists of a team in the order of its list. */
export const readTouristsForPrint = (db: Pick<Call['engine']['db'], 'rows'>, team: number, full: boolean) =>
  db.rows<PrintedTourist>(sql`
    select p.name, p.id_type, p.gender, p.room_no as room, p.seat_no as seat,
      ${shown(tourist.fields, 'id_no', 'p')} as number, ${shown(tourist.fields, 'mobile', 'p')} as mobile,
      coalesce((select ${areaName} where code = p.source_area), p.source_area) as source
      ${full ? sql`, p.id_no as sealed, p.mobile as plain_mobile` : sql.empty}
    from travel_tourist p where p.itinerary_id = ${team} order by p.weigh, p.id`);
