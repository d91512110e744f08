import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  endOfDay,
  isDate,
  parseInstant,
  shanghaiToday,
  toShanghaiDate,
  toShanghaiIso,
  toTime,
  weekdayOf,
} from '#kernel/time/shanghai-time.ts';

describe('dates', () => {
  it('knows what a date is', () => {
    for (const date of ['2026-02-28', '2024-02-29', '0001-01-01']) expect(isDate(date)).toBe(true);
    for (const text of ['0000-01-01', '2026-02-29', '2026-13-01', '2026-2-1', '', '2026-02-28T00:00:00Z']) {
      expect(isDate(text)).toBe(false);
    }
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
  });

  it('takes the day of an instant in Asia/Shanghai', () => {
    expect(toShanghaiDate('2026-09-18T15:59:59Z')).toBe('2026-09-18');
    expect(toShanghaiDate('2026-09-18T16:00:00Z')).toBe('2026-09-19');
    expect(toShanghaiDate('2026-09-18T00:30:00+09:00')).toBe('2026-09-17');
    expect(toShanghaiDate('2026-09-18')).toBe('2026-09-18');
    expect(() => toShanghaiDate('2026-09-18T10:00:00')).toThrow(RangeError);
    expect(() => toTime('soon')).toThrow(RangeError);
    for (const none of ['2027-02-30T08:00:00+08:00', '2027-02-30', '2027-02-28T25:00Z', '2027-02-28T08:00', 'T+08:00'])
      expect(parseInstant(none), none).toBeUndefined();
    expect(parseInstant('2027-02-28T08:00+08:00')).toBe(Date.UTC(2027, 1, 28));
  });

  it('writes instants with the offset', () => {
    expect(toShanghaiIso(Date.parse('2026-09-18T16:00:00Z'))).toBe('2026-09-19T00:00:00+08:00');
    expect(endOfDay('2026-09-18')).toBe('2026-09-18T23:59:59+08:00');
    expect(toTime('2026-09-18')).toBe(Date.parse('2026-09-17T16:00:00Z'));
  });

  it('ends a month at its last day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
    expect(addMonths('2026-03-15', 2)).toBe('2026-05-15');
  });

  it('adds and takes away the same days', () => {
    const date = fc.integer({ min: 0, max: 40_000 }).map((offset) => addDays('1950-01-01', offset));
    fc.assert(
      fc.property(date, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        const other = addDays(day, count);
        expect(addDays(other, -count)).toBe(day);
        expect(daysBetween(day, other)).toBe(count);
        expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
      }),
    );
  });
});

describe('today', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is the current day, however the clock is changed', () => {
    const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    vi.useFakeTimers();
    fc.assert(
      fc.property(fc.array(anyMoment, { minLength: 2 }), (moments) => {
        const edges = moments.flatMap((one) => {
          const midnight = Date.parse(`${one.toISOString().slice(0, 10)}T16:00:00Z`);
          return [one.getTime(), midnight - 1, midnight];
        });
        for (const moment of edges) {
          vi.setSystemTime(moment);
          expect(shanghaiToday()).toBe(toShanghaiDate(new Date(moment).toISOString()));
        }
      }),
    );
  });
});
