import { findDivision } from '#data/reference/read.ts';
import { addDays, daysBetween, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { LicenceKind } from '#modules/demo/server/generate/enterprise-generation-parameters.ts';
import { makeSeededRandom, type Random, weigh } from '#modules/demo/server/generate/seeded-random.ts';
import {
  parseTourismKindsOfLicenceScope,
  type TourismKind,
} from '#modules/enterprise/contract/parse-tourism-kinds-of-licence-scope.ts';
import { enterpriseGenerationParametersByType } from './enterprise-generation-parameters-by-type.ts';
import type { EnterpriseRow } from './generate-enterprises.ts';
import { provinceCharacterOfDocumentNumber } from './generate-vehicle-plates.ts';

/** A generated licence, with column names. */
export interface LicenceRow {
  readonly enterprise_no: number;
  readonly kind: LicenceKind;
  readonly license_no: string;
  readonly scope: string | null;
  readonly tourism_scope: readonly TourismKind[] | null;
  readonly issued_by: string;
  readonly issue_date: string;
  readonly expire_date: string | null;
  readonly verify_status: 'unverified' | 'verified' | 'mismatch';
  readonly validity: 'valid' | 'expiring' | 'expired' | 'suspended' | 'revoked' | 'cancelled';
}

/** Years for which a licence is issued; null: until withdrawn. */
const YEARS: Readonly<Record<LicenceKind, number | null>> = {
  agency: null,
  business: null,
  entertainment: 2,
  net_culture: 3,
  internet: null,
  performance: 2,
  transport: 4,
  publication: 5,
  printing: 6,
  film: 5,
  special_trade: null,
  food: 5,
  hygiene: 4,
  fire: null,
  other: 3,
};

/** Issuing authority, after the name of the county or the prefecture. */
const ISSUERS: Readonly<Record<LicenceKind, readonly ['county' | 'city', string]>> = {
  agency: ['city', '文化和旅游局'],
  business: ['county', '市场监督管理局'],
  entertainment: ['county', '文化和旅游局'],
  net_culture: ['city', '文化和旅游局'],
  internet: ['county', '文化和旅游局'],
  performance: ['city', '文化和旅游局'],
  transport: ['city', '交通运输局'],
  publication: ['county', '新闻出版局'],
  printing: ['city', '新闻出版局'],
  film: ['county', '电影局'],
  special_trade: ['county', '公安局'],
  food: ['county', '市场监督管理局'],
  hygiene: ['county', '卫生健康局'],
  fire: ['county', '消防救援大队'],
  other: ['city', '行政审批局'],
};

const VERIFIED = weigh([
  ['verified', 80],
  ['unverified', 17],
  ['mismatch', 3],
] as const);

/** A licence counts as expiring from 60 days before its end (domain rule of the licence register). */
const EXPIRING_DAYS = 60;

/** Licences of an enterprise, drawn from its own number so that they do not depend on the order of calls. */
export function generateLicences(enterprise: EnterpriseRow, seed: number, now: string): readonly LicenceRow[] {
  const random = makeSeededRandom(`licence/${seed}/${enterprise.no}`);
  const today = toShanghaiDate(now);
  return enterpriseGenerationParametersByType[enterprise.ent_type].licences
    .filter(([, probability]) => random.chance(probability))
    .map(([kind]) => generateLicence(random, enterprise, kind, today));
}

function generateLicence(random: Random, enterprise: EnterpriseRow, kind: LicenceKind, today: string): LicenceRow {
  const { no, area_code, reg_date, ent_type } = enterprise;
  const { issue_date, expire_date } = generateTerm(random, kind, reg_date, today);
  const county = findDivision(area_code);
  const prefecture = findDivision(`${area_code.slice(0, 4)}00`);
  const office = prefecture && !prefecture.placeholder ? prefecture : county;
  const [level, bureau] = ISSUERS[kind];
  const scope =
    ent_type === 'agency' ? (random.chance(0.16) ? '国内、入境、出境旅游业务' : '国内、入境旅游业务') : null;
  return {
    enterprise_no: no,
    kind,
    license_no: generateNumber(kind, area_code, no, issue_date),
    scope,
    tourism_scope: scope === null ? null : (parseTourismKindsOfLicenceScope(scope) ?? null),
    issued_by: `${(level === 'county' ? county : office)?.name['zh-cn'] ?? ''}${bureau}`,
    issue_date,
    expire_date,
    verify_status: random.weighted(VERIFIED),
    validity: judge(enterprise, expire_date, today),
  };
}

/**
 * Of licences with a term, about one in sixteen ends within two months, and one in twenty has expired without renewal.
 */
function generateTerm(
  random: Random,
  kind: LicenceKind,
  founded: string,
  today: string,
): Pick<LicenceRow, 'issue_date' | 'expire_date'> {
  const years = YEARS[kind];
  const sinceFounded = Math.max(0, daysBetween(founded, today) - 1);
  if (years === null) return { issue_date: addDays(today, -random.int(0, sinceFounded)), expire_date: null };
  const term = years * 365;
  const lapsed = random.chance(0.05) ? random.int(1, 200) : 0;
  const rest = random.chance(0.06) ? random.int(0, EXPIRING_DAYS) : random.int(EXPIRING_DAYS + 1, term);
  const held = Math.min(sinceFounded, lapsed > 0 ? term + lapsed : term - rest);
  const issue_date = addDays(today, -held);
  return { issue_date, expire_date: addDays(issue_date, term) };
}

function judge({ status }: EnterpriseRow, expire: string | null, today: string): LicenceRow['validity'] {
  if (status === 'suspended' || status === 'revoked' || status === 'cancelled') return status;
  if (expire === null) return 'valid';
  if (expire < today) return 'expired';
  return daysBetween(today, expire) <= EXPIRING_DAYS ? 'expiring' : 'valid';
}

/** Numbers in the format of each authority; the running number makes them unique within their kind. */
function generateNumber(kind: LicenceKind, areaCode: string, no: number, issued: string): string {
  const year = issued.slice(0, 4);
  const serial = String(no).padStart(6, '0');
  const province = findDivision(`${areaCode.slice(0, 2)}0000`);
  const short = provinceCharacterOfDocumentNumber(areaCode);
  switch (kind) {
    case 'agency':
      return `L-${province?.initials.toUpperCase() ?? 'CN'}-${serial}`;
    case 'food':
      return `JY2${areaCode}${serial}${no % 10}`;
    case 'hygiene':
      return `${short}卫公证字〔${year}〕第${areaCode}${serial}号`;
    case 'fire':
      return `${short}消安检字〔${year}〕第${serial}号`;
    case 'transport':
      return `${short}交运管许可字${areaCode}${serial}号`;
    case 'performance':
      return `${areaCode}12${serial}`;
    case 'entertainment':
      return `${areaCode}16${serial}`;
    case 'internet':
      return `${areaCode}20${serial}`;
    case 'net_culture':
      return `${short}网文〔${year}〕${serial}号`;
    case 'publication':
      return `新出发${areaCode}零字第${serial}号`;
    case 'printing':
      return `（${short}）印证字${areaCode.slice(0, 4)}${serial}号`;
    case 'film':
      return `证放字第${areaCode}${serial}号`;
    case 'special_trade':
      return `${short}公特旅字第${areaCode}${serial}号`;
    case 'business':
    case 'other':
      return `${areaCode}${year}${serial}`;
  }
}
