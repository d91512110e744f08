import { memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import type { Field } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { parseDateText } from '#kernel/time/parse-date-text.ts';
import { addDays, isCountableDate, shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { systemCaller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import {
  type CallWithValidatedInput,
  call,
  callsForOfficersAndMembers,
} from '#server/http/declare-http-call-with-validated-input.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { heldByMember } from '#server/read/scope/rows-and-fields-readable-by-member-sql.ts';
import { invalid, notFound, Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { TeamKind } from '../../../contract/itinerary/select-options-of-itinerary-fields.ts';
import { itinerary } from '../../../contract/itinerary/team-itinerary.ts';
import { amountOf, centsOf } from '../../../contract/product/compare-price-with-guidance-price.ts';
import { minutesOfClockTime } from '../../../contract/product/find-tour-plan-faults.ts';
import { productTemplate, templateDay, templateStop } from '../../../contract/product/itinerary-template-of-product.ts';
import { copyRowWithoutIdentity } from '../../product/product-review-sale-and-daily-price-write-hooks.ts';
import {
  type AvailableCrewOfTemplate,
  readDefaultCrewOfTemplateIfAvailable,
} from '../crew/read-default-crew-of-template-if-available.ts';

/** Clients do not show this message; they open the form for a new template (specification §8). */
export const noTemplateMessage = text(
  '没有产品模板,请先添加产品模板才能快速创建行程',
  'no product template, add one first to quickly create an itinerary',
);

const texts = {
  made: text('已生成行程草稿', 'Itinerary draft created'),
  past: text('出发日期已过', 'The departure date has passed'),
  agency: text('请选择旅行社', 'Choose an agency'),
  template: text('请选择产品模板', 'Choose a product template'),
} as const;

/** Labels of what a draft still lacks. */
const missing = {
  tourists: text('游客名单', 'Tourists'),
  guides: text('导游', 'Guide'),
  vehicles: text('车辆与驾驶员', 'Vehicle and driver'),
  total_fee: text('团费', 'Tour fee'),
  contract_nos: text('合同编号', 'Contract numbers'),
  destination_areas: text('目的地', 'Destinations'),
  hotel: text('第 {day} 天住宿酒店', 'Hotel on day {day}'),
} as const satisfies Record<string, Text>;

type Row = Readonly<Record<string, unknown>>;

interface Skeleton {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly agency_id: number;
  readonly product_id: number | null;
  readonly default_price: string | null;
  readonly category: string | null;
  readonly departure_area: string | null;
  readonly destination_areas: number[] | null;
  readonly days: Row[];
  readonly stops: Row[];
  readonly own: boolean;
}

/** Kind of team for each category of product. */
const kindOf: Readonly<Record<string, TeamKind>> = {
  one_day: 'one_day',
  nearby: 'province',
  province: 'province',
  domestic: 'domestic',
  outbound: 'outbound',
  inbound: 'inbound',
  study: 'study',
  red: 'province',
  wellness: 'province',
  custom: 'custom',
};

/** Kind of a team made from a template: that of its product, but no day trip if it has several days. */
function kindFor({ category, days }: Skeleton): TeamKind {
  const kind = kindOf[category ?? ''] ?? 'one_day';
  return kind === 'one_day' && days.length > 1 ? 'province' : kind;
}

/** Condition for templates `t` of the caller's own agencies. */
const ownTemplates = ({ engine, caller }: Call): Sql => scopeOf(productTemplate, caller, engine.find) ?? sql`true`;

/**
 * Reads a template with its days and stops in one statement; undefined where it is disabled or not usable by the
 * caller.
 */
async function readSkeleton(call: Call, id: number): Promise<Skeleton | undefined> {
  const { engine } = call;
  const rows = (
    child: typeof templateDay | typeof templateStop,
  ) => sql`(select coalesce(json_agg(x.row order by x.weigh, x.id), '[]')
    from (select t.id, t.weigh, ${rowJson(child, systemCaller(), 'plain', engine.find)} as row from ${sql.id(tableOf(child))} t where t.template_id = s.id) x)`;
  return engine.db.row<Skeleton>(sql`
    select s.id, s.agency_id, s.own, p.id as product_id, s.default_price::text, p.category, p.departure_area, p.destination_areas,
      ${rows(templateDay)} as days, ${rows(templateStop)} as stops
    from (select t.id, t.agency_id, t.product_id, t.default_price, (${ownTemplates(call)}) as own from travel_template t
      where t.id = ${id} and t.status = 'enabled' and (t.sharing = 'shared' or ${ownTemplates(call)})) s
    left join travel_product p on p.id = s.product_id and s.own`);
}

/** Refusal for a missing template: there are none at all, none was named, or this one is not usable by the caller. */
async function missingTemplate(call: Call, id: number | undefined, agency: number | undefined): Promise<Refused> {
  const ofAgency = agency === undefined ? sql`true` : sql`t.agency_id = ${agency}`;
  const any = await call.engine.db.row(
    sql`select from travel_template t where ${ofAgency} and (${ownTemplates(call)}) limit 1`,
  );
  if (!any) return new Refused(noTemplateMessage, { data: { reason: 'no_template' } });
  return id ? notFound() : invalid({ template_id: [texts.template[call.caller.locale]] });
}

/** The agency of the team: as requested, else that of the template, else the only one the caller acts for. */
async function agencyOf(call: Call, found: Skeleton, requested: number | undefined): Promise<number> {
  if (requested !== undefined) return requested;
  if (found.own) return found.agency_id;
  const { engine, caller } = call;
  const held =
    caller.type === 'member'
      ? await engine.db.rows<{ id: number }>(sql`select t.id from enterprise t
          where t.ent_type in ('agency', 'agency_branch') and ${heldByMember(enterprise, memberRolesThatMay(itinerary, 'add'), caller, engine.find)} limit 2`)
      : [];
  const [only, other] = held;
  if (!only || other) throw invalid({ agency_id: [texts.agency[caller.locale]] }, itinerary.fields);
  return only.id;
}

interface Contact {
  readonly [column: string]: unknown;
  readonly contact_name: string;
  readonly contact_mobile: string;
  readonly area_code: string;
  readonly area_id: number | null;
}

/** Normalises rows of the request: a single value becomes a list of one, a plain ID becomes a row. */
function listOf(value: unknown, key: string): Row[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((one) => (typeof one === 'object' && one !== null ? (one as Row) : { [key]: one }));
}

/** First and last minute of a plan that begins on a day, in Unix seconds. */
function spanOf(start: string, { days, stops }: Skeleton): { start_at: number; end_at: number } {
  const at = (day: number, minutes: number) => toTime(addDays(start, day - 1)) / 1000 + minutes * 60;
  const last = Math.max(1, days.length);
  const plan = stops.map((one) => {
    const [day, arrive] = [Number(one.day_no), minutesOfClockTime(String(one.arrive))];
    return { day, arrive, leave: arrive + Number(one.stay_minutes) };
  });
  const first = plan.filter(({ day }) => day === 1).map(({ arrive }) => arrive);
  const ends = plan.filter(({ day }) => day === last).map(({ leave }) => leave);
  const start_at = at(1, first.length > 0 ? Math.min(...first) : 8 * 60);
  const end_at = at(last, ends.length > 0 ? Math.max(...ends) : 18 * 60);
  return { start_at, end_at: Math.max(end_at, start_at + 3600) };
}

/** What the draft still lacks, each with its form field. */
function unresolvedOf(call: Call, input: Row, isPlaced: boolean, busy: Readonly<Record<string, string>>) {
  const { locale } = call.caller;
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  const lacking = (['tourists', 'guides', 'vehicles', 'contract_nos'] as const).filter((name) => isEmpty(input[name]));
  const fields: (keyof typeof missing)[] = [...lacking];
  if (input.total_fee === '0.00') fields.push('total_fee');
  if (!isPlaced) fields.push('destination_areas');
  const days = input.days as readonly Row[];
  const hotels = days.flatMap(({ hotel_standard, hotel_name }, place) =>
    place < days.length - 1 && hotel_standard !== 'none' && !hotel_name ? [place] : [],
  );
  return [
    ...fields.map((field) => ({ field: field as string, label: busy[field] ?? missing[field][locale] })),
    ...hotels.map((place) => ({
      field: `days.${place}.hotel_name`,
      label: textIn(missing.hotel, locale, { day: place + 1 }),
    })),
  ];
}

/** Fields a request may set; all others come from the template. */
const settableFields = [
  'total_fee',
  'contract_nos',
  'kind',
  'area_code',
  'emergency_contact',
  'emergency_mobile',
  'remark',
];

/**
 * `POST quickAdd {template_id, start_date, tourists?, vehicle?, guide?}`: creates a draft itinerary from a template,
 * starting on that day. Returns its ID and what is still to be filled in.
 */
async function quickAdd(made: CallWithValidatedInput<{ readonly agency_id: Field<number, false> }>) {
  const { engine, caller, body } = made;
  const requestedAgency = made.input.agency_id ?? undefined;
  const start = typeof body.start_date === 'string' ? (parseDateText(body.start_date) ?? body.start_date.trim()) : '';
  const id = parseNonNegativeInteger(body.template_id);
  const found = id ? await readSkeleton(made, id) : undefined;
  if (!found) throw await missingTemplate(made, id, requestedAgency);
  const fault = !start
    ? validationMessages.required
    : !isCountableDate(start)
      ? validationMessages.invalid_date
      : start < shanghaiToday()
        ? texts.past
        : undefined;
  if (fault) throw invalid({ start_date: [fault[caller.locale]] });
  const agency_id = await agencyOf(made, found, requestedAgency);
  const contact = await engine.db.row<Contact>(sql`
    select e.contact_name, e.contact_mobile, e.area_code, a.id as area_id
    from enterprise e left join system_area a on a.code = e.area_code where e.id = ${agency_id}`);
  const tourists = listOf(body.tourists, 'name');
  const price = found.default_price === null ? 0n : BigInt(found.default_price);
  const destinations = found.destination_areas ?? [];
  const span = spanOf(start, found);
  // a recommended template has the crew of another agency
  const crew: AvailableCrewOfTemplate = found.own
    ? await readDefaultCrewOfTemplateIfAvailable(engine.db, { template: found.id, ...span, locale: caller.locale })
    : { unavailable: {} };
  const input: Record<string, unknown> = {
    agency_id,
    template_id: found.id,
    product_id: found.product_id,
    kind: kindFor(found),
    ...span,
    area_code: found.departure_area ?? contact?.area_code,
    destination_areas: destinations.length > 0 ? destinations : contact?.area_id ? [contact.area_id] : [],
    total_fee: amountOf(price * BigInt(tourists?.length ?? 0)),
    emergency_contact: contact?.contact_name,
    emergency_mobile: contact?.contact_mobile,
    ...Object.fromEntries(settableFields.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))),
    days: found.days.map(copyRowWithoutIdentity),
    stops: found.stops.map(copyRowWithoutIdentity),
    ...(tourists ? { tourists } : {}),
    ...named('vehicles', listOf(body.vehicle ?? body.vehicles, 'vehicle_id') ?? crew.vehicles),
    ...named('guides', listOf(body.guide ?? body.guides, 'guide_id') ?? crew.guides),
  };
  if (typeof input.total_fee === 'string' && /^\d+\.\d\d$/.test(input.total_fee))
    input.total_fee = amountOf(centsOf(input.total_fee));
  const unresolved = unresolvedOf(made, input, destinations.length > 0, crew.unavailable);
  const message = texts.made[caller.locale];
  const stored = await write(engine, itinerary, caller, {
    operation: 'add',
    input,
    log: operationLogLineOfCall(made, itinerary, 'add'),
    unread: true,
    ...(made.once
      ? {
          keeps: {
            ...made.once,
            message,
            data: ({ row }) =>
              sql`json_build_object('id', ${row}.id, 'unresolved', ${JSON.stringify(unresolved)}::json)`,
          },
        }
      : {}),
  });
  return new Answer({ id: stored.id, unresolved }, message);
}

const named = (name: string, list: readonly object[] | undefined) => (list ? { [name]: list } : {});

const { tourists, vehicles, guides, total_fee, contract_nos, kind, remark } = itinerary.fields;

const quickAddCall = call({
  gate: 'login',
  methods: ['POST'],
  silent: true,
  keepsKey: true,
  summary: text('由产品模板生成行程草稿', 'Create an itinerary draft from a product template'),
  limit: { perMinute: 30 },
  inputFrom: 'body',
  input: { agency_id: field.integer(text('旅行社（代表多家时）', 'Agency (when acting for several)'), { min: 1 }) },
  // an agency without templates gets that message whatever it sends; the draft is checked when it is written
  checkedInRun: {
    template_id: field.integer(text('产品模板', 'Template'), { required: true, min: 1 }),
    start_date: field.date(text('出发日期', 'Departure date'), { required: true }),
    tourists,
    vehicle: vehicles,
    guide: guides,
    kind,
    contract_nos,
    remark,
    total_fee: { ...total_fee, required: false },
  },
  answer: object({ id: key, unresolved: list(object({ field: string, label: string })) }),
  run: quickAdd,
});

const offeredTemplate = object({
  id: key,
  name: string,
  day_count: integer,
  own: boolean,
  agency_id: key,
  agency: string,
  use_count: integer,
  last_used_at: orNull(integer),
});

/** `GET offered`: templates to choose from, own ones first, then by use. */
const offered = call({
  gate: 'login',
  summary: text('可用于快速行程的模板', 'Templates available for quick itineraries'),
  answer: object({ list: list(offeredTemplate) }),
  async run(made) {
    const rows = await made.engine.db.rows<ValueOfSchema<typeof offeredTemplate>>(sql`
      select s.id, s.name, s.day_count, s.own, s.agency_id, e.name as agency, s.use_count, floor(extract(epoch from s.last_used_at))::bigint as last_used_at
      from (select t.*, (${ownTemplates(made)}) as own from travel_template t
        where t.status = 'enabled' and (t.sharing = 'shared' or ${ownTemplates(made)})) s join enterprise e on e.id = s.agency_id
      order by s.own desc, s.use_count desc, s.id desc limit 200`);
    return { list: rows };
  },
});

const adds = 'travel/itinerary/add';

export const createItineraryDraftFromTemplateControllers: readonly Controller[] = [
  ...callsForOfficersAndMembers('travel.itinerary', adds, { quickAdd: quickAddCall }),
  ...callsForOfficersAndMembers('travel.template', adds, { offered }),
];
