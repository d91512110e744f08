import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { lastDayOf } from '#kernel/time/shanghai-time.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { intervalsOverlapSql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { statesOccupyingCrew } from '../../../contract/itinerary/team-itinerary-lifecycle.ts';
import { maxPlanDays } from '../../../contract/product/tour-day-and-stop-fields.ts';
import { crewIdentityKeySql } from './crew-identity-key-sql.ts';
import { confirmedCoachHiresSql } from './read-conflicting-coach-hires.ts';

const busy: Readonly<Record<'guides' | 'vehicles', Text>> = {
  guides: text('默认导游{name}该时段不可用，请另选', 'Default guide {name} is not available then; choose another'),
  vehicles: text(
    '默认车辆{name}或驾驶员该时段不可用，请另选',
    'Default vehicle {name} or its driver is not available then; choose another',
  ),
};

interface Found {
  readonly [column: string]: unknown;
  readonly guide_id: number | null;
  readonly vehicle_id: number | null;
  readonly driver_id: number | null;
  readonly guide: string | null;
  readonly plate: string | null;
  readonly guide_free: boolean;
  readonly vehicle_free: boolean;
}

/** Crew for a draft, and messages about those who are not available. */
export interface AvailableCrewOfTemplate {
  readonly guides?: readonly { guide_id: number; role: string }[];
  readonly vehicles?: readonly { vehicle_id: number; driver_id: number }[];
  readonly unavailable: Readonly<Partial<Record<'guides' | 'vehicles', string>>>;
}

/**
 * Reads the default crew of a template that is available for a trip: in business, with documents valid to its end,
 * and in no team filed for that time. A draft occupies nobody; availability is checked again on filing.
 */
export async function readDefaultCrewOfTemplateIfAvailable(
  db: Queryable,
  { template, start_at, end_at, locale }: { template: number; start_at: number; end_at: number; locale: Locale },
): Promise<AvailableCrewOfTemplate> {
  const filed = sql`i.status = any(${[...statesOccupyingCrew]}::text[])`;
  const [from, to] = [sql`to_timestamp(${start_at}::float8)`, sql`to_timestamp(${end_at}::float8)`];
  const last = sql`${lastDayOf({ from: start_at, to: end_at })}::date`;
  const spell = { from: sql`coalesce(a.from_at, i.start_at)`, to: sql`coalesce(a.to_at, i.end_at)` };
  const meets = sql`a.itinerary_id = i.id and ${intervalsOverlapSql(spell, { from, to })}`;
  const hired = sql`${intervalsOverlapSql({ from: sql`h.from_at`, to: sql`h.to_at` }, { from, to })}
    and h.agency_id is distinct from (select t.agency_id from travel_template t where t.id = ${template})`;
  // crew may be with a team for part of the trip, never longer
  const near = sql`i.start_at < ${to} and i.start_at > ${from} - ${sql.raw(`interval '${maxPlanDays + 1} days'`)} and i.end_at > ${from}`;
  const one = await db.row<Found>(sql`
    with busy as materialized (
      select ${crewIdentityKeySql('p', 'guide')} as person from travel_itinerary i join travel_assigned_guide a on ${meets}
        join ${sql.id(tableOf(guide))} p on p.id = a.guide_id where ${filed} and ${near}
      union all select ${crewIdentityKeySql('p', 'driver')} from travel_itinerary i join travel_assigned_vehicle a on ${meets}
        join ${sql.id(tableOf(driver))} p on p.id = a.driver_id or p.id = a.second_driver_id where ${filed} and ${near}
      union all select ${crewIdentityKeySql('p', 'driver')} from ${confirmedCoachHiresSql} join ${sql.id(tableOf(driver))} p on p.id = h.driver_id where ${hired}
    )
    select t.guide_id, t.vehicle_id, t.driver_id, g.name as guide, v.plate,
      coalesce(g.status in ('valid', 'changing') and coalesce(g.valid_to >= ${last}, true) and not exists (
        select from busy b where b.person = ${crewIdentityKeySql('g', 'guide')}), false) as guide_free,
      coalesce(v.status in ('normal', 'changing') and d.status in ('working', 'changing')
        and least(v.permit_valid_to, v.inspect_valid_to, v.insurance_valid_to, d.licence_valid_to, d.qualification_valid_to) >= ${last}
        and not exists (select from travel_assigned_vehicle a join travel_itinerary i on ${meets} where a.vehicle_id = v.id and ${filed})
        and not exists (select from ${confirmedCoachHiresSql} where h.vehicle_id = v.id and ${hired})
        and not exists (select from busy b where b.person = ${crewIdentityKeySql('d', 'driver')}), false) as vehicle_free
    from travel_template t left join ${sql.id(tableOf(guide))} g on g.id = t.guide_id
      left join ${sql.id(tableOf(vehicle))} v on v.id = t.vehicle_id left join ${sql.id(tableOf(driver))} d on d.id = t.driver_id
    where t.id = ${template}`);
  const unavailable: { guides?: string; vehicles?: string } = {};
  if (one?.guide_id && !one.guide_free) unavailable.guides = textIn(busy.guides, locale, { name: one.guide ?? '' });
  if (one?.vehicle_id && !one.vehicle_free)
    unavailable.vehicles = textIn(busy.vehicles, locale, { name: one.plate ?? '' });
  return {
    ...(one?.guide_id && one.guide_free ? { guides: [{ guide_id: one.guide_id, role: 'national' }] } : {}),
    ...(one?.vehicle_id && one.driver_id && one.vehicle_free
      ? { vehicles: [{ vehicle_id: one.vehicle_id, driver_id: one.driver_id }] }
      : {}),
    unavailable,
  };
}
