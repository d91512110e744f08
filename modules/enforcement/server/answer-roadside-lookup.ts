import { compactIdentifier } from '#kernel/check/normalise-document-and-order-numbers.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { text } from '#kernel/text/text.ts';
import { liabilityConditions, liabilityResource } from '#modules/insurance/contract/liability-cover-gaps.ts';
import { anomalySettings } from '#modules/travel/contract/anomaly/anomaly-settings.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { lastDayOf, shanghaiDaySql } from '#server/db/interval-overlap-and-shanghai-day-sql.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { Refused } from '#server/refusal.ts';
import { type ParsedRoadsideLookup, parseRoadsideLookupText } from '../contract/parse-roadside-lookup-text.ts';
import {
  hoursAround,
  type RoadsideConcern,
  type RoadsideLookupAnswer,
  type SeenCapture,
  type SeenCheck,
  type SeenTeam,
} from '../contract/roadside-lookup-screen-and-answer-types.ts';
import { findSimilarPlatesOnRecord } from './find-similar-plates-on-record.ts';
import {
  type FoundGuide,
  type FoundVehicle,
  findGuide,
  findVehicle,
} from './find-vehicle-by-plate-or-guide-by-card.ts';

const unclear = text('请输入车牌号、团号或导游证号', 'Enter a plate, team number or guide card number');

/**
 * `GET /admin/enforcement.roadside/look?q=`: what is on record today of a vehicle, a guide or a team, in any area: the
 * officer beside the coach must know. Each lookup is written to the operation log with its query (domain reference
 * K.10). Tourists are counted, never named.
 */
export async function answerRoadsideLookup({ engine, caller }: Call, typed: string): Promise<RoadsideLookupAnswer> {
  const lookup = parseRoadsideLookupText(typed);
  if (!lookup) throw new Refused(unclear, { data: { reason: 'invalid', errors: { q: [unclear[caller.locale]] } } });
  const { db } = engine;
  const vehicle = lookup.means === 'plate' ? await findVehicle(db, lookup.value) : undefined;
  const guide = lookup.means === 'card' ? await findGuide(db, lookup.value) : undefined;
  const own = scopeOf(itinerary, caller, engine.find);
  const teams = await readTeams(db, lookup, vehicle?.id, guide?.id, own);
  const driversCount = engine.settings(anomalySettings).drivers_count !== '0';
  const plate = lookup.means === 'plate' ? lookup.value : undefined;
  const nothing = !vehicle && !guide && teams.length === 0;
  return {
    means: lookup.means === 'card' ? 'guide' : lookup.means === 'part' ? 'none' : lookup.means,
    asked: lookup.value,
    vehicle: vehicle ?? null,
    guide: guide ?? null,
    teams,
    checks: plate === undefined ? [] : await readChecks(db, plate),
    captures: plate === undefined ? [] : await readCaptures(db, plate),
    concerns: lookup.means === 'part' ? [] : concernsOf(lookup, vehicle, guide, teams, driversCount),
    similar: nothing ? await findSimilarPlatesOnRecord(db, lookup.value) : [],
  };
}

const live = sql.raw(`'submitted', 'confirmed', 'departed', 'abnormal', 'finished', 'terminated'`);

/**
 * Conditions on liability policies covering a team: those of its agency, or of the agency its branch belongs to, from
 * its first to its last day.
 */
const insuredBy = sql.join(
  compileDeclaredConditions(liabilityResource, toListConditions(liabilityConditions, '')),
  ' and ',
);

/**
 * Teams of a vehicle or guide, or with a number, under way within twelve hours of now. A number also finds teams of any
 * day that the caller may see in the list.
 */
