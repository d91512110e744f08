import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekdayOf } from '#kernel/time/shanghai-time.ts';
import { addMonths, monthRange, monthWeeks, readMonthOfAddress } from '#web/table/lens/month-of-calendar-lens.ts';

describe('month', () => {
  it('is read from an address, or is the present one', () => {
    expect(readMonthOfAddress('2026-02', '2026-11-21')).toBe('2026-02');
    for (const word of [null, '', '2026-13', '2026-2', 'x'])
      expect(readMonthOfAddress(word, '2026-11-21')).toBe('2026-11');
  });

  it('goes over the year', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  it('stands in whole weeks', () => {
    expect(monthRange('2026-11')).toEqual(['2026-10-26', '2026-12-06']);
    fc.assert(
      fc.property(fc.integer({ min: 1950, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
        const month = `${year}-${String(number).padStart(2, '0')}`;
        const days = monthWeeks(month).flat();
        expect(days.length % 7).toBe(0);
        expect(weekdayOf(days[0]!)).toBe(1);
        const inside = days.filter((day) => day.startsWith(month));
        expect(inside).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
      }),
    );
  });
});
