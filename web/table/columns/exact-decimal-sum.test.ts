import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactDecimalSum } from '#web/table/columns/exact-decimal-sum.ts';

describe('total of a column', () => {
  it('is exact', () => {
    expect(exactDecimalSum(['0.10', '0.20'])).toBe('0.30');
    expect(exactDecimalSum([1, 2, null, '', 'x', undefined])).toBe('3');
    expect(exactDecimalSum(['-0.50', '0.25'])).toBe('-0.25');
    expect(exactDecimalSum([])).toBe('0');
    expect(exactDecimalSum(['9999999999999.99', '0.01'])).toBe('10000000000000.00');
  });

  it('adds whole numbers as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        expect(BigInt(exactDecimalSum(values))).toBe(values.reduce((sum, value) => sum + BigInt(value), 0n));
      }),
    );
  });
});
