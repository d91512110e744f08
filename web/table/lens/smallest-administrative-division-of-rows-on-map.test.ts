import { describe, expect, it } from 'vitest';
import { smallestAdministrativeDivisionContaining } from '#web/table/lens/smallest-administrative-division-of-rows-on-map.ts';

describe('common area', () => {
  it('is the smallest division that holds all', () => {
    expect(smallestAdministrativeDivisionContaining(['530102', '530102'])).toBe('530102');
    expect(smallestAdministrativeDivisionContaining(['530102', '530103'])).toBe('530100');
    expect(smallestAdministrativeDivisionContaining(['530102', '530302'])).toBe('530000');
    expect(smallestAdministrativeDivisionContaining(['530102', '110101'])).toBeUndefined();
    expect(smallestAdministrativeDivisionContaining([])).toBeUndefined();
  });
});
