import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { field } from '#kernel/field/field.ts';
import { searchTextAsTypedAndNormalised } from '#kernel/field/normalise-plates-and-document-numbers-in-search-text.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { lastDayOf, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import { type CrewResourceName, usableUntilDayConditions } from '#modules/crew/contract/crew-usable-for-tour-rule.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  type CallWithValidatedInput,
  call,
  callsForOfficersAndMembers,
} from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { whereReferenceMayPointTo } from '#server/read/condition/allowed-reference-targets-sql.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import { subtitleColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { mayListUnlessWithheldFromMemberGroup } from '#server/read/row/may-caller-list-rows-of-resource.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { heldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { badParameter } from '#server/refusal.ts';
import {
  type CrewCandidate,
  type CrewLane,
  crewCandidatesPerPage,
  crewLanes,
  laneMarginSeconds,
} from '../../../contract/itinerary/crew-availability-answer-types.ts';
import {
  assignedGuide,
  assignedVehicle,
} from '../../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { itinerary } from '../../../contract/itinerary/team-itinerary.ts';
import { statesOccupyingCrew } from '../../../contract/itinerary/team-itinerary-lifecycle.ts';
import { maxPlanDays } from '../../../contract/product/tour-day-and-stop-fields.ts';
import { crewIdentityKeySql } from './crew-identity-key-sql.ts';
import { confirmedCoachHiresSql } from './read-conflicting-coach-hires.ts';

const firm = sql`(select e.name from ${sql.id(tableOf(enterprise))} e where e.id = t.enterprise_id)`;

/** What occupies team `i`, and when: vehicles by row, people by identity, whatever firm or role they have. */
const heldVehicles = sql`select a.vehicle_id::text as held, a.from_at, a.to_at from travel_assigned_vehicle a where a.itinerary_id = i.id`;
const heldPeople = sql`
  select ${crewIdentityKeySql('p', 'guide')} as held, a.from_at, a.to_at
  from travel_assigned_guide a join ${sql.id(tableOf(guide))} p on p.id = a.guide_id where a.itinerary_id = i.id
  union all select ${crewIdentityKeySql('p', 'driver')}, a.from_at, a.to_at
  from travel_assigned_vehicle a join ${sql.id(tableOf(driver))} p on p.id = a.driver_id or p.id = a.second_driver_id where a.itinerary_id = i.id`;

/** Drivers hired by other agencies, and when; who hired them is not disclosed. */
const hiredPeople = sql`${crewIdentityKeySql('p', 'driver')}, null::bigint, h.from_at, h.to_at
  from ${confirmedCoachHiresSql} join ${sql.id(tableOf(driver))} p on p.id = h.driver_id where true`;

/**
 * Each lane: the resource and field it chooses, the rows of a team that hold it, what occupies it, and what is
 * searched.
 */
const lanes = {
  guides: {
    of: guide,
    name: 'crew/guide',
    rows: assignedGuide,
    field: assignedGuide.fields.guide_id,
    had: sql.raw('(a.guide_id)'),
    held: heldPeople,
    key: crewIdentityKeySql('t', 'guide'),
    search: sql.raw(`t.name || ' ' || t.card_no || ' ' || compact_identifier(t.card_no)`),
    // the agency's own guides first
    near: (agency: number) => sql`t.agency_id = ${agency}`,
    hired: hiredPeople,
  },
  vehicles: {
    of: vehicle,
    name: 'crew/vehicle',
    rows: assignedVehicle,
    field: assignedVehicle.fields.vehicle_id,
    had: sql.raw('(a.vehicle_id)'),
    held: heldVehicles,
    key: sql.raw('t.id::text'),
    search: sql`t.plate || ' ' || ${firm}`,
    near: () => sql`false`,
    hired: sql`h.vehicle_id::text, null::bigint, h.from_at, h.to_at from ${confirmedCoachHiresSql} where h.vehicle_id is not null`,
  },
  drivers: {
    of: driver,
    name: 'crew/driver',
    rows: assignedVehicle,
    field: assignedVehicle.fields.driver_id,
    had: sql.raw('(a.driver_id), (a.second_driver_id)'),
    held: heldPeople,
    key: crewIdentityKeySql('t', 'driver'),
    search: sql`t.name || ' ' || ${firm}`,
    hired: hiredPeople,
    // drivers of the operators of the chosen coaches first
    near: (_agency: number, coaches: readonly number[]) =>
      sql`t.enterprise_id in (select v.enterprise_id from ${sql.id(tableOf(vehicle))} v where v.id = any(${[...coaches]}::bigint[]))`,
  },
} as const satisfies Record<CrewLane, object>;

