import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { parseInstant } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { complaintStates, openStates } from '#modules/complaint/contract/complaint-states.ts';
import { complaintFields } from '#modules/complaint/contract/fields-of-complaint-record.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { checkResults } from '#modules/enforcement/contract/check/enforcement-check-source-result-and-flag-options.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import { englishDivisionName } from '#server/system/division-name.ts';
import { refusalOfParameter } from '../refusal/refusal-naming-parameter-and-its-rule.ts';
import type { GeoReportObject } from './geo-report-xml.ts';

type Params = Readonly<Record<string, unknown>>;

/** Requests of a page at most, and by default. */
const [maxPage, defaultPage] = [100, 50];
/** Days that a question without dates covers, and that one may cover. */
const maxDays = 90;

/** Complaints nobody outside learns of: not yet decided on, or not dealt with here. */
const closedToPublic = ['registered', 'need_material', 'rejected', 'transferred', 'merged', 'withdrawn'] as const;

const categories = (): Readonly<Record<string, Option>> =>
  (complaintFields.category.options as unknown as { options: Readonly<Record<string, Option>> }).options;

/** The service of inspections whose results are published; it is read, and nobody requests one. */
export const inspectionService = 'inspection';

/** The services of GeoReport: the categories of complaints, and published inspections. */
export const listServices = (locale: Locale): GeoReportObject[] =>
  Object.entries({ ...categories(), [inspectionService]: check.label }).map(([service_code, label]) => ({
    service_code,
    service_name: label[locale],
    description: label[locale],
    metadata: service_code !== inspectionService,
    type: 'realtime',
    keywords: '',
    group: (service_code === inspectionService ? check : complaint).label[locale],
  }));

const textOf = (params: Params, name: string): string | undefined => {
  const sent = params[name];
  if (typeof sent !== 'string' || sent === '') return undefined;
  if (sent.includes('\0')) throw refusalOfParameter(name, 'printable');
  return sent;
};

function momentOf(params: Params, name: string): number | undefined {
  const sent = textOf(params, name);
  if (sent === undefined) return undefined;
  const moment = parseInstant(sent);
  if (moment === undefined) throw refusalOfParameter(name, 'moment');
  return moment;
}

function wholeNumber(params: Params, name: string, initial: number, most: number): number {
  const number = Number(textOf(params, name) ?? initial);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw refusalOfParameter(name, 'whole', { least: 1, most });
  return number;
}

/** What a question asks for: requests by their identifiers, or of services, a state and a period of at most ninety days. */
interface Question {
  readonly ids?: readonly string[];
  readonly codes?: readonly string[] | undefined;
  readonly status?: string | undefined;
  /** Unix milliseconds. */
  readonly from: number;
  readonly until: number;
}

function questionOf(params: Params): Question {
  const ids = textOf(params, 'service_request_id')?.split(',').slice(0, maxPage);
  if (ids) return { ids, from: 0, until: 0 };
  const status = textOf(params, 'status');
  if (status !== undefined && status !== 'open' && status !== 'closed')
    throw refusalOfParameter('status', 'oneOf', { values: 'open, closed' });
  const until = momentOf(params, 'end_date') ?? Date.now();
  const from = momentOf(params, 'start_date') ?? until - maxDays * 86_400_000;
  if (until - from > maxDays * 86_400_000) throw refusalOfParameter('start_date', 'period', { days: maxDays });
  return { codes: textOf(params, 'service_code')?.split(','), status, from, until };
}

const isOneOf = (number: Sql, ids: readonly string[]): Sql =>
  sql`compact_identifier(${number}) = any(array(select compact_identifier(n) from unnest(${ids}::text[]) n))`;
const isWithin = (moment: Sql, { from, until }: Question): Sql =>
  sql`${moment} between to_timestamp(${from / 1000}::float8) and to_timestamp(${until / 1000}::float8)`;

