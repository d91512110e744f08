import { toListConditions } from '#kernel/field/convert-row-conditions-to-list-filter.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { lastDayOf, shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { tradingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';
import {
  type CoverDays,
  coverGapsWithin,
  liabilityConditionsWithin,
  liabilityResource,
} from '#modules/insurance/contract/liability-cover-gaps.ts';
import { sql } from '#server/db/sql.ts';
import { compileDeclaredConditions } from '#server/read/condition/compile-column-conditions-to-sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { assignedGuide, assignedVehicle } from '../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { calendarDaysOfTrip } from '../product/trip-times-as-text-and-calendar-days.ts';
import {
  type OutboundLicence,
  outboundLicenceFault,
  outboundLicenceOfAgencySql,
} from '../product/validate-product-plan-prices-and-agency-and-compare-price.ts';
import { findStopTimeFaults, type TimedStop } from './find-stop-time-faults.ts';
import { itineraryFieldValueAfterWrite } from './itinerary-field-value-after-write.ts';
import { validateCrewWithinTrip } from './validate-trip-times-kind-and-crew.ts';

type Context = WriteContext<typeof itinerary>;

const texts = {
  noTourists: text('请录入游客名单', 'Enter the tourist list'),
  noMobile: text('名单中至少一人须填写手机', 'At least one person on the list needs a mobile number'),
  noDays: text('行程 {n} 天，每日安排 {m} 行', 'The trip has {n} {n|day|days}, the daily plan {m}'),
  noStops: text('请录入行程站点', 'Enter the itinerary stops'),
  noVehicle: text('请安排车辆和驾驶员', 'Assign a vehicle and its driver'),
  noGuide: text(
    '出入境团队须全程安排领队或导游（旅游法第三十六条）',
    'Outbound and inbound teams must be accompanied throughout by a tour leader or guide (Tourism Law, Art. 36)',
  ),
  guideAgency: text(
    '{name} 所属的{firm}未在经营，不能带团；请更换导游，或由其办理转入其他旅行社',
    '{firm}, the agency of {name}, is not operating. Choose another guide, or have the guide transfer to another agency',
  ),
  coachFirm: text(
    '{name} 所属的{firm}未在经营，不能承运；请更换',
    '{firm}, the operator of {name}, is not operating. Choose another',
  ),
  noDelegation: text('委托地接须上传委托合同', 'Upload the delegation contract for the local operator'),
  studyPlan: text('研学旅行须上传应急预案', 'A study tour requires an emergency plan'),
  uninsured: text(
    '{from} 至 {to} 没有经核验的旅行社责任险保单（旅游法第五十六条）',
    'No verified travel agency liability policy from {from} to {to} (Tourism Law, Art. 56)',
  ),
  underInsured: text('意外险人数不能超过游客人数', 'The number insured cannot exceed the number of tourists'),
};

/** Kinds of teams that need no coach. */
const ownCars = new Set(['self_drive', 'custom']);

/**
 * Checks that a team has all that filing requires, on filing and on every later change, each fault at its field
 * (domain reference §2.E).
 */
export async function validateTeamIsCompleteForFiling(context: Context): Promise<void> {
  const { fail } = context;
  const [from, to] = [
    itineraryFieldValueAfterWrite(context, 'start_at') ?? 0,
    itineraryFieldValueAfterWrite(context, 'end_at') ?? 0,
  ];
  const tourists = await context.rowsOf('tourists');
  const days = await context.rowsOf('days');
  const stops = await context.rowsOf('stops');
  const guides = await context.rowsOf('guides');
  const vehicles = await context.rowsOf('vehicles');
  const kind = itineraryFieldValueAfterWrite(context, 'kind') ?? '';
  if (tourists.length === 0) fail('tourists', texts.noTourists);
  else if (!tourists.some(({ mobile, guardian_mobile }) => mobile || guardian_mobile)) fail('tourists', texts.noMobile);
  const n = calendarDaysOfTrip({ from, to });
  if (days.length !== n) fail('days', texts.noDays, { n, m: days.length });
  if (stops.length === 0) fail('stops', texts.noStops);
  for (const [at, fault] of findStopTimeFaults({ from, to }, n, stops as unknown as readonly TimedStop[]))
    fail(`stops.${at}.arrive`, fault);
  validateCrewWithinTrip(context, { guides, vehicles });
  if (vehicles.length === 0 && !ownCars.has(kind)) fail('vehicles', texts.noVehicle);
  if (['inbound', 'outbound'].includes(kind) && !covers(guides, from, to)) fail('guides', texts.noGuide);
  await checkAgencies(context, from, to);
  await checkFirms(context, { guides, vehicles });
  if (itineraryFieldValueAfterWrite(context, 'ground_agency_id')) {
    if (!itineraryFieldValueAfterWrite(context, 'delegation_file')) fail('delegation_file', texts.noDelegation);
    if (itineraryFieldValueAfterWrite(context, 'ground_fee') === null) fail('ground_fee', validationMessages.required);
  }
  if (kind === 'study' && !itineraryFieldValueAfterWrite(context, 'emergency_plan'))
    fail('emergency_plan', texts.studyPlan);
  if ((itineraryFieldValueAfterWrite(context, 'accident_count') ?? 0) > tourists.length)
    fail('accident_count', texts.underInsured);
}

interface Firm {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly status: string;
  readonly scope: OutboundLicence;
  readonly policies: readonly CoverDays[];
}