/** IDs in a text, separated by commas. */
function keysOf(written: string | null): number[] {
  const keys = (written ?? '').split(',').filter(Boolean).map(parseNonNegativeInteger);
  if (keys.length > 200 || keys.some((one) => one === undefined)) throw badParameter();
  return keys as number[];
}

const input = {
  lane: field.select(text('类别', 'Category'), { options: crewLanes, required: true }),
  from: field.datetime(text('起（秒）', 'From (seconds)'), { required: true }),
  to: field.datetime(text('止（秒）', 'Until (seconds)'), { required: true }),
  agency_id: field.integer(text('旅行社', 'Agency'), { required: true, min: 1 }),
  /** The team itself, whose own rows do not make anybody busy. */
  id: field.integer(text('本行程', 'This itinerary'), { min: 1 }),
  chosen: field.text(text('已选编号', 'IDs selected'), { max: 4000 }),
  vehicles: field.text(text('已选车辆编号', 'Vehicle IDs selected'), { max: 4000 }),
  quick_search: field.text(text('搜索；读前 60 个字符', 'Search; the first 60 characters are read'), { max: 1000 }),
  page: field.integer(text('页', 'Page'), { min: 1, max: 1000 }),
};

/** What to look for, of a checked input. */
function readQuery({ input: sent }: CallWithValidatedInput<typeof input>) {
  const { from, to } = sent;
  if (from === 0 || to <= from || to - from > maxPlanDays * 86_400) throw badParameter();
  return {
    lane: sent.lane,
    from,
    to,
    agency: sent.agency_id,
    team: sent.id,
    page: sent.page ?? 1,
    chosen: keysOf(sent.chosen),
    coaches: keysOf(sent.vehicles),
    /** Readings of the search text, each a list of terms that must all occur. */
    terms: searchTextAsTypedAndNormalised((sent.quick_search ?? '').slice(0, 60)).filter((ways) => ways.length > 0),
  };
}

/**
 * `GET available {lane, from, to, agency_id, id?, chosen?, vehicles?, quick_search?, page?}`: guides, vehicles or
 * drivers for a team at these times, twenty a page, each with their other teams around then. Order: chosen, free,
 * own, used by the agency before. The caller must be allowed to file for the agency; of teams they may not see only
 * the times are returned.
 */