/** Accepted complaints, the newest first. The place of the event is rounded to a hundred metres. */
function selectComplaints(question: Question, most: number): Sql {
  const { ids, codes, status } = question;
  const where = [sql`t.no is not null`, sql`not t.status = any(${[...closedToPublic]}::text[])`];
  if (ids) where.push(isOneOf(sql`t.no`, ids));
  else where.push(isWithin(sql`t.createtime`, question));
  if (codes) where.push(sql`t.category = any(${codes}::text[])`);
  if (status) where.push(sql`(t.status = any(${[...openStates]}::text[])) = ${status === 'open'}`);
  return sql`(select t.no, t.status as state, t.category as service, t.event_area as place, t.createtime as requested, t.updatetime as updated, t.due_at as expected,
      round(t.event_place[0]::numeric, 3)::float8 as lng, round(t.event_place[1]::numeric, 3)::float8 as lat
    from ${sql.id(tableOf(complaint))} t where ${sql.join(where, ' and ')} order by t.createtime desc, t.id desc limit ${most})`;
}

/** Checks whose results are published, the newest first: they are closed. */
function selectInspections(question: Question, most: number): Sql {
  const { ids, codes, status } = question;
  const isRequested = status !== 'open' && (codes === undefined || codes.includes(inspectionService));
  const where = [wherePublished(check), sql`${isRequested}::boolean`];
  if (ids) where.push(isOneOf(sql`t.check_no`, ids));
  else where.push(isWithin(sql`t.published_at`, question));
  return sql`(select t.check_no, t.result_code, ${inspectionService}::text, t.area_code, t.published_at, t.published_at, null::timestamptz, null::float8, null::float8
    from ${sql.id(tableOf(check))} t where ${sql.join(where, ' and ')} order by t.published_at desc, t.id desc limit ${most})`;
}

interface Row {
  readonly [column: string]: unknown;
  readonly no: string;
  /** The state of a complaint, or the result of a check. */
  readonly state: string;
  readonly service: string;
  readonly place: string;
  readonly requested: string;
  readonly updated: string;
  readonly expected: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** The state of a complaint or the result of an inspection, by name. */
const noteOf = ({ service, state }: Row, locale: Locale): string => {
  const labels: Readonly<Record<string, Option>> = service === inspectionService ? checkResults : complaintStates;
  return labels[state]?.[locale] ?? state;
};

const iso = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Accepted complaints and published inspections as service requests of GeoReport v2. What a complainant wrote, who they are and
 * about whom they complain is never part of it.
 */
export async function readServiceRequests(engine: Engine, params: Params, locale: Locale): Promise<GeoReportObject[]> {
  const size = wholeNumber(params, 'page_size', defaultPage, maxPage);
  const page = wholeNumber(params, 'page', 1, 10_000);
  const question = questionOf(params);
  const most = page * size;
  const rows = await engine.db.rows<Row>(sql`
    select r.no, r.state, r.service, r.place, ${iso(sql`r.requested`)} as requested, ${iso(sql`r.updated`)} as updated, ${iso(sql`r.expected`)} as expected, r.lng, r.lat
    from (${selectComplaints(question, most)} union all ${selectInspections(question, most)}) r
    order by r.requested desc, r.no desc limit ${size} offset ${most - size}`);
  const areas = engine.reference.areas();
  const nameOf = (code: string): string => {
    const division = areas.get(code);
    return (locale === 'en' && division && englishDivisionName(division)) || division?.name || code;
  };
  const { authority, name } = engine.settings(siteSettings);
  const open: ReadonlySet<string> = new Set(openStates);
  return rows.map((row) => ({
    service_request_id: row.no,
    status: row.service !== inspectionService && open.has(row.state) ? 'open' : 'closed',
    status_notes: noteOf(row, locale),
    service_name:
      (row.service === inspectionService ? check.label : categories()[row.service])?.[locale] ?? row.service,
    service_code: row.service,
    description: null,
    agency_responsible: authority ?? name,
    service_notice: null,
    requested_datetime: row.requested,
    updated_datetime: row.updated,
    expected_datetime: row.expected,
    address: nameOf(row.place),
    address_id: row.place,
    zipcode: null,
    lat: row.lat,
    long: row.lng,
    media_url: null,
  }));
}
