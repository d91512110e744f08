import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { computeDue, type TimeUnit } from '#kernel/time/deadline.ts';
import { addDays, toTime } from '#kernel/time/shanghai-time.ts';
import { type WarningOption, warningOptions, warningsOf } from '#kernel/time/times-of-deadline-warnings.ts';
import { makeCalendar } from '#kernel/time/working-calendar.ts';
import {
  clockChangesOf,
  earliestClock,
  isPaused,
  pauseClock,
  type RunningClock,
  recalculateClock,
  resumeClock,
} from './deadline-clock-starts-stops-pauses-and-recalculation.ts';

const first = '2026-01-05';
const day = fc.integer({ min: 0, max: 200 }).map((n) => addDays(first, n));
const calendars = fc
  .array(fc.record({ date: day, kind: fc.constantFrom('holiday' as const, 'makeup' as const) }), { maxLength: 60 })
  .map((days) => makeCalendar(days, '2026-12-31'));
const units = fc.constantFrom<TimeUnit>('workingDay', 'day', 'month', 'hour');
const limit = fc.record({
  unit: units,
  amount: fc.integer({ min: 1, max: 40 }),
  roll: fc.constantFrom('nextWorkday' as const, 'none' as const),
  startNextDay: fc.boolean(),
});
const clock = (given: Partial<RunningClock> & Pick<RunningClock, 'limit'>): RunningClock => {
  const start = given.start ?? `${first}T10:00:00+08:00`;
  return {
    clock: 'x',
    start,
    served: false,
    pauses: [],
    ...computeDue(given.limit, start, makeCalendar([])),
    ...given,
  };
};

describe('a clock', () => {
  test('paused and resumed in any order ends when its limit with those pauses does', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('pause', 'resume'), fc.integer({ min: 0, max: 20 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(limit, calendars, steps, (one, calendar, story) => {
        let running = clock({ limit: one });
        const stretches: { from: string; to: string }[] = [];
        let since: string | undefined;
        let hours = 0;
        for (const [what, later] of story) {
          hours += later * 7;
          const at = new Date(toTime(running.start) + hours * 3_600_000).toISOString();
          running = what === 'pause' ? pauseClock(running, at) : resumeClock(running, at, calendar);
          if (what === 'pause') since ??= at;
          else if (since !== undefined) {
            stretches.push({ from: since, to: at });
            since = undefined;
          }
          expect(isPaused(running)).toBe(since !== undefined);
        }
        expect(recalculateClock(running, calendar)).toMatchObject(computeDue(one, running.start, calendar, stretches));
      }),
    );
  });

  test('that was served is never shortened by a new calendar; others may be', () => {
    fc.assert(
      fc.property(limit, fc.array(calendars, { minLength: 1, maxLength: 4 }), fc.boolean(), (one, later, served) => {
        let running = clock({ limit: one, served });
        for (const calendar of later) {
          const next = recalculateClock(running, calendar);
          const { due } = computeDue(one, running.start, calendar);
          if (served) expect(toTime(next.due)).toBe(Math.max(toTime(due), toTime(running.due)));
          else expect(next.due).toBe(due);
          running = next;
        }
      }),
    );
  });

  test("the earliest of several running clocks sets the row's deadline", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(limit, fc.boolean()), { maxLength: 6 }), (several) => {
        const running = several.map(([one, paused]) =>
          paused ? pauseClock(clock({ limit: one }), `${first}T11:00:00+08:00`) : clock({ limit: one }),
        );
        const ends = running.filter((one) => !isPaused(one)).map((one) => toTime(one.due));
        const found = earliestClock(running);
        expect(found && toTime(found.due)).toBe(ends.length === 0 ? undefined : Math.min(...ends));
      }),
    );
  });
});

describe('warnings of a limit', () => {
  const calendar = makeCalendar([
    { date: '2026-09-25', kind: 'holiday' },
    { date: '2026-09-20', kind: 'makeup' },
  ]);
  const result = (unit: TimeUnit, due: string, ...wishes: WarningOption[]) =>
    warningsOf(unit, due, wishes, calendar).map(({ at, fact, left }) => [
      new Date(at * 1000 + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' '),
      fact,
      left,
    ]);

  test('is counted backwards in its unit', () => {
    // Mon 28 September; Friday 25 is off
    expect(result('workingDay', '2026-09-28T23:59:59+08:00', 't-3', 't-1', 't', 't+1')).toEqual([
      ['2026-09-22 09:00', 'due_soon', 3],
      ['2026-09-24 09:00', 'due_soon', 1],
      ['2026-09-28 09:00', 'due_soon', 0],
      ['2026-09-29 00:00', 'overdue', 0],
      ['2026-09-29 09:00', 'overdue', -1],
    ]);
    expect(result('month', '2026-09-28T23:59:59+08:00', 't-3')).toEqual([
      ['2026-09-25 09:00', 'due_soon', 3],
      ['2026-09-29 00:00', 'overdue', 0],
    ]);
    expect(result('hour', '2026-09-28T12:00:00+08:00', 't-1', 't', 't+1')).toEqual([
      ['2026-09-28 11:00', 'due_soon', 1],
      ['2026-09-28 12:00', 'overdue', 0],
      ['2026-09-28 13:00', 'overdue', -1],
    ]);
  });

  test('always at the end itself, sorted by time', () => {
    const all = Object.keys(warningOptions) as WarningOption[];
    fc.assert(
      fc.property(units, day, calendars, fc.subarray(all), (unit, ends, given, wishes) => {
        const due = `${ends}T23:59:59+08:00`;
        const found = warningsOf(unit, due, wishes, given);
        expect(found.filter((one) => one.fact === 'overdue' && one.left === 0)).toHaveLength(1);
        expect(found.map((one) => one.at)).toEqual([...found.map((one) => one.at)].sort((a, b) => a - b));
        for (const { at, fact } of found) expect(at * 1000 > toTime(due)).toBe(fact === 'overdue');
      }),
    );
  });
});

