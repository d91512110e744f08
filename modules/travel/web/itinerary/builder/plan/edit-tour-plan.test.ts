import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import {
  addDay,
  addStop,
  arrivalMinuteOfStop,
  changeStop,
  dayAndPlaceOfStop,
  moveDay,
  moveStop,
  readTourPlan,
  removeDay,
  removeStop,
  rowIndexOfStop,
  stopsOfDay,
  type TourPlan,
} from './edit-tour-plan.ts';
import { formatClockTime, parseClockTime } from './parse-and-format-clock-time.ts';
import { addStep, beginHistory, redo, undo } from './undo-history.ts';

const stop = (key: string, day_no: number, arrive: string | null, stay_minutes: number, poi_type = 'scenic') => ({
  key,
  day_no,
  arrive: arrive === null ? null : `${arrive}:00`,
  stay_minutes,
  poi_type,
});
const day = (key: string): ChildRow => ({ key });
const warningsAt = (plan: TourPlan, at: number) =>
  stopsOfDay(plan, at).map((one) => `${one.key} ${String(one.arrive ?? '').slice(0, 5)}`);

const tour: TourPlan = {
  days: [day('one'), day('two')],
  stops: [
    stop('石林', 1, '09:00', 120),
    stop('午餐', 1, '11:30', 60, 'meal'),
    stop('九乡', 1, '13:30', 180),
    stop('翠湖', 2, '09:00', 60),
    stop('滇池', 2, '10:30', 120),
  ],
};

describe('times that follow', () => {
  test('a stop that is longer, or later, puts off what comes after it that day, and no other day', () => {
    const longer = changeStop(tour, { day: 0, at: 0 }, { stay_minutes: 150 });
    expect(warningsAt(longer, 0)).toEqual(['石林 09:00', '午餐 12:00', '九乡 14:00']);
    const later = changeStop(tour, { day: 0, at: 1 }, { arrive: '12:00:00' });
    expect(warningsAt(later, 0)).toEqual(['石林 09:00', '午餐 12:00', '九乡 14:00']);
    const sooner = changeStop(tour, { day: 0, at: 0 }, { arrive: '08:00:00' });
    expect(warningsAt(sooner, 0)).toEqual(['石林 08:00', '午餐 10:30', '九乡 12:30']);
    for (const plan of [longer, later, sooner]) expect(stopsOfDay(plan, 1)).toEqual(stopsOfDay(tour, 1));
    expect(changeStop(tour, { day: 0, at: 0 }, { name: '石林风景区' }).stops[1]).toBe(tour.stops[1]);
  });

  test('a stop moved on its day takes its stay and its way along, and the day begins when it did', () => {
    const moved = moveStop(tour, { day: 0, at: 2 }, { day: 0, at: 0 });
    expect(warningsAt(moved, 0)).toEqual(['九乡 09:00', '石林 12:30', '午餐 15:00']);
    expect(warningsAt(moveStop(tour, { day: 0, at: 0 }, { day: 0, at: 1 }), 0)).toEqual([
      '午餐 09:00',
      '石林 10:30',
      '九乡 13:30',
    ]);
  });

  test('a stop moved to another day leaves no hole, and makes room where it comes', () => {
    const moved = moveStop(tour, { day: 0, at: 1 }, { day: 1, at: 1 });
    expect(warningsAt(moved, 0)).toEqual(['石林 09:00', '九乡 12:00']);
    expect(warningsAt(moved, 1)).toEqual(['翠湖 09:00', '午餐 10:30', '滇池 12:00']);
    expect(warningsAt(moveStop(moved, { day: 1, at: 1 }, { day: 0, at: 1 }), 0)).toEqual(warningsAt(tour, 0));
  });

  test('a new stop begins when one could be there, and one that is taken away lets the rest move up', () => {
    const added = addStop(tour, { day: 1, at: 2 }, { key: '新', stay_minutes: 60 });
    expect(warningsAt(added, 1)).toEqual(['翠湖 09:00', '滇池 10:30', '新 13:00']);
    const empty = { days: [day('one')], stops: [] };
    expect(warningsAt(addStop(empty, { day: 0, at: 0 }, { key: '新', stay_minutes: 60 }), 0)).toEqual(['新 08:30']);
    expect(warningsAt(removeStop(tour, { day: 0, at: 0 }), 0)).toEqual(['午餐 09:00', '九乡 11:00']);
    expect(warningsAt(removeStop(tour, { day: 0, at: 1 }), 0)).toEqual(['石林 09:00', '九乡 12:00']);
  });

  test('what would be past midnight stands at its last minute, in its order', () => {
    const late = changeStop(tour, { day: 0, at: 0 }, { stay_minutes: 1200 });
    expect(warningsAt(late, 0)).toEqual(['石林 09:00', '午餐 23:59', '九乡 23:59']);
  });

  test('what stood at the last minute of a day does not come before the one it follows', () => {
    const late = changeStop(tour, { day: 0, at: 0 }, { stay_minutes: 810 });
    const eased = changeStop(late, { day: 0, at: 1 }, { stay_minutes: 0 });
    expect(isInOrder(eased)).toBe(true);
  });

  test('a stop without a time stays without one, and is passed over', () => {
    const plan = { ...tour, stops: tour.stops.with(1, stop('午餐', 1, null, 60, 'meal')) };
    expect(warningsAt(changeStop(plan, { day: 0, at: 0 }, { stay_minutes: 150 }), 0)).toEqual([
      '石林 09:00',
      '午餐 ',
      '九乡 14:00',
    ]);
    expect(warningsAt(moveStop(plan, { day: 0, at: 1 }, { day: 0, at: 2 }), 0)).toEqual([
      '石林 09:00',
      '九乡 13:30',
      '午餐 ',
    ]);
  });
});

