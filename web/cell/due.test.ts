import { describe, expect, it } from 'vitest';
import { makeCalendar } from '#kernel/calendar.ts';
import { dueWords } from '#web/cell/due.ts';

const calendar = makeCalendar([
  { date: '2026-10-01', kind: 'holiday' },
  { date: '2026-10-02', kind: 'holiday' },
  { date: '2026-10-10', kind: 'makeup' },
]);
const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;
const words = (due: string, now: string) => dueWords(at(due), at(now), calendar, 'zh-cn');

describe('time left', () => {
  it('counts working days', () => {
    expect(words('2026-09-30T23:59:59', '2026-09-25T10:00:00')).toEqual({ pressure: 'far', words: '还剩 3 个工作日' });
    expect(words('2026-10-10T23:59:59', '2026-10-09T10:00:00')).toEqual({ pressure: 'near', words: '还剩 1 个工作日' });
  });

  it('counts hours and minutes on the last day', () => {
    expect(words('2026-09-30T23:59:59', '2026-09-30T18:30:00').words).toBe('今日到期，还剩 5 小时');
    expect(words('2026-09-30T23:59:59', '2026-09-30T23:30:00').words).toBe('今日到期，还剩 29 分钟');
  });

  it('names the day when only days of rest are left', () => {
    expect(words('2026-10-04T12:00:00', '2026-10-03T12:00:00').words).toBe('非工作日，2026-10-04 到期');
  });

  it('says how long something is overdue', () => {
    expect(words('2026-09-28T23:59:59', '2026-09-30T09:00:00')).toEqual({
      pressure: 'overdue',
      words: '已逾期 2 个工作日',
    });
    expect(words('2026-09-30T12:00:00', '2026-09-30T15:10:00').words).toBe('已逾期 3 小时');
    expect(words('2026-09-30T12:00:00', '2026-09-30T12:00:10').words).toBe('已逾期 1 分钟');
    expect(dueWords(at('2026-09-28T23:59:59'), at('2026-09-29T09:00:00'), calendar, 'en').words).toBe(
      '1 working day overdue',
    );
  });
});
