import { addDays, daysBetween, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { StaffJob } from '#modules/demo/server/generate/enterprise-generation-parameters.ts';
import { makeSeededRandom, type Random } from '#modules/demo/server/generate/seeded-random.ts';
import { enterpriseGenerationParametersByType } from './enterprise-generation-parameters-by-type.ts';
import type { CountyAndOriginWeights, EnterpriseRow } from './generate-enterprises.ts';
import { generatePerson } from './generate-persons.ts';

/** A generated employee, with column names. */
export interface EnterpriseEmployeeRow {
  readonly enterprise_no: number;
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly birthday: string;
  readonly id_no: string;
  readonly job: StaffJob;
  readonly cert_no: string | null;
  readonly mobile: string;
  readonly contract_from: string;
  readonly contract_to: string | null;
  readonly employment: 'employed' | 'left';
}

/** Age limits per job; a tour driver may be 60 at most (机动车驾驶证申领和使用规定). */
const AGES: Readonly<Record<StaffJob, readonly [number, number]>> = {
  guide: [20, 55],
  operator: [21, 55],
  safety: [22, 60],
  driver: [24, 60],
  head: [26, 65],
};

/** The mandatory staff of an enterprise, drawn from its own number. */
export function generateEmployeesOfEnterprise(
  enterprise: EnterpriseRow,
  setting: CountyAndOriginWeights,
  seed: number,
  now: string,
): readonly EnterpriseEmployeeRow[] {
  const random = makeSeededRandom(`staff/${seed}/${enterprise.no}`);
  const today = toShanghaiDate(now);
  const drawn = enterpriseGenerationParametersByType[enterprise.ent_type].staff.flatMap(([job, least, most]) =>
    Array.from({ length: random.int(least, most) }, () => generateMember(random, enterprise, setting, job, today)),
  );
  // nobody works for an enterprise twice
  return [...new Map(drawn.map((member) => [member.id_no, member])).values()];
}

function generateMember(
  random: Random,
  { no, area_code, reg_date, status }: EnterpriseRow,
  setting: CountyAndOriginWeights,
  job: StaffJob,
  today: string,
): EnterpriseEmployeeRow {
  const [minAge, maxAge] = AGES[job];
  const person = generatePerson(random, { origins: setting.origins, today, minAge, maxAge });
  const contract_from = addDays(today, -random.int(0, Math.min(3000, Math.max(0, daysBetween(reg_date, today)))));
  const left = status === 'cancelled' || status === 'revoked' || random.chance(0.06);
  // Contracts run for three years and are renewed; former staff left before today.
  const ends = addDays(contract_from, 1095 * Math.ceil((daysBetween(contract_from, today) + 1) / 1095));
  return {
    enterprise_no: no,
    name: person.name,
    gender: person.gender,
    birthday: person.birthday,
    id_no: person.id_no,
    job,
    cert_no: generateCertificate(random, job, area_code),
    mobile: person.mobile,
    contract_from,
    contract_to: left
      ? addDays(contract_from, random.int(0, daysBetween(contract_from, today)))
      : random.chance(0.25)
        ? null
        : ends,
    employment: left ? 'left' : 'employed',
  };
}

const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];

function generateCertificate(random: Random, job: StaffJob, areaCode: string): string | null {
  switch (job) {
    case 'guide':
      return Array.from({ length: 3 }, () => random.pick(LETTERS)).join('') + random.digits(5);
    case 'driver':
      return areaCode + random.digits(12);
    case 'safety':
      return random.chance(0.7) ? `AQ${areaCode.slice(0, 4)}${random.digits(8)}` : null;
    case 'operator':
    case 'head':
      return null;
  }
}
