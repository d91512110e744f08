import { expect, test } from 'vitest';
import { formatAgeOfLiveFigures } from './age-of-live-figures-format.ts';
import {
  formatAgo,
  formatClock,
  formatDay,
  formatMinute,
  formatMoment,
  formatPeriod,
  formatRecent,
  formatRecorded,
  formatTime,
  formatTimestamp,
} from './date-format.ts';
import { formatLongDay, formatMonth, formatWeekday } from './long-day-month-and-weekday-format.ts';

const noon = 1_795_233_909; // 2026-11-21 12:05:09 in Shanghai
const day = 86_400;

test('a moment is written one way, as exact as it has to be', () => {
  expect(formatMoment(noon)).toBe('2026-11-21 12:05:09');
  expect([formatMinute(noon), formatRecent(noon), formatClock(noon), formatDay(noon)]).toEqual([
    '2026-11-21 12:05',
    '11-21 12:05',
    '12:05',
    '2026-11-21',
  ]);
  expect([formatRecorded(noon), formatRecorded(noon - 9)]).toEqual(['2026-11-21 12:05:09', '2026-11-21 12:05']);
  expect([formatTime('09:30:00'), formatTime('09:00'), formatTime('00:00:07')]).toEqual(['09:30', '09:00', '00:00:07']);
  expect([noon - 3600, noon - day, noon - 400 * day].map((at) => formatTimestamp(at, noon))).toEqual([
    '11:05',
    '11-20',
    '2025-10-17',
  ]);
});

test('a period within one day says the day once', () => {
  expect(formatPeriod(noon - 3600, noon)).toBe('2026-11-21 11:05 – 12:05');
  expect(formatPeriod(noon, noon + day)).toBe('2026-11-21 12:05 – 2026-11-22 12:05');
});

test('days and months in words', () => {
  expect(formatLongDay('2026-11-21', 'zh-cn')).toBe('2026年11月21日 星期六');
  expect(formatLongDay('2026-11-21', 'en')).toBe('Saturday, 21 November 2026');
  expect([formatMonth('2026-11', 'zh-cn'), formatMonth('2026-11', 'en')]).toEqual(['2026年11月', 'November 2026']);
  expect([formatWeekday('2026-11-21', 'zh-cn'), formatWeekday('2026-11-21', 'en')]).toEqual([
    '2026-11-21 周六',
    '2026-11-21 Sat',
  ]);
});

test('ages are said in the unit one would say them in', () => {
  expect([2, 40, 150, 7300, 200_000].map((age) => formatAgeOfLiveFigures(age, 'zh-cn'))).toEqual([
    '刚刚',
    '40 秒前',
    '2 分钟前',
    '2 小时前',
    '2 天前',
  ]);
  expect([30, 3700, day, 3 * day, 40 * day].map((age) => formatAgo(noon - age, noon, 'en'))).toEqual([
    'just now',
    '1 h ago',
    '1 d ago',
    '3 d ago',
    '2026-10-12',
  ]);
});
