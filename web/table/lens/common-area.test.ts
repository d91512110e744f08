import { describe, expect, it } from 'vitest';
import { commonArea } from '#web/table/lens/common-area.ts';

describe('common area', () => {
  it('is the smallest division that holds all', () => {
    expect(commonArea(['530102', '530102'])).toBe('530102');
    expect(commonArea(['530102', '530103'])).toBe('530100');
    expect(commonArea(['530102', '530302'])).toBe('530000');
    expect(commonArea(['530102', '110101'])).toBeUndefined();
    expect(commonArea([])).toBeUndefined();
  });
});
