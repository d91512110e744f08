import { describe, expect, it } from 'vitest';
import {
  type CalendarDay,
  countWorkdays,
  makeCalendar,
  missingYear,
  nextWorkday,
} from '#kernel/time/working-calendar.ts';

const days: CalendarDay[] = [
  { date: '2026-02-14', kind: 'makeup' },
  { date: '2026-02-16', kind: 'holiday' },
  { date: '2026-03-04', kind: 'workday' },
];

describe('working calendar', () => {
  const calendar = makeCalendar(days);

  it('exceptions take precedence over weekdays', () => {
    expect(calendar.isWorkday('2026-02-14')).toBe(true);
    expect(calendar.isWorkday('2026-02-15')).toBe(false);
    expect(calendar.isWorkday('2026-02-16')).toBe(false);
    expect(calendar.isWorkday('2026-02-17')).toBe(true);
    expect(calendar.isWorkday('2026-03-04')).toBe(true);
  });

  it('knows the announced years', () => {
    expect(calendar.announcedUntil).toBe('2026-12-31');
    expect(calendar.isAnnounced('2026-12-31')).toBe(true);
    expect(calendar.isAnnounced('2027-01-01')).toBe(false);
    expect(makeCalendar([]).announcedUntil).toBe('');
    expect(makeCalendar([]).isWorkday('2026-11-23')).toBe(true);
  });

  it('does not take one day set by hand for an announcement, if the last announced year is given', () => {
    const announced = makeCalendar([...days, { date: '2027-05-03', kind: 'holiday' }], '2026-12-31');
    expect(announced.announcedUntil).toBe('2026-12-31');
    expect(announced.isAnnounced('2027-05-03')).toBe(false);
    expect(announced.isWorkday('2027-05-03')).toBe(false);
  });

  it('does not count a year as announced because of a day marked beforehand', () => {
    const marked = makeCalendar([...days, { date: '2027-05-03', kind: 'holiday', announced: false }]);
    expect(marked.isWorkday('2027-05-03')).toBe(false);
    expect([marked.isAnnounced('2027-05-03'), marked.announcedUntil]).toEqual([false, '2026-12-31']);
  });

  it('reports the next year as missing from November on, and the current one at any time', () => {
    expect(missingYear(calendar, '2026-10-31')).toBeUndefined();
    expect(missingYear(calendar, '2026-11-01')).toBe(2027);
    expect(missingYear(calendar, '2027-03-01')).toBe(2027);
    const next = makeCalendar([...days, { date: '2027-01-01', kind: 'holiday' }]);
    expect(missingYear(next, '2026-12-31')).toBeUndefined();
  });

  it('finds and counts workdays', () => {
    expect(nextWorkday(calendar, '2026-02-15')).toBe('2026-02-17');
    expect(nextWorkday(calendar, '2026-02-14')).toBe('2026-02-14');
    expect(countWorkdays(calendar, '2026-02-13', '2026-02-17')).toBe(2);
    expect(countWorkdays(calendar, '2026-02-17', '2026-02-13')).toBe(-2);
    expect(countWorkdays(calendar, '2026-02-17', '2026-02-17')).toBe(0);
  });
});