async function readTeams(
  db: Queryable,
  lookup: ParsedRoadsideLookup,
  vehicle: number | undefined,
  guide: number | undefined,
  own: ReturnType<typeof scopeOf>,
): Promise<SeenTeam[]> {
  const today = sql`t.start_at < now() + make_interval(hours => ${hoursAround}) and t.end_at > now() - make_interval(hours => ${hoursAround})`;
  const which =
    lookup.means === 'team'
      ? sql`compact_identifier(t.team_no) = ${compactIdentifier(lookup.value)}${own ? sql` and ((${own}) or ${today})` : sql.empty}`
      : vehicle !== undefined
        ? sql`t.id in (select v.itinerary_id from travel_assigned_vehicle v where v.vehicle_id = ${vehicle}) and ${today}`
        : guide !== undefined
          ? sql`t.id in (select g.itinerary_id from travel_assigned_guide g where g.guide_id = ${guide}) and ${today}`
          : undefined;
  if (!which) return [];
  const day = sql`(now() at time zone 'Asia/Shanghai')::date`;
  const row = await db.row<{ teams: SeenTeam[] }>(
    namePreparedStatement(sql`
    select coalesce(json_agg(json_build_object(
      'id', t.id, 'team_no', t.team_no, 'agency', (select e.name from enterprise e where e.id = t.agency_id), 'status', t.status,
      'start_at', extract(epoch from t.start_at)::bigint, 'end_at', extract(epoch from t.end_at)::bigint,
      'people', t.tourist_count, 'changes', t.change_count, 'own', ${own ? sql`coalesce((${own}), false)` : sql`true`},
      'insured', coalesce((select range_agg(daterange(t.from_on, t.to_on, '[]')) from insurance_policy t
        where t.enterprise_id in (select unnest(array[e.id, e.parent_id]) from enterprise e where e.id = trip.agency)
          and ${insuredBy}) @> daterange(trip.first, trip.last, '[]'), false),
      'plates', (select coalesce(json_agg(json_build_object('plate', v.plate, 'seats', v.seats) order by v.weigh), '[]')
        from travel_assigned_vehicle v where v.itinerary_id = t.id),
      'guides', (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'card_no', g.card_no, 'mobile', g.mobile,
          'valid', g.status in ('valid', 'changing') and g.valid_to >= ${day}) order by a.weigh), '[]')
        from travel_assigned_guide a join crew_guide g on g.id = a.guide_id where a.itinerary_id = t.id),
      'drivers', (select coalesce(json_agg(distinct jsonb_build_object('id', d.id, 'name', d.name, 'mobile', d.mobile,
          'valid', d.status in ('working', 'changing') and d.qualification_valid_to >= ${day} and coalesce(d.licence_valid_to >= ${day}, true))), '[]')
        from travel_assigned_vehicle a join crew_driver d on d.id in (a.driver_id, a.second_driver_id) where a.itinerary_id = t.id),
      'stops', (select coalesce(json_agg(json_build_object('name', s.name, 'poi_type', s.poi_type, 'at', extract(epoch from s.plan_arrive)::bigint)
          order by s.day_no, s.weigh), '[]')
        from (select s.* from travel_itinerary_stop s where s.itinerary_id = t.id
          and (s.plan_arrive is null or (s.plan_arrive at time zone 'Asia/Shanghai')::date = ${day}) limit 40) s),
      'findings', (select coalesce(json_agg(json_build_object('code', f.code, 'severity', f.severity, 'summary', f.summary) order by f.severity desc, f.id), '[]')
        from (select f.* from travel_finding f where f.itinerary_id = t.id and f.status in ('open', 'confirmed') limit 20) f)
    ) order by t.start_at, t.id), '[]') as teams
    from (select t.* from travel_itinerary t where ${which} and t.status in (${live}) order by t.start_at limit 20) t
      cross join lateral (select t.agency_id as agency, ${shanghaiDaySql(sql`t.start_at`)} as first,
        ${lastDayOf({ from: sql`t.start_at`, to: sql`t.end_at` })} as last) trip`),
  );
  return row?.teams ?? [];
}

/** The latest checks of a plate, in any area. */
const readChecks = (db: Queryable, plate: string): Promise<SeenCheck[]> =>
  db.rows<SeenCheck & Record<string, unknown>>(
    namePreparedStatement(sql`
    select extract(epoch from createtime)::float8 as at, result, headcount, place_name from enforcement_roadside_check
    where plate = ${plate} order by id desc limit 5`),
  );

/** Camera readings of a plate in the last three days; partitions of earlier days are not scanned. */
const readCaptures = (db: Queryable, plate: string): Promise<SeenCapture[]> =>
  db.rows<SeenCapture & Record<string, unknown>>(
    namePreparedStatement(sql`
    select extract(epoch from c.at)::float8 as at, s.name as source, c.spot from enforcement_capture c join enforcement_source s on s.id = c.of_id
    where c.plate = ${plate} and c.at > now() - interval '3 days' order by c.at desc limit 10`),
  );

/** Reasons for concern, gravest first. */
function concernsOf(
  lookup: ParsedRoadsideLookup,
  vehicle: FoundVehicle | undefined,
  guide: FoundGuide | undefined,
  teams: readonly SeenTeam[],
  driversCount: boolean,
): RoadsideConcern[] {
  const found: RoadsideConcern[] = [];
  const add = (when: boolean, concern: RoadsideConcern) => void (when && found.push(concern));
  add(lookup.means === 'plate' && !vehicle, 'unknown_vehicle');
  add(vehicle !== undefined && vehicle.same_vin.length > 0, 'same_vin');
  add(vehicle !== undefined && !vehicle.in_service, 'vehicle_stopped');
  add(vehicle !== undefined && !vehicle.valid, 'vehicle_papers');
  add(guide !== undefined && !guide.valid, 'guide_papers');
  add(teams.length === 0, 'no_team');
  add(
    teams.some(({ status }) => status === 'terminated'),
    'terminated',
  );
  add(
    teams.some(({ status }) => status === 'submitted'),
    'not_confirmed',
  );
  add(
    teams.some(({ insured }) => !insured),
    'uninsured',
  );
  add(
    teams.some(({ drivers }) => drivers.some(({ valid }) => !valid)),
    'driver_papers',
  );
  add(
    teams.some(({ guides }) => guides.some(({ valid }) => !valid)),
    'guide_papers',
  );
  add(
    teams.some(({ guides }) => guides.length === 0),
    'no_guide',
  );
  add(
    teams.some(({ plates, people, guides, drivers }) => {
      const seats = plates.reduce((sum, one) => sum + (one.seats ?? 0), 0);
      return seats > 0 && people + guides.length + (driversCount ? drivers.length : 0) > seats;
    }),
    'over_seats',
  );
  add(
    teams.some(({ findings }) => findings.length > 0),
    'findings',
  );
  return [...new Set(found)];
}