describe('declared clocks', () => {
  const label = text('案件', 'Case');
  const declare = (life: object, more: object = {}) =>
    resource({
      name: 'shop/case',
      label,
      title: 'name',
      scope: 'all',
      fields: { name: field.text(label), filed_on: field.date(label) },
      life: lifecycle({
        initial: 'clue',
        states: { clue: label, filed: label, decided: label, closed: { ...label, final: true } },
        moves: { file: { from: ['clue'], to: 'filed', label } },
        ...life,
      } as never),
      ...more,
    });
  const decision = { ...label, rule: 'decision', in: ['filed', 'decided'] };

  test('start where their states begin and stop where they end', () => {
    const one = declare({ clocks: { decision, payment: { ...label, rule: 'payment', in: ['decided'] } } });
    const names = (from: string | undefined, to: string, running: string[] = [], move = {}) => {
      const { starts, stops, pauses, resumes } = clockChangesOf(one, from, to, move, new Set(running));
      return [starts, stops, pauses, resumes].map((each) => each.join());
    };
    expect(names(undefined, 'clue')).toEqual(['', '', '', '']);
    expect(names(undefined, 'filed')).toEqual(['decision', '', '', '']);
    expect(names('clue', 'filed')).toEqual(['decision', '', '', '']);
    expect(names('filed', 'decided', ['decision'])).toEqual(['payment', '', '', '']);
    expect(names('decided', 'closed', ['decision', 'payment'])).toEqual(['', 'decision,payment', '', '']);
    expect(names('filed', 'filed', ['decision'], { pauses: ['decision', 'payment'] })).toEqual([
      '',
      '',
      'decision',
      '',
    ]);
    expect(names('filed', 'filed', ['decision'], { starts: ['decision'] }), 'anew').toEqual([
      'decision',
      'decision',
      '',
      '',
    ]);
  });

  test('started by moves do not start by themselves', () => {
    const moves = { file: { from: ['clue'], to: 'filed', label }, ask: { from: ['filed'], starts: ['answer'], label } };
    const one = declare({ clocks: { answer: { ...label, rule: 'answer', in: ['filed'] } }, moves });
    expect(clockChangesOf(one, 'clue', 'filed').starts).toEqual([]);
    expect(clockChangesOf(one, 'filed', 'filed', moves.ask).starts).toEqual(['answer']);
    expect(clockChangesOf(one, 'filed', 'clue', { starts: ['answer'] }).starts, 'not outside its states').toEqual([]);
  });

  test('that are inconsistent are refused', () => {
    for (const [life, why] of [
      [{ clocks: { decision: { ...decision, in: ['lost'] } } }, /runs in lost, which is not a state/],
      [{ clocks: { decision: { ...decision, in: ['closed'] } } }, /closed, a final state/],
      [{ clocks: { decision: { ...decision, in: [] } } }, /runs in no state/],
      [{ clocks: { decision: { ...decision, from: 'name' } } }, /counts from name/],
      [{ clocks: { decision }, filed: 'name' }, /filed name is not a date/],
      [{ clocks: {}, moves: { a: { from: ['clue'], label, stops: ['x'] } } }, /names clock x/],
      [{ clocks: { decision }, moves: { a: { from: ['filed'], label, pauses: ['decision'] } } }, /never resumed/],
    ] as const)
      expect(() => declare(life)).toThrow(why);
    const result = {
      scope: 'parent',
      partOf: 'shop_id',
      members: { owner: ['index'] },
      fields: { name: field.text(label), shop_id: field.reference(label, { to: 'shop/shop', required: true }) },
    };
    expect(() => declare({ clocks: { decision } }, result)).toThrow(/clock decision ends, so it needs served/);
    expect(() => declare({ clocks: { decision: { ...decision, served: true } } }, result)).not.toThrow(
      /it needs served/,
    );
    // @ts-expect-error a clock that is not declared
    lifecycle({ initial: 'a', states: { a: label }, moves: { b: { from: ['a'], label, starts: ['x'] } } });
  });
});
