import { describe, expect, it } from 'vitest';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { nextSendTime, type SendTimes } from './subscription-send-times.ts';

// a Monday, 09:30 in Shanghai
const after = new Date('2026-11-30T01:30:00Z');
const next = (times: SendTimes) => toShanghaiMinute(nextSendTime(times, after) * 1000);

describe('nextSendTime', () => {
  it('is the next such hour of a day, a weekday or a day of the month in Shanghai', () => {
    expect(next({ every: 'day', hour: '10' })).toBe('2026-11-30 10:00');
    expect(next({ every: 'day', hour: '9' })).toBe('2026-12-01 09:00');
    expect(next({ every: 'week', weekday: '1', hour: '0' })).toBe('2026-12-07 00:00');
    expect(next({ every: 'week', weekday: '7', hour: '23' })).toBe('2026-12-06 23:00');
    expect(next({ every: 'month', month_day: '28', hour: '8' })).toBe('2026-12-28 08:00');
  });

  it('finds the last day of every month', () => {
    expect(next({ every: 'month', month_day: 'last', hour: '17' })).toBe('2026-11-30 17:00');
    const inFebruary = nextSendTime({ every: 'month', month_day: 'last', hour: '8' }, new Date('2027-02-01T00:00:00Z'));
    expect(toShanghaiMinute(inFebruary * 1000)).toBe('2027-02-28 08:00');
  });

  it('is at eight where no hour was chosen', () => {
    expect(next({ every: 'day', hour: null })).toBe('2026-12-01 08:00');
  });
});
