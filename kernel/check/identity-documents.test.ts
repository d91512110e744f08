import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageOn,
  findIdNumberFault,
  idNumberCheckDigit,
  isForeignResident,
  isHmPermit,
  isIdDocument,
  isIdNumber,
  isPassport,
  isResidencePermit,
  isTaiwanPermit,
  normalizeIdNumber,
  readIdNumber,
} from '#kernel/check/identity-documents.ts';

const TODAY = '2026-11-21';
const complete = (body: string): string => body + idNumberCheckDigit(body);

const body = fc
  .tuple(
    fc.constantFrom('110105', '530102', '659012', '710000', '810000', '830000'),
    fc.date({ min: new Date('1900-01-01'), max: new Date(TODAY), noInvalidDate: true }),
    fc.nat(999),
  )
  .map(
    ([area, date, serial]) =>
      area + date.toISOString().slice(0, 10).replaceAll('-', '') + String(serial).padStart(3, '0'),
  );

describe('identity number', () => {
  it('accepts the published example', () => {
    expect(isIdNumber('11010519491231002X', TODAY)).toBe(true);
    expect(readIdNumber('11010519491231002X')).toEqual({
      areaCode: '110105',
      birthday: '1949-12-31',
      gender: 'female',
    });
  });

  it('normalizes a lower-case check character and full-width digits', () => {
    expect(normalizeIdNumber(' 1101 0519 4912 31002x')).toBe('11010519491231002X');
    expect(normalizeIdNumber('１１０１０５１９４９１２３１００２ｘ')).toBe('11010519491231002X');
  });

  it('tells the fault apart', () => {
    expect(findIdNumberFault('110105491231002', TODAY)).toBe('length');
    expect(findIdNumberFault('1101051949123100AX', TODAY)).toBe('character');
    expect(findIdNumberFault(complete('99010519491231002'), TODAY)).toBe('area');
    expect(findIdNumberFault(complete('83010519491231002'), TODAY)).toBe('area');
    expect(findIdNumberFault(complete('11010519490230002'), TODAY)).toBe('birthday');
    expect(findIdNumberFault(complete('11010519491301002'), TODAY)).toBe('birthday');
    expect(findIdNumberFault(complete('11010518991231002'), TODAY)).toBe('birthday');
    expect(findIdNumberFault('110105194912310021', TODAY)).toBe('checkDigit');
  });

  it('accepts a birthday of today and refuses one of tomorrow', () => {
    expect(isIdNumber(complete('53010220261121001'), TODAY)).toBe(true);
    expect(findIdNumberFault(complete('53010220261122001'), TODAY)).toBe('birthday');
  });

  it('knows leap days', () => {
    expect(isIdNumber(complete('53010220000229001'), TODAY)).toBe(true);
    expect(isIdNumber(complete('53010219000229001'), TODAY)).toBe(false);
    expect(isIdNumber(complete('53010220230229001'), TODAY)).toBe(false);
  });

  it('reads gender from the seventeenth digit', () => {
    expect(readIdNumber(complete('53010219900101001')).gender).toBe('male');
    expect(readIdNumber(complete('53010219900101002')).gender).toBe('female');
  });

  it('knows the residence permit', () => {
    const permit = complete('83000019900101001');
    expect(isResidencePermit(permit, TODAY)).toBe(true);
    expect(isIdDocument('residence_permit', permit, TODAY)).toBe(true);
    expect(isIdDocument('id_card', permit, TODAY)).toBe(false);
    expect(isResidencePermit('11010519491231002X', TODAY)).toBe(false);
  });

  it('counts years of age', () => {
    expect(ageOn('2008-11-21', TODAY)).toBe(18);
    expect(ageOn('2008-11-22', TODAY)).toBe(17);
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17);
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18);
  });

  it('accepts every completed body and refuses any single changed character', () => {
    fc.assert(
      fc.property(body, fc.nat(17), fc.constantFrom(...'0123456789X'), (text, position, other) => {
        const number = complete(text);
        expect(isIdNumber(number, TODAY)).toBe(true);
        fc.pre(number.charAt(position) !== other);
        expect(isIdNumber(number.slice(0, position) + other + number.slice(position + 1), TODAY)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isIdNumber(normalizeIdNumber(text), TODAY) === 'boolean'));
  });
});

describe('other identity documents', () => {
  it('passport', () => {
    expect(isPassport('E12345678')).toBe(true);
    expect(isPassport('E123')).toBe(false);
    expect(isPassport('E1234567é')).toBe(false);
  });

  it('Hong Kong and Macao permit', () => {
    expect(isHmPermit('H12345678')).toBe(true);
    expect(isHmPermit('M1234567890')).toBe(true);
    expect(isHmPermit('H1234567')).toBe(false);
    expect(isHmPermit('T12345678')).toBe(false);
  });

  it('Taiwan permit', () => {
    expect(isTaiwanPermit('12345678')).toBe(true);
    expect(isTaiwanPermit('1234567801')).toBe(true);
    expect(isTaiwanPermit('123456789')).toBe(false);
  });

  it('foreign permanent resident card, old and new', () => {
    expect(isForeignResident('CAN110012345678', TODAY)).toBe(true);
    expect(isForeignResident('911124199001010013', TODAY)).toBe(true);
    expect(isForeignResident('911124199013010013', TODAY)).toBe(false);
    expect(isForeignResident('811124199001010013', TODAY)).toBe(false);
  });

  it('depends on the kind', () => {
    expect(isIdDocument('id_card', '11010519491231002X', TODAY)).toBe(true);
    expect(isIdDocument('passport', 'E12345678', TODAY)).toBe(true);
    expect(isIdDocument('hm_permit', 'E12345678', TODAY)).toBe(false);
    expect(isIdDocument('taiwan_permit', '12345678', TODAY)).toBe(true);
    expect(isIdDocument('foreign_resident', '12345678', TODAY)).toBe(false);
  });
});
