import type { Option } from '#kernel/declaration/select-option-with-tone.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { parseInstant } from '#kernel/time/shanghai-time.ts';
import { complaint } from '#modules/complaint/contract/complaint.ts';
import { complaintFields } from '#modules/complaint/contract/complaint-fields.ts';
import { complaintStates, openStates } from '#modules/complaint/contract/complaint-states.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/services-needed-to-read-and-write.ts';
import { englishDivisionName } from '#server/system/division-name.ts';
import { InterfaceRefusal } from '../refusal/interface-refusal.ts';
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

/** The services of GeoReport: the categories of complaints. */
export const listServices = (locale: Locale): GeoReportObject[] =>
  Object.entries(categories()).map(([service_code, label]) => ({
    service_code,
    service_name: label[locale],
    description: label[locale],
    metadata: false,
    type: 'realtime',
    keywords: '',
    group: complaint.label[locale],
  }));

const textOf = (params: Params, name: string): string | undefined => {
  const sent = params[name];
  if (typeof sent !== 'string' || sent === '') return undefined;
  if (sent.includes('\0')) throw new InterfaceRefusal('parameter', { detail: `${name}: \\0` });
  return sent;
};

function momentOf(params: Params, name: string): number | undefined {
  const sent = textOf(params, name);
  if (sent === undefined) return undefined;
  const moment = parseInstant(sent);
  if (moment === undefined) throw new InterfaceRefusal('parameter', { detail: `${name}: 2026-01-31T00:00:00Z` });
  return moment;
}

function wholeNumber(params: Params, name: string, initial: number, most: number): number {
  const number = Number(textOf(params, name) ?? initial);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new InterfaceRefusal('parameter', { detail: `${name}: 1–${most}` });
  return number;
}

/** The conditions of a question: identifiers, or a category, state and period of at most ninety days. */
function whereOf(params: Params): Sql[] {
  const ids = textOf(params, 'service_request_id')?.split(',').slice(0, maxPage);
  if (ids)
    return [sql`compact_identifier(t.no) = any(array(select compact_identifier(n) from unnest(${ids}::text[]) n))`];
  const where: Sql[] = [];
  const codes = textOf(params, 'service_code')?.split(',');
  if (codes) where.push(sql`t.category = any(${codes}::text[])`);
  const status = textOf(params, 'status');
  if (status !== undefined && status !== 'open' && status !== 'closed')
    throw new InterfaceRefusal('parameter', { detail: 'status: open, closed' });
  if (status) where.push(sql`(t.status = any(${[...openStates]}::text[])) = ${status === 'open'}`);
  const until = momentOf(params, 'end_date') ?? Date.now();
  const from = momentOf(params, 'start_date') ?? until - maxDays * 86_400_000;
  if (until - from > maxDays * 86_400_000)
    throw new InterfaceRefusal('parameter', { detail: `end_date - start_date ≤ ${maxDays} d` });
  where.push(sql`t.createtime between to_timestamp(${from / 1000}::float8) and to_timestamp(${until / 1000}::float8)`);
  return where;
}

interface Row {
  readonly [column: string]: unknown;
  readonly no: string;
  readonly status: keyof typeof complaintStates;
  readonly category: string;
  readonly event_area: string;
  readonly area_code: string;
  readonly requested: string;
  readonly updated: string;
  readonly expected: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

const iso = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Accepted complaints as service requests of GeoReport v2. What the complainant wrote, who they are and about whom they complain is
 * never part of it, and the place of the event is rounded to a hundred metres.
 */
export async function readServiceRequests(engine: Engine, params: Params, locale: Locale): Promise<GeoReportObject[]> {
  const size = wholeNumber(params, 'page_size', defaultPage, maxPage);
  const page = wholeNumber(params, 'page', 1, 10_000);
  const where = sql.join(
    [...whereOf(params), sql`t.no is not null`, sql`not t.status = any(${[...closedToPublic]}::text[])`],
    ' and ',
  );
  const rows = await engine.db.rows<Row>(sql`
    select t.no, t.status, t.category, t.event_area, t.area_code, ${iso(sql`t.createtime`)} as requested, ${iso(sql`t.updatetime`)} as updated,
      ${iso(sql`t.due_at`)} as expected, round(t.event_place[0]::numeric, 3)::float8 as lng, round(t.event_place[1]::numeric, 3)::float8 as lat
    from ${sql.id(tableOf(complaint))} t where ${where} order by t.createtime desc, t.id desc limit ${size} offset ${(page - 1) * size}`);
  const areas = engine.reference.areas();
  const nameOf = (code: string): string => {
    const division = areas.get(code);
    return (locale === 'en' && division && englishDivisionName(division)) || division?.name || code;
  };
  const { authority, name } = engine.settings(siteSettings);
  const open: ReadonlySet<string> = new Set(openStates);
  return rows.map((row) => ({
    service_request_id: row.no,
    status: open.has(row.status) ? 'open' : 'closed',
    status_notes: complaintStates[row.status][locale],
    service_name: categories()[row.category]?.[locale] ?? row.category,
    service_code: row.category,
    description: null,
    agency_responsible: authority ?? name,
    service_notice: null,
    requested_datetime: row.requested,
    updated_datetime: row.updated,
    expected_datetime: row.expected,
    address: nameOf(row.event_area),
    address_id: row.event_area,
    zipcode: null,
    lat: row.lat,
    long: row.lng,
    media_url: null,
  }));
}
