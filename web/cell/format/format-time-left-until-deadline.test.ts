import { describe, expect, it } from 'vitest';
import { makeCalendar } from '#kernel/time/working-calendar.ts';
import { dueUnitOf, formatDue } from './format-time-left-until-deadline.ts';

const calendar = makeCalendar([
  { date: '2026-10-01', kind: 'holiday' },
  { date: '2026-10-02', kind: 'holiday' },
  { date: '2026-10-10', kind: 'makeup' },
]);
const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;
const texts = (due: string, now: string) => formatDue(at(due), at(now), calendar, 'zh-cn');

describe('time left', () => {
  it('counts working days', () => {
    expect(texts('2026-09-30T23:59:59', '2026-09-25T10:00:00')).toEqual({ pressure: 'far', text: '还剩 3 个工作日' });
    expect(texts('2026-10-10T23:59:59', '2026-10-09T10:00:00')).toEqual({ pressure: 'near', text: '还剩 1 个工作日' });
  });

  it('says working days and nothing smaller of a limit in working days', () => {
    for (const now of ['2026-09-30T00:00:01', '2026-09-30T18:30:00', '2026-09-30T23:59:58'])
      expect(texts('2026-09-30T23:59:59', now)).toEqual({ pressure: 'near', text: '今日到期' });
    expect(texts('2026-10-04T23:59:59', '2026-10-03T12:00:00').text).toBe('非工作日，2026-10-04 到期');
    // Friday's limit on Saturday: no working day has passed since
    expect(texts('2026-09-25T23:59:59', '2026-09-26T10:00:00').text).toBe('已超期');
    expect(texts('2026-09-28T23:59:59', '2026-09-30T09:00:00')).toEqual({
      pressure: 'overdue',
      text: '已超期 2 个工作日',
    });
    expect(formatDue(at('2026-09-28T23:59:59'), at('2026-09-29T09:00:00'), calendar, 'en').text).toBe(
      '1 working day overdue',
    );
  });

  it('says hours of a limit in hours, which ends at any second', () => {
    expect(texts('2026-09-30T12:00:00', '2026-09-28T11:00:00')).toEqual({ pressure: 'far', text: '还剩 49 小时' });
    expect(texts('2026-09-30T12:00:00', '2026-09-30T10:00:00')).toEqual({ pressure: 'near', text: '还剩 2 小时' });
    expect(texts('2026-09-30T12:00:00', '2026-09-30T15:10:00').text).toBe('已超期 3 小时');
    expect(texts('2026-09-30T12:00:00', '2026-09-30T12:00:10').text).toBe('已超期');
  });

  it('says minutes where less than two of the hours are left', () => {
    expect(texts('2026-09-30T12:00:00', '2026-09-30T10:00:01')).toEqual({ pressure: 'near', text: '还剩 119 分钟' });
    expect(texts('2026-09-30T12:00:00', '2026-09-30T11:30:00').text).toBe('还剩 30 分钟');
    expect(texts('2026-09-30T12:00:00', '2026-09-30T12:30:00').text).toBe('已超期 30 分钟');
  });

  it('says minutes of a limit in minutes, and hours once they are many', () => {
    const textOf = (now: string) => formatDue(at('2026-09-30T12:00:00'), at(now), calendar, 'zh-cn', 'minute').text;
    expect(textOf('2026-09-30T11:50:00')).toBe('还剩 10 分钟');
    expect(textOf('2026-09-30T11:59:30')).toBe('还剩不足 1 分钟');
    expect(textOf('2026-09-30T12:00:10')).toBe('已超期');
    expect(textOf('2026-09-30T12:03:30')).toBe('已超期 3 分钟');
    expect(textOf('2026-09-30T15:10:00')).toBe('已超期 3 小时');
  });

  it('takes the unit it is told', () => {
    const textOf = (unit: 'day' | 'hour', now: string) =>
      formatDue(at('2026-10-08T23:59:59'), at(now), calendar, 'zh-cn', unit).text;
    expect(textOf('day', '2026-09-30T09:00:00')).toBe('还剩 8 天');
    expect(textOf('day', '2026-10-08T09:00:00')).toBe('今日到期');
    expect(textOf('day', '2026-10-10T09:00:00')).toBe('已超期 2 天');
    expect(textOf('hour', '2026-10-08T09:00:00')).toBe('还剩 14 小时');
  });

  it('counts months and years down by days', () => {
    expect(['workingDay', 'day', 'month', 'year', 'hour', 'minute', null].map(dueUnitOf)).toEqual([
      'workingDay',
      'day',
      'day',
      'day',
      'hour',
      'minute',
      null,
    ]);
  });
});
