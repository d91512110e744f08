import { beforeAll, describe, expect, it } from 'vitest';
import { findDivision } from '#data/reference/read.ts';
import { isInArea, isInChina } from '#kernel/check/coordinate.ts';
import { isCreditCode } from '#kernel/check/credit-code.ts';
import { ageOn, isIdNumber, readIdNumber } from '#kernel/check/identity-documents.ts';
import { isMobile } from '#kernel/check/phone-number.ts';
import { isPlate, parsePlate, plateColorsOf } from '#kernel/check/vehicle-plate.ts';
import { type County, loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { enterpriseGenerationParametersByType } from '#modules/demo/server/generate/enterprise-generation-parameters-by-type.ts';
import { generateEmployeesOfEnterprise } from '#modules/demo/server/generate/generate-employees-of-enterprise.ts';
import {
  enterpriseImportColumns,
  generateEnterpriseImportRows,
} from '#modules/demo/server/generate/generate-enterprise-import-rows.ts';
import {
  type EnterpriseRow,
  generateEnterprises,
  weighCountiesAndOrigins,
} from '#modules/demo/server/generate/generate-enterprises.ts';
import { generateLicences } from '#modules/demo/server/generate/generate-licences.ts';
import { generatePlates, plateAuthorityOf } from '#modules/demo/server/generate/generate-vehicle-plates.ts';
import { makeSeededRandom, weigh } from '#modules/demo/server/generate/seeded-random.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { enterpriseTypes, grades, licenceKinds } from '#modules/enterprise/contract/enterprise-options.ts';

const NOW = '2026-11-21T10:00:00+08:00';
const TODAY = '2026-11-21';
const SEED = 530;
/** The number of enterprises in the demonstration prefecture. */
const count = 2000;

type Rules<T> = Readonly<Record<string, (one: T) => boolean>>;

/** The violations by rule: one assertion for each of tens of thousands of rows would take ten times as long. */
const broken = <T>(all: Iterable<T>, rules: Rules<T>): (readonly [string, T])[] =>
  [...all].flatMap((one) =>
    Object.entries(rules).flatMap(([rule, holds]) => (holds(one) ? [] : [[rule, one] as const])),
  );

let kunming: readonly County[];
let rows: readonly EnterpriseRow[];

beforeAll(async () => {
  kunming = await loadCounties('530100');
  rows = [...generateEnterprises({ counties: kunming, count, seed: SEED, now: NOW })];
}, 30_000);

describe('random', () => {
  it('repeats itself by seed and differs between seeds', () => {
    const draw = (seed: number | string) => {
      const random = makeSeededRandom(seed);
      return Array.from({ length: 20 }, () => random.int(0, 1_000_000));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw('a')).toEqual(draw('a'));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('respects bounds and weights', () => {
    const random = makeSeededRandom(7);
    const letters = weigh([
      ['a', 9],
      ['b', 1],
      ['never', 0],
    ]);
    const drawn = Array.from({ length: 5000 }, () => random.weighted(letters));
    const share = drawn.filter((letter) => letter === 'a').length / drawn.length;
    expect(share).toBeGreaterThan(0.87);
    expect(share).toBeLessThan(0.93);
    expect(drawn).not.toContain('never');
    for (let round = 0; round < 1000; round += 1) {
      const value = random.int(3, 5);
      expect(value >= 3 && value <= 5).toBe(true);
    }
    expect(() => weigh([])).toThrow(RangeError);
  });
});

describe('enterprises', () => {
  it('are the same for the same options, and others for another seed', () => {
    const again = [...generateEnterprises({ counties: kunming, count: 50, seed: SEED, now: NOW })];
    expect(again).toEqual(rows.slice(0, 50));
    const other = [...generateEnterprises({ counties: kunming, count: 50, seed: SEED + 1, now: NOW })];
    expect(other.map(({ name }) => name)).not.toEqual(again.map(({ name }) => name));
  });

  it('have valid codes, numbers and telephones, and unique credit codes', () => {
    expect(new Set(rows.map(({ uscc }) => uscc)).size).toBe(rows.length);
    const found = broken(rows, {
      'credit code': ({ uscc }) => isCreditCode(uscc),
      'credit code of its county': ({ uscc, reg_area_code }) => uscc.slice(2, 8) === reg_area_code,
      'number of a person': ({ legal_id_no }) => isIdNumber(legal_id_no, TODAY),
      'of a place there is': ({ legal_id_no }) => findDivision(legal_id_no.slice(0, 6)) !== undefined,
      'old enough': ({ legal_id_no }) => ageOn(readIdNumber(legal_id_no).birthday, TODAY) >= 24,
      telephones: ({ legal_mobile, contact_mobile }) => isMobile(legal_mobile) && isMobile(contact_mobile),
    });
    expect(found).toEqual([]);
  });

  it('continue an earlier run without repeating a code', () => {
    const more = generateEnterprises({ counties: kunming, count: 2000, seed: SEED, now: NOW, offset: count + 1 });
    const codes = new Set(rows.map(({ uscc }) => uscc));
    expect(broken(more, { later: ({ no }) => no > count, other: ({ uscc }) => !codes.has(uscc) })).toEqual([]);
  });

  it('are inside their county', () => {
    const areas = new Map(kunming.map((county) => [county.code, county.area]));
    const found = broken(rows, {
      inside: ({ lng, lat, area_code }) => {
        const area = areas.get(area_code);
        return area !== undefined && isInArea([lng, lat], area);
      },
      'address of it': ({ area_code, address }) => address.startsWith(findDivision(area_code)?.fullName ?? '?'),
    });
    expect(found).toEqual([]);
  });

  it('are of every declared type and in every declared state, and no others', () => {
    expect(Object.keys(enterpriseGenerationParametersByType).sort()).toEqual(Object.keys(enterpriseTypes).sort());
    expect(
      Object.values(enterpriseGenerationParametersByType).reduce((sum, { share }) => sum + share, 0),
    ).toBeGreaterThan(950);
    expect(new Set(rows.map(({ ent_type }) => ent_type)).size).toBe(Object.keys(enterpriseTypes).length);
    const states = new Set<string>(rows.map(({ status }) => status));
    expect([...states].sort()).toEqual(Object.keys(enterprise.life?.states ?? {}).sort());
    expect(rows.filter(({ status }) => status === 'active').length / rows.length).toBeGreaterThan(0.85);
    for (const { grade } of rows) expect(Object.keys(grades)).toContain(grade);
  });

  it('make sense in time', () => {
    const found = broken(rows, {
      founded: (row) => row.reg_date >= '1990-01-01' && row.reg_date <= row.created_at.slice(0, 10),
      'entered before now': (row) => row.created_at <= NOW,
      'submitted before now': (row) => !row.submitted_at || row.submitted_at <= NOW,
      'decided after it was submitted': (row) =>
        !row.submitted_at || !row.audited_at || row.audited_at >= row.submitted_at,
      'decided before now': (row) => !row.audited_at || row.audited_at <= NOW,
      'active because somebody decided': (row) => row.status !== 'active' || Boolean(row.audited_at && row.sup_code),
      'submitted and not decided': (row) =>
        row.status !== 'submitted' || Boolean(row.submitted_at && row.query_no && !row.audited_at),
      'query number': (row) => !row.query_no || /^QY\d{14}$/.test(row.query_no),
      'code on the door': (row) => !row.sup_code || /^[0-9a-f]{32}$/.test(row.sup_code),
      capital: (row) => Number.isSafeInteger(row.reg_capital) && row.reg_capital >= 0,
      names: ({ name, short_name }) => name.length <= 100 && short_name.length <= 40 && short_name.length >= 2,
    });
    expect(found).toEqual([]);
  });

  it('belong to an agency if they are branches, and rarely share a name', () => {
    const byNo = new Map(rows.map((row) => [row.no, row]));
    for (const row of rows) {
      const branch = row.ent_type === 'agency_branch' || row.ent_type === 'agency_outlet';
      expect(row.parent_no !== null).toBe(branch);
      if (row.parent_no !== null) {
        expect(byNo.get(row.parent_no)?.ent_type).toBe('agency');
        expect(row.name.startsWith(byNo.get(row.parent_no)?.name ?? '?')).toBe(true);
      }
    }
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(rows.length * 0.99);
  });

  it('can be generated for any part of the country, including islands and counties without borders on the map', {
    timeout: 60_000,
  }, async () => {
    for (const code of ['110000', '330900', '460300', '654300', '659000', '441900', '710000', '810000']) {
      const counties = await loadCounties(code);
      for (const row of generateEnterprises({ counties, count: 200, seed: 1, now: TODAY })) {
        expect(isCreditCode(row.uscc)).toBe(true);
        expect(isIdNumber(row.legal_id_no, TODAY)).toBe(true);
        expect(isInChina([row.lng, row.lat])).toBe(true);
        const area = counties.find((county) => county.code === row.area_code)?.area;
        if (area && !code.startsWith('4603')) expect(isInArea([row.lng, row.lat], area), row.area_code).toBe(true);
      }
    }
    await expect(loadCounties('999999')).rejects.toThrow(RangeError);
  });
});

describe('licences', () => {
  it('fit their enterprise, some expiring and some expired', () => {
    const seen = new Set<string>();
    const counts: Record<string, number> = {};
    for (const row of rows) {
      const licences = generateLicences(row, SEED, NOW);
      expect(licences).toEqual(generateLicences(row, SEED, NOW));
      const found = broken(licences, {
        kind: ({ kind }) => kind in licenceKinds,
        number: ({ license_no }) => license_no.length <= 40,
        'no number twice': ({ kind, license_no }) =>
          !seen.has(kind + license_no) && seen.add(kind + license_no).size > 0,
        issued: ({ issue_date }) => issue_date >= row.reg_date && issue_date <= TODAY,
        expired: ({ validity, expire_date }) => validity !== 'expired' || expire_date! < TODAY,
        expiring: ({ validity, expire_date }) => validity !== 'expiring' || expire_date! >= TODAY,
        'by an office': ({ issued_by }) => issued_by.length > 4,
      });
      expect(found).toEqual([]);
      for (const { validity } of licences) counts[validity] = (counts[validity] ?? 0) + 1;
    }
    for (const validity of ['valid', 'expiring', 'expired', 'suspended', 'revoked', 'cancelled']) {
      expect(counts[validity], validity).toBeGreaterThan(0);
    }
    expect((counts.expired ?? 0) / seen.size).toBeLessThan(0.1);
  });
});

describe('staff', () => {
  it('are qualified for their jobs', () => {
    const setting = weighCountiesAndOrigins(kunming);
    const jobs = new Set<string>();
    for (const row of rows) {
      const members = generateEmployeesOfEnterprise(row, setting, SEED, NOW);
      expect(new Set(members.map((member) => member.id_no)).size).toBe(members.length);
      const found = broken(members, {
        'number of a person': ({ id_no }) => isIdNumber(id_no, TODAY),
        'of this birthday and sex': ({ id_no, birthday, gender }) => {
          const read = readIdNumber(id_no);
          return read.birthday === birthday && read.gender === gender;
        },
        age: ({ birthday }) => ageOn(birthday, TODAY) >= 20 && ageOn(birthday, TODAY) <= 65,
        mobile: ({ mobile }) => isMobile(mobile),
        'contract begun': ({ contract_from }) => contract_from <= TODAY,
        'contract not ended before': ({ contract_from, contract_to }) => !contract_to || contract_to >= contract_from,
        left: ({ employment, contract_to }) => employment !== 'left' || contract_to! <= TODAY,
      });
      expect(found).toEqual([]);
      for (const { job } of members) jobs.add(job);
    }
    expect([...jobs].sort()).toEqual(['driver', 'guide', 'head', 'operator', 'safety']);
  });
});

describe('plates', () => {
  it('are valid, local, in the right colour, and unique', () => {
    const plates = [...generatePlates({ areaCode: '530100', count: 3000, seed: 1 })];
    expect(new Set(plates.map(({ plate }) => plate)).size).toBe(3000);
    for (const { plate, kind, plate_color } of plates) {
      expect(isPlate(plate) && plate.startsWith('云A')).toBe(true);
      expect(parsePlate(plate)?.kind).toBe(kind);
      expect(plateColorsOf(kind)).toContain(plate_color);
    }
    expect([...generatePlates({ areaCode: '530100', count: 3, seed: 1 })]).toEqual(plates.slice(0, 3));
  });

  it('have the letters of their prefecture', () => {
    expect(plateAuthorityOf('532901')).toBe('云L');
    expect(plateAuthorityOf('110101')).toBe('京A');
    expect(plateAuthorityOf('440305')).toBe('粤B');
    expect(plateAuthorityOf('810000')).toBeUndefined();
    expect(() => [...generatePlates({ areaCode: '810000', count: 1, seed: 1 })]).toThrow(RangeError);
  });
});

describe('import rows', () => {
  it('fill every column like a clerk', () => {
    const { rows: sheet, faults } = generateEnterpriseImportRows({ counties: kunming, count: 2000, seed: 9, now: NOW });
    expect(sheet).toHaveLength(2000);
    expect(faults).toEqual([]);
    expect(Object.keys(sheet[0] ?? {})).toEqual([...enterpriseImportColumns]);
    expect(sheet[0]?.place).toMatch(/^\d+\.\d+,\d+\.\d+$/);
    expect(sheet.every(({ uscc }) => isCreditCode(uscc))).toBe(true);
  });

  it('contain the requested mistakes, one per row, and say where', () => {
    const { rows: sheet, faults } = generateEnterpriseImportRows({
      counties: kunming,
      count: 200,
      seed: 9,
      now: NOW,
      faults: 20,
    });
    expect(faults).toHaveLength(20);
    expect(new Set(faults.map(({ row }) => row)).size).toBe(20);
    for (const { row, kind } of faults) {
      if (kind === 'checkDigit') expect(isCreditCode(sheet[row]!.uscc)).toBe(false);
      if (kind === 'missing') expect(sheet[row]!.name).toBe('');
      if (kind === 'mobile') expect(isMobile(sheet[row]!.contact_mobile)).toBe(false);
      if (kind === 'duplicate') expect(sheet[row]!.uscc).toBe(sheet[0]!.uscc);
    }
  });
});