/**
 * Both agencies of a team must be in business, until it is stored; a change of a filed team may keep an agency that
 * is not. Every day needs liability insurance: several policies may cover the trip together, and a branch is covered
 * by the policies of its agency.
 */
async function checkAgencies(context: Context, from: number, to: number): Promise<void> {
  const { tx, fail, require, operation } = context;
  const [agency, ground] = [
    itineraryFieldValueAfterWrite(context, 'agency_id') ?? 0,
    itineraryFieldValueAfterWrite(context, 'ground_agency_id') ?? 0,
  ];
  const abroad = itineraryFieldValueAfterWrite(context, 'kind') === 'outbound';
  const [first, last] = [shanghaiDateOf(from), lastDayOf({ from, to })];
  const within = compileDeclaredConditions(
    liabilityResource,
    toListConditions(liabilityConditionsWithin(first, last), first),
  );
  const firms = await tx.rows<Firm>(sql`
    select e.id, e.status, ${abroad ? outboundLicenceOfAgencySql : sql`'allowed'`} as scope, (
      select coalesce(json_agg(json_build_object('from_on', t.from_on, 'to_on', t.to_on)), '[]') from ${sql.id(tableOf(liabilityResource))} t
      where t.enterprise_id in (e.id, e.parent_id) and ${sql.join(within, ' and ')}) as policies
    from enterprise e where e.id in (${agency}, ${ground}) for share of e`);
  for (const [field, id] of [
    ['agency_id', agency],
    ['ground_agency_id', ground],
  ] as const) {
    const firm = firms.find((one) => one.id === id);
    // `require` refuses with the message shared by all resources
    const isChosen = operation === 'move' || id !== context.before?.[field];
    if (isChosen && firm && !tradingStates.some((one) => one === firm.status))
      await require(enterprise, id, { status: tradingStates, field });
  }
  const own = firms.find(({ id }) => id === agency);
  if (!own) return;
  const fault = operation === 'move' ? outboundLicenceFault(own.scope) : undefined;
  if (fault) fail('kind', fault);
  const [gap] = to > from ? coverGapsWithin(own.policies, first, last) : [];
  if (gap) fail('agency_id', texts.uninsured, { from: gap.from_on, to: gap.to_on });
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Assigned guides, vehicles and drivers with the form fields that name them. */
const givenIn = ({ guides, vehicles }: { guides: Rows; vehicles: Rows }) =>
  [
    ...guides.map(({ guide_id }, at) => ({ field: `guides.${at}.guide_id`, role: 'guide', id: guide_id })),
    ...vehicles.flatMap(({ vehicle_id, driver_id, second_driver_id }, at) => [
      { field: `vehicles.${at}.vehicle_id`, role: 'vehicle', id: vehicle_id },
      { field: `vehicles.${at}.driver_id`, role: 'driver', id: driver_id },
      { field: `vehicles.${at}.second_driver_id`, role: 'driver', id: second_driver_id },
    ]),
  ].filter(({ id }) => id);

/**
 * The employers of the crew and the operators of the coaches must be in business until the team is stored; a guide
 * may belong to an association instead (docs/decisions/enterprises-and-travel.md). A filed team may keep crew whose
 * firm has stopped, but not add any.
 */
async function checkFirms(
  { tx, fail, operation, before }: Context,
  rows: { guides: Rows; vehicles: Rows },
): Promise<void> {
  const given = givenIn(rows);
  if (given.length === 0) return;
  const team = before?.id ?? 0;
  const has = sql`exists (
    select from ${sql.id(tableOf(assignedGuide))} a where a.itinerary_id = ${team} and g.role = 'guide' and a.guide_id = g.id
    union all select from ${sql.id(tableOf(assignedVehicle))} a where a.itinerary_id = ${team}
      and case g.role when 'vehicle' then a.vehicle_id = g.id when 'driver' then g.id in (a.driver_id, a.second_driver_id) end)`;
  const idle = await tx.rows<{ field: string; role: 'guide' | 'driver' | 'vehicle'; name: string; firm: string }>(sql`
    select g.field, g.role, p.name, e.name as firm
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (field text, role text, id bigint), lateral (
      select r.name, r.agency_id as firm from ${sql.id(tableOf(guide))} r where g.role = 'guide' and r.id = g.id
      union all select r.name, r.enterprise_id from ${sql.id(tableOf(driver))} r where g.role = 'driver' and r.id = g.id
      union all select r.plate, r.enterprise_id from ${sql.id(tableOf(vehicle))} r where g.role = 'vehicle' and r.id = g.id
    ) p join enterprise e on e.id = p.firm
    where e.status <> all(${[...tradingStates]}::text[])${operation === 'edit' ? sql` and not ${has}` : sql.empty}
    order by e.id for share of e`);
  for (const { field, role, name, firm } of idle)
    fail(field, role === 'guide' ? texts.guideAgency : texts.coachFirm, { name, firm });
}

/** Whether guides other than docents accompany the whole trip, without a gap between them. */
function covers(guides: readonly Readonly<Record<string, unknown>>[], from: number, to: number): boolean {
  const led = guides
    .filter(({ role }) => role !== 'docent')
    .map(({ from_at, to_at }) => ({ from: Number(from_at ?? from), to: Number(to_at ?? to) }))
    .toSorted((a, b) => a.from - b.from);
  let until = from;
  for (const one of led) if (one.from <= until) until = Math.max(until, one.to);
  return led.length > 0 && until >= to;
}
