import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlate, normalizePlate, PLATE_PROVINCES, parsePlate, plateColorsOf } from '#kernel/check/vehicle-plate.ts';

const SERIAL = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const province = fc.constantFrom(...PLATE_PROVINCES);
const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const serial = (length: number) =>
  fc.array(fc.constantFrom(...SERIAL), { minLength: length, maxLength: length }).map((chars) => chars.join(''));
const digits = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length }).map((chars) => chars.join(''));

describe('plate', () => {
  it('knows 31 provinces', () => {
    expect(new Set(PLATE_PROVINCES).size).toBe(31);
  });

  it.each([
    ['云A12345', 'ordinary'],
    ['云AD12345', 'new_energy_small'],
    ['云AF12345', 'new_energy_small'],
    ['云A12345D', 'new_energy_large'],
    ['粤Z1234港', 'hong_kong'],
    ['粤Z1234澳', 'macao'],
    ['云A1234挂', 'trailer'],
    ['云A1234学', 'training'],
    ['云A1234警', 'police'],
    ['云A1234试', 'trial'],
    ['云A1234超', 'oversize'],
    ['沪A1234领', 'consulate'],
    ['使123456', 'embassy'],
    ['123456使', 'embassy'],
  ])('accepts %s as %s', (plate, kind) => {
    expect(parsePlate(plate)?.kind).toBe(kind);
  });

  it.each(['云A1234', '云AI2345', '云A123O5', '沪AF0001Z', '', '云', '台A12345', '云112345', '云AL12345', '使12345'])(
    'refuses %s',
    (plate) => {
      expect(isPlate(plate)).toBe(false);
    },
  );

  it('finds one plate behind every way of writing it', () => {
    for (const written of [
      '云A D12345',
      '云AD12345',
      '云ad12345',
      '云A·D12345',
      '云Ａ－Ｄ１２３４５',
      ' 云A•D12345 ',
    ]) {
      expect(normalizePlate(written)).toBe('云AD12345');
    }
  });

  it('takes a plate apart', () => {
    expect(parsePlate('云a·d12345')).toEqual({
      plate: '云AD12345',
      kind: 'new_energy_small',
      province: '云',
      authority: '云A',
      serial: 'D12345',
      energy: 'electric',
    });
    expect(parsePlate('云A12345F')?.energy).toBe('other');
    expect(parsePlate('云A12345')).not.toHaveProperty('energy');
    expect(parsePlate('使123456')).toEqual({
      plate: '使123456',
      kind: 'embassy',
      province: '使',
      authority: '',
      serial: '123456',
    });
  });

  it('colours depend on the kind', () => {
    expect(plateColorsOf('new_energy_small')).toEqual(['green']);
    expect(plateColorsOf('new_energy_large')).toEqual(['yellow_green']);
    expect(plateColorsOf('ordinary')).toContain('yellow');
  });

  it('accepts every well-formed plate of the three common shapes, and normalizing twice changes nothing', () => {
    fc.assert(
      fc.property(province, letter, serial(5), digits(4), digits(5), (head, city, five, four, fiveDigits) => {
        for (const [plate, kind] of [
          [head + city + five, 'ordinary'],
          [`${head}${city}D${five.charAt(0)}${four}`, 'new_energy_small'],
          [`${head}${city}${fiveDigits}F`, 'new_energy_large'],
        ] as const) {
          expect(parsePlate(plate)?.kind).toBe(kind);
          expect(parsePlate(plate.toLowerCase())?.plate).toBe(plate);
          expect(normalizePlate(normalizePlate(plate))).toBe(plate);
        }
      }),
    );
  });

  it('refuses I and O anywhere in the serial', () => {
    fc.assert(
      fc.property(province, letter, serial(5), fc.nat(4), fc.constantFrom('I', 'O'), (head, city, five, at, bad) => {
        expect(isPlate(head + city + five.slice(0, at) + bad + five.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (value) => typeof isPlate(value) === 'boolean'));
  });
});
