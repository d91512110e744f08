import { addDays, daysBetween, toShanghaiDate, toShanghaiIso, toTime, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { type County, pickPoint } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import type {
  EnterpriseGenerationParameters,
  Grade,
} from '#modules/demo/server/generate/enterprise-generation-parameters.ts';
import { makeSeededRandom, type Random, type Weighted, weigh } from '#modules/demo/server/generate/seeded-random.ts';
import type {
  creditGrades,
  EnterpriseType,
  riskClasses,
  sources,
} from '#modules/enterprise/contract/enterprise-options.ts';
import { enterpriseGenerationParametersByType } from './enterprise-generation-parameters-by-type.ts';
import { generateCreditCode } from './generate-credit-codes.ts';
import { generateAddress, generateName, type NameParts } from './generate-enterprise-names-and-addresses.ts';
import { generateMobile, generatePerson, generatePersonName } from './generate-persons.ts';
import { provinceCharacterOfDocumentNumber } from './generate-vehicle-plates.ts';

type EnterpriseStatus =
  | 'draft'
  | 'submitted'
  | 'first_review'
  | 'final_review'
  | 'returned'
  | 'active'
  | 'change_pending'
  | 'suspended'
  | 'rejected'
  | 'cancelled'
  | 'revoked';

/** A generated enterprise, with column names. Dates are YYYY-MM-DD, times ISO 8601 with +08:00. */
export interface EnterpriseRow {
  /** Number within the run, starting at `offset`; licences, staff and branches refer to it. */
  readonly no: number;
  /** Number of the agency that a branch or outlet belongs to. */
  readonly parent_no: number | null;
  readonly name: string;
  readonly short_name: string;
  readonly uscc: string;
  readonly ent_type: EnterpriseType;
  readonly grade: Grade;
  readonly legal_person: string;
  readonly legal_id_type: 'resident';
  readonly legal_id_no: string;
  readonly legal_mobile: string;
  readonly contact_name: string;
  readonly contact_mobile: string;
  readonly email: string | null;
  /** Cents. */
  readonly reg_capital: number;
  readonly reg_date: string;
  readonly biz_scope: string;
  readonly employees: number;
  readonly website: string | null;
  readonly icp_no: string | null;
  readonly reg_area_code: string;
  readonly area_code: string;
  readonly address: string;
  /** WGS-84, inside the county. */
  readonly lng: number;
  readonly lat: number;
  readonly license_expire: string | null;
  readonly risk_class: keyof typeof riskClasses;
  readonly credit_grade: keyof typeof creditGrades;
  readonly source: keyof typeof sources;
  readonly status: EnterpriseStatus;
  readonly reject_count: number;
  readonly audit_remark: string | null;
  /** QY + date + six digits; only for enterprises that registered themselves. */
  readonly query_no: string | null;
  /** 32 hexadecimal digits, from the first approval on. */
  readonly sup_code: string | null;
  readonly submitted_at: string | null;
  readonly audited_at: string | null;
  readonly created_at: string;
}

export interface GenerateEnterprisesOptions {
  /** From `loadCounties`. */
  readonly counties: readonly County[];
  readonly count: number;
  readonly seed: number;
  /** ISO 8601 instant or YYYY-MM-DD: nothing is later; registrations under audit are shortly before. */
  readonly now: string;
  /** Number of the first row. Consecutive runs with one seed never repeat a credit code. */
  readonly offset?: number;
}

const TYPES = weigh(
  Object.entries(enterpriseGenerationParametersByType).map(
    ([type, { share }]) => [type as EnterpriseType, share] as const,
  ),
);

/** In thousandths. Registrations under audit are from the last two weeks. */
const STATUSES = weigh<EnterpriseStatus>([
  ['active', 893],
  ['change_pending', 9],
  ['suspended', 14],
  ['cancelled', 24],
  ['revoked', 5],
  ['submitted', 18],
  ['first_review', 10],
  ['final_review', 9],
  ['returned', 10],
  ['rejected', 4],
  ['draft', 4],
]);
const UNDER_AUDIT: ReadonlySet<EnterpriseStatus> = new Set(['submitted', 'first_review', 'final_review', 'draft']);
const NEVER_APPROVED: ReadonlySet<EnterpriseStatus> = new Set([...UNDER_AUDIT, 'returned', 'rejected']);

const RISKS = weigh([
  ['A', 34],
  ['B', 46],
  ['C', 16],
  ['D', 4],
] as const);
const CREDITS = weigh([
  ['A', 30],
  ['B', 61],
  ['C', 7],
  ['D', 2],
] as const);
const MAIL_HOSTS = ['example.com', 'example.net', 'example.org'];
const RETURN_REMARKS = [
  '营业执照照片不清晰，请重新上传。',
  '经营地址与营业执照不一致，请核对。',
  '请补充消防安全检查意见书。',
  '联系人手机无法接通，请更正。',
];

/** The counties where enterprises are generated, with the origins of their staff. */
export interface CountyAndOriginWeights {
  readonly counties: Weighted<County>;
  readonly origins: Weighted<string>;
}

/** Weights for drawing counties and origins; most staff come from the counties of the same province. */
export function weighCountiesAndOrigins(counties: readonly County[]): CountyAndOriginWeights {
  return {
    counties: weigh(counties.map((county) => [county, county.weight] as const)),
    origins: weigh([
      ...counties
        // The police of Hong Kong, Macao and Taiwan issue no such ID numbers.
        .filter(({ code }) => !['71', '81', '82'].includes(code.slice(0, 2)))
        .map(({ code, weight }) => [code, weight] as const),
      ...['430102', '510104', '500103', '520103', '450103', '440103', '330106', '410105'].map(
        (code) => [code, Math.max(1, counties.length / 40)] as const,
      ),
    ]),
  };
}

/**
 * Generates enterprises: equal options give equal rows. Branches and outlets belong to agencies of the same run. About
 * 25 µs per row.
 */
export function* generateEnterprises(options: GenerateEnterprisesOptions): Generator<EnterpriseRow, void> {
  const { counties, count, seed, now, offset = 1 } = options;
  const random = makeSeededRandom(`enterprise/${seed}/${offset}`);
  const setting = weighCountiesAndOrigins(counties);
  const names = new Set<string>();
  const agencies: { no: number; name: string; area: string }[] = [];
  for (let no = offset; no < offset + count; no += 1) {
    let type = random.weighted(TYPES);
    // The first branch needs an agency to belong to.
    if (agencies.length === 0 && (type === 'agency_branch' || type === 'agency_outlet')) type = 'agency';
    const county = random.weighted(setting.counties);
    const parent = type === 'agency_branch' || type === 'agency_outlet' ? random.pick(agencies) : undefined;
    const profile = enterpriseGenerationParametersByType[type];
    const parts = drawName(random, profile, county, names, parent?.name);
    const row = {
      ...generateRow(random, { no, type, profile, county, parts, seed, now, setting }),
      parent_no: parent?.no ?? null,
    };
    if (type === 'agency') agencies.push({ no, name: row.name, area: row.area_code });
    yield row;
  }
}

/** Two enterprises of one name look like a mistake; after a few attempts a duplicate is accepted, as in reality. */
function drawName(
  random: Random,
  profile: EnterpriseGenerationParameters,
  county: County,
  names: Set<string>,
  parent?: string,
): NameParts {
  let parts = generateName(random, profile, county, parent);
  for (let attempt = 0; attempt < 6 && names.has(parts.name); attempt += 1) {
    parts = generateName(random, profile, county, parent);
  }
  names.add(parts.name);
  return parts;
}

interface RowContext {
  readonly no: number;
  readonly type: EnterpriseType;
  readonly profile: EnterpriseGenerationParameters;
  readonly county: County;
  readonly parts: NameParts;
  readonly seed: number;
  readonly now: string;
  readonly setting: CountyAndOriginWeights;
}

function generateRow(random: Random, context: RowContext): Omit<EnterpriseRow, 'parent_no'> {
  const { no, type, profile, county, parts, seed, now, setting } = context;
  const today = toShanghaiDate(now);
  const status = random.weighted(STATUSES);
  const times = generateTimes(random, status, now);
  const reg_date = generateRegistration(random, times.created_at.slice(0, 10));
  const legal = generatePerson(random, { origins: setting.origins, today, minAge: 24, maxAge: 66 });
  const same = random.chance(parts.soleTrader ? 0.8 : 0.25);
  const [lng, lat] = pickPoint(random, county);
  const online = type === 'ota' || type === 'net_culture';
  const website = online || random.chance(0.06) ? `https://www.${no.toString(36)}.example.com` : null;
  // Registered in the county of business, except one company in twelve with its seat in another county of the region.
  const moved = !parts.soleTrader && random.chance(0.08);
  const reg_area_code = moved ? random.weighted(setting.counties).code : county.code;
  const approved = !NEVER_APPROVED.has(status);
  const source = UNDER_AUDIT.has(status) ? 'self' : times.imported ? 'import' : random.chance(0.9) ? 'self' : 'admin';
  return {
    no,
    name: parts.name,
    short_name: parts.short_name,
    uscc: generateCreditCode(parts.soleTrader ? '92' : '91', reg_area_code, seed, no),
    ent_type: type,
    grade: profile.grades ? random.weighted(weigh(profile.grades)) : 'none',
    legal_person: legal.name,
    legal_id_type: 'resident',
    legal_id_no: legal.id_no,
    legal_mobile: legal.mobile,
    contact_name: same ? legal.name : generatePersonName(random, random.chance(0.5) ? 'male' : 'female'),
    contact_mobile: same ? legal.mobile : generateMobile(random),
    email: random.chance(0.55) ? `ent${no}@${random.pick(MAIL_HOSTS)}` : null,
    reg_capital: generateCapital(random, profile),
    reg_date,
    biz_scope: profile.scope,
    employees: spread(random, profile.employees),
    website,
    icp_no: website === null ? null : `${provinceCharacterOfDocumentNumber(county.code)}ICP备${10_000_000 + no}号`,
    reg_area_code,
    area_code: county.code,
    address: generateAddress(random, county),
    lng,
    lat,
    license_expire: parts.soleTrader || random.chance(0.7) ? null : addDays(today, random.int(-40, 7000)),
    risk_class: status === 'revoked' || status === 'suspended' ? 'D' : random.weighted(RISKS),
    credit_grade: status === 'revoked' ? 'D' : status === 'suspended' ? 'C' : random.weighted(CREDITS),
    source,
    status,
    reject_count: status === 'returned' || status === 'rejected' ? random.int(1, 3) : random.chance(0.08) ? 1 : 0,
    audit_remark: status === 'returned' || status === 'rejected' ? random.pick(RETURN_REMARKS) : null,
    query_no:
      source === 'self' && times.submitted_at !== null
        ? `QY${times.submitted_at.slice(0, 10).replaceAll('-', '')}${String(no % 1_000_000).padStart(6, '0')}`
        : null,
    sup_code: approved ? Array.from({ length: 4 }, () => hex(random)).join('') : null,
    submitted_at: times.submitted_at,
    audited_at: approved || status === 'rejected' ? times.audited_at : null,
    created_at: times.created_at,
  };
}

function hex(random: Random): string {
  return Math.floor(random.next() * 4_294_967_296)
    .toString(16)
    .padStart(8, '0');
}

/** Logarithmic: many small values, few large ones. */
function spread(random: Random, [low, high]: readonly [number, number]): number {
  if (low >= high) return low;
  return Math.round(low * (high / Math.max(low, 1)) ** (random.next() ** 1.6));
}

/** Round amounts as written into articles of association: 10, 50, 300, 1,000 … times ¥10,000; in cents. */
function generateCapital(random: Random, profile: EnterpriseGenerationParameters): number {
  const amount = spread(random, profile.capital);
  const unit = amount >= 1000 ? 100 : amount >= 100 ? 50 : amount >= 10 ? 10 : 1;
  return Math.max(profile.capital[0], Math.round(amount / unit) * unit) * 10_000 * 100;
}

/** Half were founded within eight years before their registration here, none before 1990. */
function generateRegistration(random: Random, created: string): string {
  const oldest = daysBetween('1990-01-01', created);
  return addDays(created, -Math.min(oldest, 10 + Math.floor(-Math.log(1 - random.next()) * 4200)));
}

interface Times {
  readonly created_at: string;
  readonly submitted_at: string | null;
  readonly audited_at: string | null;
  readonly imported: boolean;
}

/** Days before `now` when the existing enterprises were imported from the paper ledger. */
const IMPORT_AGE = 1020;

function generateTimes(random: Random, status: EnterpriseStatus, now: string): Times {
  const today = toShanghaiDate(now);
  const imported = false;
  if (status === 'draft') {
    return {
      created_at: at(random, addDays(today, -random.int(1, 12))),
      submitted_at: null,
      audited_at: null,
      imported,
    };
  }
  if (NEVER_APPROVED.has(status)) {
    // Most were submitted in the last days, some within the hour; about one in ten is overdue.
    const age = UNDER_AUDIT.has(status) ? Math.floor(random.next() ** 2 * 12) : random.int(3, 60);
    const submitted_at = age === 0 ? justBefore(random, now) : at(random, addDays(today, -age));
    return { created_at: submitted_at, submitted_at, audited_at: later(random, submitted_at, today), imported };
  }
  if (random.chance(0.55)) {
    const created_at = at(random, addDays(today, -IMPORT_AGE + random.int(0, 20)));
    return { created_at, submitted_at: null, audited_at: created_at, imported: true };
  }
  const submitted_at = at(random, workday(addDays(today, -random.int(14, IMPORT_AGE - 30))));
  return { created_at: submitted_at, submitted_at, audited_at: later(random, submitted_at, today), imported };
}

/** Saturday and Sunday mostly move to Friday: applicants also submit at weekends, officers do not work then. */
function workday(date: string): string {
  const weekday = weekdayOf(date);
  return weekday === 6 ? addDays(date, -1) : weekday === 0 ? addDays(date, -2) : date;
}

/** A time within the working day. */
function at(random: Random, date: string): string {
  const hour = random.chance(0.5) ? random.int(9, 11) : random.int(14, 17);
  const [hours, minutes, seconds] = [hour, random.int(0, 59), random.int(0, 59)].map((value) =>
    String(value).padStart(2, '0'),
  );
  return `${date}T${hours}:${minutes}:${seconds}+08:00`;
}

/** A time within the last hours before `now`. */
function justBefore(random: Random, now: string): string {
  return toShanghaiIso(toTime(now) - random.int(1, 240) * 60_000 - random.int(0, 59) * 1000);
}

/** Audited one to nine days later, mostly within five, and never after yesterday. */
function later(random: Random, submitted: string, today: string): string {
  const days = 1 + Math.floor(random.next() ** 2 * 9);
  const day = addDays(submitted.slice(0, 10), days);
  const latest = addDays(today, -1);
  if (submitted.slice(0, 10) >= latest) return submitted;
  return at(random, day < latest ? day : latest);
}
