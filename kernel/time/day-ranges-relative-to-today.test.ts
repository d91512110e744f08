import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import {
  isRelativeRange,
  type RelativeRange,
  relativeRanges,
  resolveRelativeRange,
} from '#kernel/time/day-ranges-relative-to-today.ts';
import { daysBetween, isDate, toShanghaiDate, weekdayOf } from '#kernel/time/shanghai-time.ts';

const names = Object.keys(relativeRanges) as RelativeRange[];
const at = (name: RelativeRange, moment: string, counts: 'moments' | 'days' = 'days') =>
  resolveRelativeRange(name, Date.parse(moment), counts);

describe('relative ranges', () => {
  test('of one evening', () => {
    // 23:30 of a Sunday in Shanghai, when it is still afternoon in Greenwich
    const evening = '2026-11-22T23:30:00+08:00';
    expect(Object.fromEntries(names.map((one) => [one, at(one, evening)]))).toEqual({
      overdue: ',2026-11-21',
      today: '2026-11-22,2026-11-22',
      tomorrow: '2026-11-23,2026-11-23',
      week: '2026-11-16,2026-11-22',
      month: '2026-11-01,2026-11-30',
      year: '2026-01-01,2026-12-31',
      next7: '2026-11-22,2026-11-28',
      next30: '2026-11-22,2026-12-21',
      yesterday: '2026-11-21,2026-11-21',
      past7: '2026-11-16,2026-11-22',
      past30: '2026-10-24,2026-11-22',
    });
    expect(at('overdue', evening, 'moments')).toBe(',2026-11-22 23:29:59');
    expect(at('month', '2028-02-10T09:00:00+08:00')).toBe('2028-02-01,2028-02-29');
    expect(at('month', '2026-12-31T09:00:00+08:00')).toBe('2026-12-01,2026-12-31');
  });

  test('at any moment they are ranges of days that contain the day they name', () => {
    const moments = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) });
    fc.assert(
      fc.property(moments, fc.constantFrom(...names), (now, name) => {
        const today = toShanghaiDate(new Date(now).toISOString());
        const { from = '', to = '' } = readRange(resolveRelativeRange(name, now, 'days')) ?? {};
        expect(isDate(to)).toBe(true);
        if (name === 'overdue') expect([from, daysBetween(to, today)]).toEqual(['', 1]);
        else if (name === 'tomorrow' || name === 'yesterday') expect(from).toBe(to);
        else expect(from <= today && today <= to).toBe(true);
        const long = { next7: 7, past7: 7, next30: 30, past30: 30, week: 7, today: 1 }[name as string];
        if (long) expect(daysBetween(from, to)).toBe(long - 1);
        if (name === 'week') expect(weekdayOf(from)).toBe(1);
      }),
    );
  });

  test('only declared names are relative ranges', () => {
    for (const name of names) expect(isRelativeRange(name)).toBe(true);
    for (const other of ['', 'toString', '__proto__', 'Today', '2026-11-22,2026-11-23'])
      expect(isRelativeRange(other)).toBe(false);
  });
});
