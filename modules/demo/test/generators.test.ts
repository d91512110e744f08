import { beforeAll, describe, expect, it } from 'vitest';
import { findDivision } from '#data/reference/read.ts';
import { isInArea, isInChina } from '#kernel/check/coordinate.ts';
import { isCreditCode } from '#kernel/check/credit-code.ts';
import { ageOn, isIdNumber, readIdNumber } from '#kernel/check/id-number.ts';
import { isMobile } from '#kernel/check/mobile.ts';
import { isPlate, parsePlate, plateColorsOf } from '#kernel/check/plate.ts';
import { type County, loadCounties } from '#modules/demo/server/county.ts';
import { type EnterpriseRow, generateEnterprises, makeSetting } from '#modules/demo/server/enterprise.ts';
import { enterpriseProfiles } from '#modules/demo/server/enterprise-profile.ts';
import { generateImportRows, importColumns } from '#modules/demo/server/import-rows.ts';
import { generateLicences } from '#modules/demo/server/licence.ts';
import { generatePlates, plateAuthorityOf } from '#modules/demo/server/plate.ts';
import { makeRandom, weigh } from '#modules/demo/server/random.ts';
import { generateStaff } from '#modules/demo/server/staff.ts';
import { enterpriseTypes, grades, licenceKinds } from '#modules/enterprise/contract/dictionary.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';

const NOW = '2026-11-21T10:00:00+08:00';
const TODAY = '2026-11-21';
const SEED = 530;
/** As many as the demonstration prefecture has. */
const count = 2000;

let kunming: readonly County[];
let rows: readonly EnterpriseRow[];

beforeAll(async () => {
  kunming = await loadCounties('530100');
  rows = [...generateEnterprises({ counties: kunming, count, seed: SEED, now: NOW })];
}, 30_000);

