import { expect, test } from 'vitest';
import { isVin, normalizeVin, vinCheckDigit } from '#kernel/check/vin.ts';

test('a vehicle identification number has seventeen characters, without I, O and Q', () => {
  expect(normalizeVin(' 1m8 gdm9-axkp042788 ')).toBe('1M8GDM9AXKP042788');
  expect(isVin('１Ｍ８GDM9AXKP042788')).toBe(true);
  for (const wrong of ['1M8GDM9AXKP04278', '1M8GDM9AXKP0427888', 'IM8GDM9AXKP042788', '1M8GDM9AXKPO42788', ''])
    expect([wrong, isVin(wrong), vinCheckDigit(wrong)]).toEqual([wrong, false, undefined]);
});

test('its ninth character follows from the others', () => {
  // the sample of the standard of SAE, and one of a coach built in Xiamen
  expect(vinCheckDigit('1M8GDM9AXKP042788')).toBe('X');
  expect(vinCheckDigit('11111111111111111')).toBe('1');
  expect(vinCheckDigit('1M8GDM9A1KP042788')).toBe('X');
});