describe('days', () => {
  test('a day takes its stops along, and those after it are numbered anew', () => {
    const swapped = moveDay(tour, 1, 0);
    expect(swapped.days.map(({ key }) => key)).toEqual(['two', 'one']);
    expect(warningsAt(swapped, 0)).toEqual(warningsAt(tour, 1));
    expect(warningsAt(swapped, 1)).toEqual(warningsAt(tour, 0));
    expect(warningsAt(removeDay(tour, 0), 0)).toEqual(warningsAt(tour, 1));
    expect(warningsAt(addDay(tour, 1, day('new')), 2)).toEqual(warningsAt(tour, 1));
  });

  test('a list from elsewhere is put in order, and loses nothing', () => {
    const read = readTourPlan([day('one')], tour.stops.toReversed(), () => day('made'));
    expect(read.days.map(({ key }) => key)).toEqual(['one', 'made']);
    expect(warningsAt(read, 0)).toEqual(['九乡 13:30', '午餐 11:30', '石林 09:00']);
    expect(readTourPlan(tour.days, tour.stops, () => day('made'))).toEqual(tour);
    expect(readTourPlan(tour.days, tour.stops, () => day('made')).stops).toBe(tour.stops);
  });

  test('a stop is found by its place among all, as the server counts', () => {
    expect(rowIndexOfStop(tour, { day: 1, at: 1 })).toBe(4);
    expect(dayAndPlaceOfStop(tour, 4)).toEqual({ day: 1, at: 1 });
    expect(dayAndPlaceOfStop(tour, 9)).toBeUndefined();
  });
});

/** Random edits of a plan, with indexes that need not exist. */
const deed = fc.oneof(
  fc.record({ do: fc.constant('move'), a: fc.nat(6), b: fc.nat(6), c: fc.nat(6), d: fc.nat(6) }),
  fc.record({
    do: fc.constant('stay'),
    a: fc.nat(6),
    b: fc.nat(6),
    c: fc.integer({ min: 0, max: 1440 }),
    d: fc.nat(0),
  }),
  fc.record({ do: fc.constant('add'), a: fc.nat(6), b: fc.nat(6), c: fc.nat(300), d: fc.nat(0) }),
  fc.record({ do: fc.constant('drop'), a: fc.nat(6), b: fc.nat(6), c: fc.nat(0), d: fc.nat(0) }),
  fc.record({ do: fc.constant('moveDay'), a: fc.nat(6), b: fc.nat(6), c: fc.nat(0), d: fc.nat(0) }),
  fc.record({ do: fc.constant('addDay'), a: fc.nat(6), b: fc.nat(0), c: fc.nat(0), d: fc.nat(0) }),
);
let made = 0;
function deeds(plan: TourPlan, one: { do: string; a: number; b: number; c: number; d: number }): TourPlan {
  const at = { day: one.a, at: one.b };
  if (one.do === 'move') return moveStop(plan, at, { day: one.c, at: one.d });
  if (one.do === 'stay') return changeStop(plan, at, { stay_minutes: one.c });
  if (one.do === 'add') return addStop(plan, at, { key: `new-${++made}`, stay_minutes: one.c });
  if (one.do === 'drop') return removeStop(plan, at);
  if (one.do === 'moveDay') return moveDay(plan, one.a, one.b);
  return addDay(plan, one.a, day(`day-${++made}`));
}

const keys = (plan: TourPlan) => plan.stops.map(({ key }) => String(key)).toSorted();
const isInOrder = (plan: TourPlan) =>
  plan.stops.every((one, at) => {
    const before = plan.stops[at - 1];
    const sameDay = before !== undefined && before.day_no === one.day_no;
    const no = Number(one.day_no);
    return (
      no >= 1 &&
      no <= plan.days.length &&
      (!before || Number(before.day_no) <= no) &&
      (!sameDay || (arrivalMinuteOfStop(before) ?? 0) <= (arrivalMinuteOfStop(one) ?? 0))
    );
  });

describe('whatever is done', () => {
  test('stops stay in the order of their days and hours, and none is lost by moving or lengthening', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 30 }), (all) => {
        let plan = tour;
        for (const one of all) {
          const next = deeds(plan, one);
          expect(isInOrder(next)).toBe(true);
          if (one.do === 'move' || one.do === 'stay' || one.do.endsWith('Day')) expect(keys(next)).toEqual(keys(plan));
          plan = next;
        }
      }),
    );
  });

  test('taking all of it back ends where it began, and doing it again where it ended', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 30 }), (all) => {
        let history = beginHistory(tour);
        for (const one of all) history = addStep(history, deeds(history.now, one));
        const end = history.now;
        while (history.past.length > 0) history = undo(history);
        expect(history.now).toBe(tour);
        while (history.future.length > 0) history = redo(history);
        expect(history.now).toBe(end);
      }),
    );
  });
});

test('steps of one name are one, and a step ends what could be done again', () => {
  const typed = ['翠', '翠湖'].reduce((all, word) => addStep(all, word, 'name 3'), beginHistory(''));
  expect(undo(typed).now).toBe('');
  expect(undo(addStep(typed, '滇池')).now).toBe('翠湖');
  expect(redo(addStep(undo(typed), '海')).now).toBe('海');
  expect(redo(undo(typed)).now).toBe('翠湖');
});

test('times are read with and without seconds, and written within their day', () => {
  expect([parseClockTime('08:30'), parseClockTime('08:30:00'), parseClockTime('24:00'), parseClockTime(null)]).toEqual([
    510,
    510,
    undefined,
    undefined,
  ]);
  expect([formatClockTime(510), formatClockTime(-5), formatClockTime(2000)]).toEqual(['08:30', '00:00', '23:59']);
});
