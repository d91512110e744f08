import { describe, expect, it } from 'vitest';
import { smallestCommonDivision } from '#web/table/lens/smallest-common-division.ts';

describe('common area', () => {
  it('is the smallest division that holds all', () => {
    expect(smallestCommonDivision(['530102', '530102'])).toBe('530102');
    expect(smallestCommonDivision(['530102', '530103'])).toBe('530100');
    expect(smallestCommonDivision(['530102', '530302'])).toBe('530000');
    expect(smallestCommonDivision(['530102', '110101'])).toBeUndefined();
    expect(smallestCommonDivision([])).toBeUndefined();
  });
});
