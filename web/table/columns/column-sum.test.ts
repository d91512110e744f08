import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumColumn } from '#web/table/columns/column-sum.ts';

describe('total of a column', () => {
  it('is exact', () => {
    expect(sumColumn(['0.10', '0.20'])).toBe('0.30');
    expect(sumColumn([1, 2, null, '', 'x', undefined])).toBe('3');
    expect(sumColumn(['-0.50', '0.25'])).toBe('-0.25');
    expect(sumColumn([])).toBe('0');
    expect(sumColumn(['9999999999999.99', '0.01'])).toBe('10000000000000.00');
  });

  it('adds whole numbers as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (values) => {
        expect(BigInt(sumColumn(values))).toBe(values.reduce((sum, value) => sum + BigInt(value), 0n));
      }),
    );
  });
});
