import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountOf,
  centsOf,
  comparePriceWithGuidancePrice,
  isLowPrice,
} from '../../contract/product/compare-price-with-guidance-price.ts';

test('exactly 70 % of the guidance price is low, a yuan more is not (K.7)', () => {
  expect(isLowPrice('840.00', '400.00', 3)).toBe(true);
  expect(isLowPrice('840.01', '400.00', 3)).toBe(false);
  expect(isLowPrice('841.00', '400.00', 3)).toBe(false);
  expect(comparePriceWithGuidancePrice('840.00', 3, '400.00')).toEqual({
    per_day: '280.00',
    price_ratio: 70,
    price_check: 'low',
  });
  expect(comparePriceWithGuidancePrice('841.00', 3, '400.00')).toEqual({
    per_day: '280.33',
    price_ratio: 70.08,
    price_check: 'fair',
  });
});

test('without a guidance price there is no result', () => {
  expect(comparePriceWithGuidancePrice('100.00', 0, '400.00')).toMatchObject({
    price_check: 'none',
    price_ratio: null,
  });
  expect(comparePriceWithGuidancePrice('100.00', 2, undefined)).toEqual({
    per_day: '50.00',
    price_ratio: null,
    price_check: 'none',
  });
});

test('the price per day is rounded to the cent', () => {
  expect(comparePriceWithGuidancePrice('680.00', 3, undefined).per_day).toBe('226.67');
  expect(comparePriceWithGuidancePrice('1000.00', 3, undefined).per_day).toBe('333.33');
  expect(comparePriceWithGuidancePrice('0.01', 2, undefined).per_day).toBe('0.01');
});

const cents = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });

test('amounts are read and written to the cent, however large', () => {
  fc.assert(fc.property(cents, (n) => centsOf(amountOf(n)) === n));
  expect(amountOf(5n)).toBe('0.05');
});

test('a price is low if ten times it is at most seven guidance prices, and stays low when it is lowered', () => {
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 60 }), (price, guidance, days) => {
      const low = isLowPrice(amountOf(price), amountOf(guidance), days);
      expect(low).toBe(price * 10n <= guidance * BigInt(days) * 7n);
      if (low && price > 1n) expect(isLowPrice(amountOf(price - 1n), amountOf(guidance), days)).toBe(true);
    }),
  );
});
