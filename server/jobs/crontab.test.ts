import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTimes, describeCrontab, nextTime, parseCrontab } from './crontab.ts';

const next = (line: string, after: string) => nextTime(parseCrontab(line), new Date(after)).toISOString();

test('a line is a time in Shanghai', () => {
  expect(next('5 0 * * *', '2026-11-22T16:04:59Z')).toBe('2026-11-22T16:05:00.000Z');
  expect(next('5 0 * * *', '2026-11-22T16:05:00Z')).toBe('2026-11-23T16:05:00.000Z');
  expect(next('*/15 8-18 * * 1-5', '2026-11-20T10:50:00Z')).toBe('2026-11-23T00:00:00.000Z');
  expect(next('0 3 1 * *', '2026-11-22T00:00:00Z')).toBe('2026-11-30T19:00:00.000Z');
  expect(next('0 0 29 2 *', '2026-11-22T00:00:00Z')).toBe('2028-02-28T16:00:00.000Z');
  expect(next('30 2 * * 7', '2026-11-22T00:00:00Z')).toBe('2026-11-28T18:30:00.000Z');
});

test('what is no time is refused where it is written', () => {
  for (const line of [
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '1,, * * * *',
    'a * * * *',
    '0 0 31 2 *',
    '0 0 1 * 1',
    '* * * * 8',
    '*/* * * * *',
  ])
    expect(() => parseCrontab(line), line).toThrow('crontab');
});

test('the next time is the first minute that fits', () => {
  const range = (least: number, most: number) =>
    fc
      .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
      .map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)]);
  const schedule = fc.record({ minutes: range(0, 59), hours: range(0, 23), weekdays: range(0, 6) });
  fc.assert(
    fc.property(schedule, fc.integer({ min: 0, max: 3 * 365 * 1440 }), ({ minutes, hours, weekdays }, later) => {
      const written = [minutes.join('-'), hours.join('-'), '*', '*', weekdays.join('-')].join(' ');
      const crontab = parseCrontab(written);
      const after = new Date(Date.UTC(2025, 0, 1) + later * 60_000);
      const found = nextTime(crontab, after);
      const within = (number: number, [least, most]: [number, number]) => number >= least && number <= most;
      const fits = (time: number) => {
        const local = new Date(time + 8 * 3_600_000);
        return (
          within(local.getUTCMinutes(), minutes) &&
          within(local.getUTCHours(), hours) &&
          within(local.getUTCDay(), weekdays)
        );
      };
      let first = after.getTime() + 60_000;
      while (!fits(first)) first += 60_000;
      expect(found.getTime()).toBe(first);
      expect(countTimes(crontab, after, found)).toBe(1);
    }),
    { numRuns: 60 },
  );
});

test('times are counted up to what anybody needs to know', () => {
  const every = parseCrontab('* * * * *');
  expect(countTimes(every, new Date(0), new Date(3_600_000))).toBe(60);
  expect(countTimes(every, new Date(0), new Date(1e12))).toBe(1000);
});

test('common lines are said in words', () => {
  const described = (line: string) => Object.values(describeCrontab(parseCrontab(line)));
  expect(described('* * * * *')).toEqual(['每分钟', 'Every minute']);
  expect(described('*/5 * * * *')).toEqual(['每 5 分钟', 'Every 5 minutes']);
  expect(described('15 * * * *')).toEqual(['每小时第 15 分', 'Every hour at 15 past']);
  expect(described('5 0 * * *')).toEqual(['每天 00:05', 'Daily at 00:05']);
  expect(described('0 9 * * 1')).toEqual(['每周一 09:00', 'Mondays at 09:00']);
  expect(described('30 2 1 * *')).toEqual(['每月 1 日 02:30', 'On day 1 of the month at 02:30']);
  expect(described('0 9 * * 1-5')).toEqual(['0 9 * * 1-5', '0 9 * * 1-5']);
});
