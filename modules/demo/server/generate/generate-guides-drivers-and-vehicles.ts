import { addDays, addMonths } from '#kernel/time/shanghai-time.ts';
import { makeSeededRandom, type Random, weigh } from '#modules/demo/server/generate/seeded-random.ts';
import type { CountyAndOriginWeights } from './generate-enterprises.ts';
import { generatePerson } from './generate-persons.ts';
import {
  type CoachPlateKind,
  type GeneratedPlate,
  generatePlate,
  plateAuthorityOf,
} from './generate-vehicle-plates.ts';

/** An agency or coach firm that gets generated staff and vehicles. */
export interface FirmWithCrew {
  readonly id: number;
  readonly area_code: string;
}

interface Place {
  readonly setting: CountyAndOriginWeights;
  readonly seed: number;
  readonly today: string;
}

/** Draws an expiry date: most are far off, some near, a few past. */
function drawLastDay(random: Random, today: string): string {
  const lot = random.next();
  if (lot < 0.05) return addDays(today, -random.int(1, 60));
  return lot < 0.13 ? addDays(today, random.int(0, 28)) : addDays(today, random.int(40, 1000));
}

export interface GuideRow {
  readonly [column: string]: unknown;
  readonly agency_id: number | null;
  readonly id_no: string;
  readonly card_no: string;
  readonly status: string;
  readonly valid_to: string;
  readonly ratings: readonly RatingRow[];
}

export interface RatingRow {
  readonly team_no: string;
  readonly rated_on: string;
  readonly service: number;
  readonly narration: number;
  readonly safety: number;
  readonly honesty: number;
  readonly remark: string | null;
}

const LANGUAGES = weigh([
  ['english', 40],
  ['japanese', 9],
  ['korean', 7],
  ['thai', 8],
  ['vietnamese', 6],
  ['burmese', 4],
  ['french', 4],
  ['german', 2],
  ['cantonese', 12],
]);
const LEVELS = weigh([
  ['junior', 70],
  ['intermediate', 22],
  ['senior', 7],
  ['special', 1],
] as const);
const STATES = weigh([
  ['valid', 88],
  ['stated', 7],
  ['suspended', 3],
  ['revoked', 2],
] as const);
const PRAISE = ['讲解细致，时间安排得当', '全程没有推销', '照顾老人很周到', '路线熟，等候时间短', '讲解内容偏少'];

/** Guides of some agencies; every seventh is registered with an association instead. Drawn from the agency's number. */
export function generateGuides(agencies: readonly FirmWithCrew[], count: number, place: Place): GuideRow[] {
  const { setting, seed, today } = place;
  return Array.from({ length: agencies.length === 0 ? 0 : count }, (_, no) => {
    const random = makeSeededRandom(`guide/${seed}/${no}`);
    const agency = agencies[no % agencies.length] as FirmWithCrew;
    const person = generatePerson(random, { origins: setting.origins, today, minAge: 21, maxAge: 55 });
    const free = no % 7 === 6;
    const status = random.weighted(STATES);
    const from = addDays(today, -random.int(5, 80));
    const decided = status === 'suspended' || status === 'revoked';
    return {
      agency_id: free ? null : agency.id,
      association: free ? '昆明市导游协会' : null,
      area_code: agency.area_code,
      name: person.name,
      gender: person.gender,
      id_no: person.id_no,
      mobile: person.mobile,
      card_no: `DZG2026${agency.area_code.slice(0, 4)}${String(no + 1).padStart(5, '0')}`,
      qualification_no: `DZG20${random.digits(2)}${agency.area_code.slice(0, 2)}${random.digits(5)}`,
      level: random.weighted(LEVELS),
      star: random.chance(0.3) ? String(random.int(2, 5)) : null,
      languages: [...new Set(['mandarin', ...(random.chance(0.45) ? [random.weighted(LANGUAGES)] : [])])],
      valid_to: drawLastDay(random, today),
      honours: random.chance(0.08) ? '昆明市优秀导游员' : null,
      status,
      suspended_from: status === 'suspended' ? from : null,
      suspended_until: status === 'suspended' ? addMonths(from, random.int(3, 6)) : null,
      barred_until: status === 'revoked' ? addMonths(from, 36) : null,
      decision_no: decided ? `昆文旅罚字〔2026〕${10 + no}号` : null,
      ratings: status === 'stated' ? [] : generateRatings(random, today),
    };
  });
}