async function available(
  made: CallWithValidatedInput<typeof input>,
): Promise<{ list: CrewCandidate[]; more: boolean }> {
  const { engine, caller } = made;
  const { find } = engine;
  const wanted = readQuery(made);
  const lane = lanes[wanted.lane];
  const table = sql.id(tableOf(lane.of));
  const files = whereReferenceMayPointTo(itinerary.fields.agency_id, itinerary, caller, find, 'add', enterprise);
  const mayFile = await engine.db.row(
    sql`select from ${sql.id(tableOf(enterprise))} t where t.id = ${wanted.agency}${files ? sql` and ${files}` : sql.empty}`,
  );
  if (!mayFile) return { list: [], more: false };
  const [from, to] = [wanted.from, wanted.to].map((one) => sql`to_timestamp(${one}::float8)`) as [Sql, Sql];
  const marginInterval = sql.raw(`interval '${laneMarginSeconds} seconds'`);
  const filed = sql.raw(`i.status in (${statesOccupyingCrew.map((state) => `'${state}'`).join(', ')})`);
  const seen = scopeOf(itinerary, caller, find) ?? sql`true`;
  const reached = whereReferenceMayPointTo(lane.field, lane.rows, caller, find, 'add', lane.of) ?? sql`true`;
  const lasts = compileDeclaredConditions(
    lane.of,
    toListConditions(usableUntilDayConditions(lane.name as CrewResourceName, lastDayOf(wanted)), shanghaiToday()),
  );
  const about =
    subtitleColumn(lane.of, caller, find, mayListUnlessWithheldFromMemberGroup(lane.of, caller)) ?? sql`null`;
  // the caller's own before others
  const own =
    caller.type === 'member' ? heldByMember(lane.of, memberRolesThatMay(lane.of, 'index'), caller, find) : sql`false`;
  const matches = wanted.terms.map(
    (ways) =>
      sql`(${sql.join(
        ways.map((word) => sql`strpos(lower(${lane.search}), ${word}) > 0`),
        ' and ',
      )})`,
  );
  const rows = await engine.db.rows<CrewCandidate & { [column: string]: unknown }>(sql`
    with spell as (
      select a.held, i.id as team, coalesce(a.from_at, i.start_at) as begins, coalesce(a.to_at, i.end_at) as ends
      from travel_itinerary i, lateral (${lane.held}) a
      where ${filed} and i.id is distinct from ${wanted.team}::bigint and a.held is not null
        and i.start_at < ${to} + ${marginInterval} and i.start_at > ${from} - interval '${sql.raw(String(maxPlanDays + 1))} days' and i.end_at > ${from} - ${marginInterval}
      union all select ${lane.hired}
        and h.from_at < ${to} + ${marginInterval} and h.to_at > ${from} - ${marginInterval} and h.agency_id is distinct from ${wanted.agency}
    ), busy as (
      select s.held, bool_or(s.begins < ${to} and s.ends > ${from}) as now,
        json_agg(json_build_object('from', floor(date_part('epoch', s.begins))::bigint, 'to', floor(date_part('epoch', s.ends))::bigint,
          'team_no', (select t.team_no from travel_itinerary t where t.id = s.team and (${seen}))) order by s.begins, s.team) as spells
      from spell s where s.begins < ${to} + ${marginInterval} and s.ends > ${from} - ${marginInterval} group by s.held
    ), known as (
      select distinct held.id from travel_itinerary i join ${sql.id(tableOf(lane.rows))} a on a.itinerary_id = i.id, lateral (values ${lane.had}) held (id)
      where i.agency_id = ${wanted.agency} and i.start_at > ${from} - interval '180 days'
    )
    select t.id, t.${sql.id(lane.of.title)} as name, coalesce(${about}, '') as about, (${sql.join(lasts, ' and ')}) as lasts,
      coalesce(b.spells, '[]') as busy
    from ${table} t left join busy b on b.held = ${lane.key}
    where ${reached}${matches.length > 0 ? sql` and (t.id = any(${wanted.chosen}::bigint[]) or (${sql.join(matches, ' or ')}))` : sql.empty}
    order by t.id = any(${wanted.chosen}::bigint[]) desc, coalesce(b.now, false), (${sql.join(lasts, ' and ')}) desc,
      coalesce(${lane.near(wanted.agency, wanted.coaches)}, false) desc, coalesce(${own}, false) desc, t.id in (select k.id from known k) desc, 2, t.id
    limit ${sql.raw(String(crewCandidatesPerPage + 1))} offset ${(wanted.page - 1) * crewCandidatesPerPage}`);
  return { list: rows.slice(0, crewCandidatesPerPage), more: rows.length > crewCandidatesPerPage };
}

const candidate = object({
  id: key,
  name: string,
  about: string,
  lasts: boolean,
  busy: list(object({ from: integer, to: integer, team_no: orNull(string) })),
});

export const crewAvailabilityControllers = callsForOfficersAndMembers('travel.itinerary', 'travel/itinerary/index', {
  available: call({
    gate: 'login',
    summary: text(
      '可选用的导游、车辆或驾驶员及其占用时间',
      'Available guides, vehicles or drivers and when they are occupied',
    ),
    limit: { perMinute: 240 },
    input,
    answer: object({ list: list(candidate), more: boolean }),
    run: available,
  }),
});