describe('random', () => {
  it('repeats itself by seed and differs between seeds', () => {
    const draw = (seed: number | string) => {
      const random = makeRandom(seed);
      return Array.from({ length: 20 }, () => random.int(0, 1_000_000));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw('a')).toEqual(draw('a'));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('keeps to bounds and weights', () => {
    const random = makeRandom(7);
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
  it('are the same for the same options and other ones for another seed', () => {
    const again = [...generateEnterprises({ counties: kunming, count: 50, seed: SEED, now: NOW })];
    expect(again).toEqual(rows.slice(0, 50));
    const other = [...generateEnterprises({ counties: kunming, count: 50, seed: SEED + 1, now: NOW })];
    expect(other.map(({ name }) => name)).not.toEqual(again.map(({ name }) => name));
  });

  it('have valid codes, numbers and telephones, no credit code twice', () => {
    expect(new Set(rows.map(({ uscc }) => uscc)).size).toBe(rows.length);
    for (const row of rows) {
      expect(isCreditCode(row.uscc), row.uscc).toBe(true);
      expect(row.uscc.slice(2, 8)).toBe(row.reg_area_code);
      expect(isIdNumber(row.legal_id_no, TODAY), row.legal_id_no).toBe(true);
      expect(findDivision(row.legal_id_no.slice(0, 6))).toBeDefined();
      expect(ageOn(readIdNumber(row.legal_id_no).birthday, TODAY)).toBeGreaterThanOrEqual(24);
      expect(isMobile(row.legal_mobile) && isMobile(row.contact_mobile)).toBe(true);
    }
  });

  it('go on from an earlier run without repeating a code', () => {
    const more = generateEnterprises({ counties: kunming, count: 2000, seed: SEED, now: NOW, offset: count + 1 });
    const codes = new Set(rows.map(({ uscc }) => uscc));
    for (const { uscc, no } of more) {
      expect(no).toBeGreaterThan(count);
      expect(codes.has(uscc)).toBe(false);
    }
  });

  it('lie inside their county', () => {
    const areas = new Map(kunming.map((county) => [county.code, county.area]));
    for (const { lng, lat, area_code, address } of rows) {
      const area = areas.get(area_code);
      expect(area && isInArea([lng, lat], area), `${lng},${lat} in ${area_code}`).toBe(true);
      expect(address.startsWith(findDivision(area_code)?.fullName ?? '?')).toBe(true);
    }
  });

  it('are of every type and in every state the contract knows, and of none else', () => {
    expect(Object.keys(enterpriseProfiles).sort()).toEqual(Object.keys(enterpriseTypes).sort());
    expect(Object.values(enterpriseProfiles).reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(950);
    expect(new Set(rows.map(({ ent_type }) => ent_type)).size).toBe(Object.keys(enterpriseTypes).length);
    const states = new Set<string>(rows.map(({ status }) => status));
    expect([...states].sort()).toEqual(Object.keys(enterprise.life?.states ?? {}).sort());
    expect(rows.filter(({ status }) => status === 'active').length / rows.length).toBeGreaterThan(0.85);
    for (const { grade } of rows) expect(Object.keys(grades)).toContain(grade);
  });

  it('make sense in time', () => {
    for (const row of rows) {
      expect(row.reg_date >= '1990-01-01' && row.reg_date <= row.created_at.slice(0, 10)).toBe(true);
      expect(row.created_at <= NOW, row.created_at).toBe(true);
      if (row.submitted_at) expect(row.submitted_at <= NOW).toBe(true);
      if (row.submitted_at && row.audited_at) expect(row.audited_at >= row.submitted_at).toBe(true);
      if (row.audited_at) expect(row.audited_at <= NOW).toBe(true);
      if (row.status === 'active') expect(row.audited_at && row.sup_code).toBeTruthy();
      if (row.status === 'submitted') expect(row.submitted_at && row.query_no && !row.audited_at).toBeTruthy();
      if (row.query_no) expect(row.query_no).toMatch(/^QY\d{14}$/);
      if (row.sup_code) expect(row.sup_code).toMatch(/^[0-9a-f]{32}$/);
      expect(Number.isSafeInteger(row.reg_capital) && row.reg_capital >= 0).toBe(true);
      expect(row.name.length <= 100 && row.short_name.length <= 40 && row.short_name.length >= 2).toBe(true);
    }
  });

  it('belong to an agency where they are branches, and have few names in common', () => {
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

  it('can be made for any part of the country, islands and undrawn counties included', {
    timeout: 30_000,
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
      for (const licence of licences) {
        expect(Object.keys(licenceKinds)).toContain(licence.kind);
        expect(licence.license_no.length).toBeLessThanOrEqual(40);
        expect(seen.has(licence.kind + licence.license_no)).toBe(false);
        seen.add(licence.kind + licence.license_no);
        expect(licence.issue_date >= row.reg_date && licence.issue_date <= TODAY).toBe(true);
        if (licence.validity === 'expired') expect(licence.expire_date! < TODAY).toBe(true);
        if (licence.validity === 'expiring') expect(licence.expire_date! >= TODAY).toBe(true);
        expect(licence.issued_by.length).toBeGreaterThan(4);
        counts[licence.validity] = (counts[licence.validity] ?? 0) + 1;
      }
    }
    for (const validity of ['valid', 'expiring', 'expired', 'suspended', 'revoked', 'cancelled']) {
      expect(counts[validity], validity).toBeGreaterThan(0);
    }
    expect((counts.expired ?? 0) / seen.size).toBeLessThan(0.1);
  });
});

describe('staff', () => {
  it('are people who may do the job', () => {
    const setting = makeSetting(kunming);
    const jobs = new Set<string>();
    for (const row of rows) {
      const members = generateStaff(row, setting, SEED, NOW);
      expect(new Set(members.map((member) => member.id_no)).size).toBe(members.length);
      for (const member of members) {
        jobs.add(member.job);
        expect(isIdNumber(member.id_no, TODAY), member.id_no).toBe(true);
        expect(readIdNumber(member.id_no)).toMatchObject({ birthday: member.birthday, gender: member.gender });
        const age = ageOn(member.birthday, TODAY);
        expect(age >= 20 && age <= 65).toBe(true);
        expect(isMobile(member.mobile)).toBe(true);
        expect(member.contract_from <= TODAY).toBe(true);
        if (member.contract_to) expect(member.contract_to >= member.contract_from).toBe(true);
        if (member.employment === 'left') expect(member.contract_to! <= TODAY).toBe(true);
      }
    }
    expect([...jobs].sort()).toEqual(['driver', 'guide', 'head', 'operator', 'safety']);
  });
});

describe('plates', () => {
  it('are valid, of the place, in the right colour, none twice', () => {
    const plates = [...generatePlates({ areaCode: '530100', count: 3000, seed: 1 })];
    expect(new Set(plates.map(({ plate }) => plate)).size).toBe(3000);
    for (const { plate, kind, plate_color } of plates) {
      expect(isPlate(plate) && plate.startsWith('云A')).toBe(true);
      expect(parsePlate(plate)?.kind).toBe(kind);
      expect(plateColorsOf(kind)).toContain(plate_color);
    }
    expect([...generatePlates({ areaCode: '530100', count: 3, seed: 1 })]).toEqual(plates.slice(0, 3));
  });

  it('know whose letters they bear', () => {
    expect(plateAuthorityOf('532901')).toBe('云L');
    expect(plateAuthorityOf('110101')).toBe('京A');
    expect(plateAuthorityOf('440305')).toBe('粤B');
    expect(plateAuthorityOf('810000')).toBeUndefined();
    expect(() => [...generatePlates({ areaCode: '810000', count: 1, seed: 1 })]).toThrow(RangeError);
  });
});

describe('import rows', () => {
  it('fill every column as a clerk would', () => {
    const { rows: sheet, faults } = generateImportRows({ counties: kunming, count: 2000, seed: 9, now: NOW });
    expect(sheet).toHaveLength(2000);
    expect(faults).toEqual([]);
    expect(Object.keys(sheet[0] ?? {})).toEqual([...importColumns]);
    expect(sheet[0]?.place).toMatch(/^\d+\.\d+,\d+\.\d+$/);
    expect(sheet.every(({ uscc }) => isCreditCode(uscc))).toBe(true);
  });

  it('carry the mistakes asked for, one to a row, and say where', () => {
    const { rows: sheet, faults } = generateImportRows({
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