/** Ratings of a guide by tourists; each guide has a skill from which the scores follow. */
function generateRatings(random: Random, today: string): RatingRow[] {
  const skill = Math.min(4.9, Math.max(2.4, 4.35 + random.normal() * 0.4));
  const score = () => Math.min(5, Math.max(1, Math.round(skill + random.normal() * 0.6)));
  return Array.from({ length: random.int(0, 14) }, () => {
    const rated_on = addDays(today, -random.int(1, 330));
    return {
      team_no: `T5301${rated_on.slice(2).replaceAll('-', '')}${random.digits(5)}`,
      rated_on,
      service: score(),
      narration: score(),
      safety: score(),
      honesty: score(),
      remark: random.chance(0.25) ? random.pick(PRAISE) : null,
    };
  });
}

export interface DriverRow {
  readonly [column: string]: unknown;
  readonly enterprise_id: number;
  readonly id_no: string;
  readonly licence_valid_to: string | null;
  readonly qualification_valid_to: string;
  readonly status: string;
}

const DRIVER_STATES = weigh([
  ['working', 88],
  ['stated', 6],
  ['resting', 4],
  ['stopped', 2],
] as const);

export function generateDrivers(firms: readonly FirmWithCrew[], count: number, place: Place): DriverRow[] {
  const { setting, seed, today } = place;
  return Array.from({ length: firms.length === 0 ? 0 : count }, (_, no) => {
    const random = makeSeededRandom(`driver/${seed}/${no}`);
    const firm = firms[no % firms.length] as FirmWithCrew;
    const person = generatePerson(random, { origins: setting.origins, today, minAge: 26, maxAge: 59 });
    return {
      enterprise_id: firm.id,
      name: person.name,
      id_no: person.id_no,
      mobile: person.mobile,
      licence_class: random.chance(0.75) ? 'A1' : random.chance(0.6) ? 'B1' : 'C1',
      licence_valid_to: random.chance(0.15) ? null : drawLastDay(random, today),
      qualification_no: `${firm.area_code}${random.digits(12)}`,
      qualification_valid_to: drawLastDay(random, today),
      medical_on: addDays(today, -random.int(10, 500)),
      points: random.weighted(
        weigh([
          [0, 70],
          [3, 20],
          [6, 8],
          [9, 2],
        ] as const),
      ),
      status: random.weighted(DRIVER_STATES),
    };
  });
}

export interface VehicleRow extends Omit<GeneratedPlate, 'kind'> {
  readonly [column: string]: unknown;
  readonly enterprise_id: number;
  readonly type: 'large' | 'medium' | 'small';
  readonly seats: number;
  readonly status: string;
}

const KINDS = weigh<CoachPlateKind>([
  ['ordinary', 68],
  ['new_energy_large', 22],
  ['new_energy_small', 10],
]);
const VEHICLE_STATES = weigh([
  ['normal', 86],
  ['stated', 6],
  ['maintenance', 5],
  ['stopped', 2],
  ['scrapped', 1],
] as const);

export function generateVehicles(firms: readonly FirmWithCrew[], count: number, { seed, today }: Place): VehicleRow[] {
  const plates = new Set<string>();
  return Array.from({ length: firms.length === 0 ? 0 : count }, (_, no) => {
    const random = makeSeededRandom(`vehicle/${seed}/${no}`);
    const firm = firms[no % firms.length] as FirmWithCrew;
    const kind = random.weighted(KINDS);
    const authority = plateAuthorityOf(firm.area_code) ?? '云A';
    let bears = generatePlate(random, authority, kind);
    while (plates.has(bears.plate)) bears = generatePlate(random, authority, kind);
    plates.add(bears.plate);
    const [type, seats] =
      kind === 'new_energy_small'
        ? (['small', random.pick([7, 9])] as const)
        : random.chance(0.25)
          ? (['medium', random.pick([15, 19])] as const)
          : (['large', random.pick([33, 37, 39, 45, 49, 53])] as const);
    return {
      plate: bears.plate,
      plate_color: bears.plate_color,
      enterprise_id: firm.id,
      type,
      seats,
      permit_no: `${firm.area_code}${random.digits(6)}`,
      permit_valid_to: drawLastDay(random, today),
      inspect_valid_to: drawLastDay(random, today),
      insurance_valid_to: drawLastDay(random, today),
      gps_vendor: random.pick(['北斗星途', '滇行位置服务', '中交兴路']),
      gps_ago: random.chance(0.9) ? random.int(1, 240) : random.int(3000, 20_000),
      guide_seat: random.chance(0.6),
      status: random.weighted(VEHICLE_STATES),
    };
  });
}
