import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeDue,
  type DeadlineRule,
  deadlineRuleInForceOn,
  type TimeUnit,
  workingDaysLeft,
} from '#kernel/time/deadline.ts';
import { deadlineExamples } from '#kernel/time/deadline-examples-with-expected-end.ts';
import { explainDeadlineDayByDay } from '#kernel/time/explain-deadline-day-by-day.ts';
import { addDays, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { countWorkdays, makeCalendar, nextWorkday } from '#kernel/time/working-calendar.ts';

/** 国办发明电: the arrangement for 2026, exceptions to Monday–Friday only. */
const HOLIDAYS_2026 =
  '01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07';
const MAKEUPS_2026 = '01-04 02-14 02-28 05-09 09-20 10-10';
const calendar = makeCalendar([
  ...HOLIDAYS_2026.split(' ').map((day) => ({ date: `2026-${day}`, kind: 'holiday' as const })),
  ...MAKEUPS_2026.split(' ').map((day) => ({ date: `2026-${day}`, kind: 'makeup' as const })),
]);

const rule = (unit: TimeUnit, amount: number, more: Partial<DeadlineRule> = {}): DeadlineRule => ({
  code: 'test',
  version: 1,
  unit,
  amount,
  roll: 'nextWorkday',
  startNextDay: true,
  article: { 'zh-cn': '测试', en: 'Test' },
  validFrom: '2000-01-01',
  validTo: null,
  ...more,
});
const dueDay = (...args: Parameters<typeof computeDue>): string => toShanghaiDate(computeDue(...args).due);

describe('due date', () => {
  it.each<[number, TimeUnit, string, string]>([
    ...deadlineExamples.map(({ amount, unit, from, due }): [number, TimeUnit, string, string] => [
      amount,
      unit,
      from,
      due,
    ]),
    [1, 'month', '2026-08-31', '2026-09-30'],
    [3, 'month', '2026-07-05', '2026-10-08'],
    [1, 'year', '2025-03-04', '2026-03-04'],
  ])('%i %s from %s is %s', (amount, unit, start, due) => {
    expect(computeDue(rule(unit, amount), start, calendar)).toEqual({ due: `${due}T23:59:59+08:00`, estimated: false });
  });

  it('starts on the day it is in Shanghai', () => {
    expect(dueDay(rule('workingDay', 1), '2026-09-17T16:30:00Z', calendar)).toBe('2026-09-20');
    expect(dueDay(rule('workingDay', 1), '2026-09-17T15:30:00Z', calendar)).toBe('2026-09-18');
  });

  it('counts the start day where the rule says so', () => {
    expect(dueDay(rule('workingDay', 2, { startNextDay: false }), '2026-11-23', calendar)).toBe('2026-11-24');
    expect(dueDay(rule('workingDay', 2, { startNextDay: false }), '2026-11-22', calendar)).toBe('2026-11-24');
    expect(dueDay(rule('day', 10, { startNextDay: false, roll: 'none' }), '2026-11-01', calendar)).toBe('2026-11-10');
    expect(dueDay(rule('month', 1, { startNextDay: false, roll: 'none' }), '2026-11-15', calendar)).toBe('2026-12-14');
    expect(dueDay(rule('month', 1, { startNextDay: false, roll: 'none' }), '2026-03-01', calendar)).toBe('2026-03-31');
    expect(dueDay(rule('month', 1, { startNextDay: false, roll: 'none' }), '2026-01-31', calendar)).toBe('2026-02-28');
    expect(dueDay(rule('workingDay', 0, { startNextDay: false }), '2026-11-23', calendar)).toBe('2026-11-23');
  });

  it('does not roll where the rule says none', () => {
    expect(dueDay(rule('day', 15, { roll: 'none' }), '2026-09-22', calendar)).toBe('2026-10-07');
  });

  it('counts hours to the second', () => {
    const hour = rule('hour', 2, { roll: 'none' });
    expect(computeDue(hour, '2026-10-01T22:30:15+08:00', calendar).due).toBe('2026-10-02T00:30:15+08:00');
    // hours run through nights and holidays: only days are extended to the next workday (民法典 Art. 203)
    expect(computeDue({ ...hour, roll: 'nextWorkday' }, '2026-10-01T22:30:15+08:00', calendar).due).toBe(
      '2026-10-02T00:30:15+08:00',
    );
  });

  it('refuses half days and negative limits', () => {
    expect(() => computeDue(rule('day', 1.5), '2026-11-01', calendar)).toThrow(RangeError);
    expect(() => computeDue(rule('day', -1), '2026-11-01', calendar)).toThrow(RangeError);
  });
});

describe('pause', () => {
  it('leaves out the days the clock was paused', () => {
    const pause = [{ from: '2026-06-03', to: '2026-06-15' }];
    expect(dueDay(rule('day', 10, { roll: 'none' }), '2026-06-01', calendar, pause)).toBe('2026-06-23');
    expect(dueDay(rule('workingDay', 5), '2026-06-01', calendar, pause)).toBe('2026-06-18');
    expect(dueDay(rule('month', 1, { roll: 'none' }), '2026-06-01', calendar, pause)).toBe('2026-07-13');
  });

  it('counts overlapping pauses once, and those outside the limit not at all', () => {
    const ten = rule('day', 10, { roll: 'none' });
    const overlapping = [
      { from: '2026-06-03', to: '2026-06-06' },
      { from: '2026-06-04', to: '2026-06-07' },
    ];
    expect(dueDay(ten, '2026-06-01', calendar, overlapping)).toBe('2026-06-15');
    const outside = [
      { from: '2026-05-01', to: '2026-06-02' },
      { from: '2026-07-01', to: '2026-08-01' },
      { from: '2026-06-05', to: '2026-06-05' },
    ];
    expect(dueDay(ten, '2026-06-01', calendar, outside)).toBe('2026-06-11');
  });

  it('takes in a pause that the extension reaches', () => {
    const pauses = [
      { from: '2026-06-03', to: '2026-06-06' },
      { from: '2026-06-12', to: '2026-06-14' },
    ];
    expect(dueDay(rule('day', 10, { roll: 'none' }), '2026-06-01', calendar, pauses)).toBe('2026-06-16');
  });

  it('moves an end on the day that the pause begins, and none on the day before it', () => {
    const pause = [{ from: '2026-06-11', to: '2026-06-13' }];
    expect(dueDay(rule('day', 10, { roll: 'none' }), '2026-06-01', calendar, pause)).toBe('2026-06-13');
    expect(dueDay(rule('day', 9, { roll: 'none' }), '2026-06-01', calendar, pause)).toBe('2026-06-10');
  });

  it('stops hours to the second', () => {
    const pause = [{ from: '2026-06-01T10:00:00+08:00', to: '2026-06-01T10:30:00+08:00' }];
    const hours = rule('hour', 2, { roll: 'none' });
    expect(computeDue(hours, '2026-06-01T09:00:00+08:00', calendar, pause).due).toBe('2026-06-01T11:30:00+08:00');
  });
});

describe('day by day', () => {
  const due = (...args: Parameters<typeof explainDeadlineDayByDay>) =>
    explainDeadlineDayByDay(...args).days.map(({ date, why, nth }) => `${date.slice(5)} ${nth ?? why}`);

  it('gives a reason for each day', () => {
    expect(due(rule('workingDay', 2), '2026-09-18', calendar)).toEqual([
      '09-18 start',
      '09-19 off',
      '09-20 1',
      '09-21 2',
    ]);
    const pause = [{ from: '2026-06-03', to: '2026-06-04' }];
    expect(due(rule('workingDay', 2, { startNextDay: false }), '2026-06-02', calendar, pause)).toEqual([
      '06-02 1',
      '06-03 paused',
      '06-04 2',
    ]);
    expect(due(rule('day', 2), '2026-11-20', calendar)).toEqual(['11-20 start', '11-21 1', '11-22 2', '11-23 reached']);
    expect(due(rule('day', 15), '2026-09-22', calendar).slice(-2)).toEqual(['10-07 15', '10-08 reached']);
    expect(due(rule('day', 4), '2026-09-29', calendar).slice(-3)).toEqual([
      '10-06 passed',
      '10-07 passed',
      '10-08 reached',
    ]);
    expect(explainDeadlineDayByDay(rule('hour', 2), '2026-06-02T10:00:00+08:00', calendar).days).toEqual([]);
  });
});

describe('estimate', () => {
  it('says when the calendar ends before the limit', () => {
    expect(computeDue(rule('workingDay', 30), '2026-12-20', calendar).estimated).toBe(true);
    expect(computeDue(rule('workingDay', 3), '2026-12-20', calendar).estimated).toBe(false);
    expect(computeDue(rule('day', 30), '2026-12-20', calendar).estimated).toBe(true);
    expect(computeDue(rule('day', 30, { roll: 'none' }), '2026-12-20', calendar).estimated).toBe(false);
    expect(computeDue(rule('hour', 48, { roll: 'none' }), '2027-12-20', calendar).estimated).toBe(false);
    expect(computeDue(rule('workingDay', 3), '2026-12-20', makeCalendar([])).estimated).toBe(true);
  });

  it('reports a missing year in the middle', () => {
    const gap = makeCalendar([
      { date: '2026-10-01', kind: 'holiday' },
      { date: '2028-10-02', kind: 'holiday' },
    ]);
    expect(computeDue(rule('workingDay', 400), '2026-12-20', gap).due.slice(0, 4)).toBe('2028');
    expect(computeDue(rule('workingDay', 400), '2026-12-20', gap).estimated).toBe(true);
  });
});

describe('rule by filing date', () => {
  const rules = [
    rule('workingDay', 5, { code: 'complaint.accept', validTo: '2026-03-14' }),
    rule('workingDay', 2, { code: 'complaint.accept', version: 2, validFrom: '2026-03-15' }),
    rule('day', 60, { code: 'complaint.settle' }),
  ];

  it('a complaint stays under the rule in force when it was filed', () => {
    expect(deadlineRuleInForceOn(rules, 'complaint.accept', '2026-03-14')?.amount).toBe(5);
    expect(deadlineRuleInForceOn(rules, 'complaint.accept', '2026-03-15')?.amount).toBe(2);
    expect(deadlineRuleInForceOn(rules, 'complaint.accept', '2026-03-14T15:59:59Z')?.amount).toBe(5);
    expect(deadlineRuleInForceOn(rules, 'complaint.accept', '2026-03-14T16:00:00Z')?.amount).toBe(2);
  });

  it('finds none before the first or for an unknown code', () => {
    expect(deadlineRuleInForceOn(rules, 'complaint.accept', '1999-12-31')).toBeUndefined();
    expect(deadlineRuleInForceOn(rules, 'nothing', '2026-03-15')).toBeUndefined();
  });

  it('takes the higher version where two hold', () => {
    const both = [rule('day', 1, { version: 2 }), rule('day', 2, { version: 10 }), rule('day', 3, { version: 3 })];
    expect(deadlineRuleInForceOn(both, 'test', '2026-01-01')?.amount).toBe(2);
  });
});

describe('days left', () => {
  it('counts workdays to the due day', () => {
    const { due } = computeDue(rule('workingDay', 5), '2026-09-30T09:00:00+08:00', calendar);
    expect(workingDaysLeft(calendar, '2026-09-30T09:00:00+08:00', due)).toBe(5);
    expect(workingDaysLeft(calendar, '2026-10-05T09:00:00+08:00', due)).toBe(5);
    expect(workingDaysLeft(calendar, '2026-10-13T09:00:00+08:00', due)).toBe(0);
    expect(workingDaysLeft(calendar, '2026-10-15T09:00:00+08:00', due)).toBe(-2);
  });
});

describe('for any limit', () => {
  const start = fc.integer({ min: 0, max: 364 }).map((offset) => addDays('2026-01-01', offset));
  const unit = fc.constantFrom<TimeUnit>('workingDay', 'day', 'month', 'year', 'hour');
  const pauses = fc.array(
    fc.tuple(start, fc.nat(20)).map(([from, days]) => ({ from, to: addDays(from, days) })),
    { maxLength: 3 },
  );

  it('never falls on a day off when it rolls', () => {
    fc.assert(
      fc.property(unit, fc.nat(60), start, pauses, (of, amount, from, paused) => {
        fc.pre(of !== 'hour' && !(of === 'workingDay' && amount === 0));
        expect(calendar.isWorkday(dueDay(rule(of, amount), from, calendar, paused))).toBe(true);
      }),
    );
  });

  it('never shrinks with a later start, a longer limit or a pause', () => {
    fc.assert(
      fc.property(unit, fc.nat(60), start, fc.nat(30), pauses, (of, amount, from, later, paused) => {
        const base = computeDue(rule(of, amount), from, calendar).due;
        expect(computeDue(rule(of, amount), addDays(from, later), calendar).due >= base).toBe(true);
        expect(computeDue(rule(of, amount + 1), from, calendar).due >= base).toBe(true);
        expect(computeDue(rule(of, amount), from, calendar, paused).due >= base).toBe(true);
        expect(toShanghaiDate(base) >= from).toBe(true);
      }),
    );
  });

  it('contains exactly the number of workdays of the rule', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), start, (amount, from) => {
        const due = dueDay(rule('workingDay', amount), from, calendar);
        expect(countWorkdays(calendar, from, due)).toBe(amount);
        expect(workingDaysLeft(calendar, from, due)).toBe(amount);
      }),
    );
  });

  it('is explained day by day', () => {
    fc.assert(
      fc.property(
        unit,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        start,
        pauses,
        (of, amount, startNextDay, from, paused) => {
          const limit = rule(of, amount, { startNextDay });
          const { days, ...due } = explainDeadlineDayByDay(limit, from, calendar, paused);
          expect(due).toEqual(computeDue(limit, from, calendar, paused));
          if (of === 'hour') return;
          expect([days[0]?.date, days.at(-1)?.date]).toEqual([from, toShanghaiDate(due.due)]);
          const counted = days.filter((one) => one.why === 'counted').length;
          if (of === 'workingDay' || of === 'day') expect(counted).toBe(amount);
        },
      ),
    );
  });

  it('rolls no further than the next workday', () => {
    fc.assert(
      fc.property(fc.nat(200), start, (amount, from) => {
        const plain = dueDay(rule('day', amount, { roll: 'none' }), from, calendar);
        expect(dueDay(rule('day', amount), from, calendar)).toBe(nextWorkday(calendar, plain));
      }),
    );
  });
});
