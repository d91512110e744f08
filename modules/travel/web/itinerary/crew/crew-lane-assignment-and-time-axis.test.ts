import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCrewInLane,
  busyIntervalsInConflict,
  chosenCrewInLane,
  positionOnTimeAxis,
  removeCrewFromLane,
  timeAxisTicks,
  timeSpansOverlap,
} from './crew-lane-assignment-and-time-axis.ts';

const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;
const trip = { from: at('2030-05-01T08:00'), to: at('2030-05-02T18:00') };
let made = 0;
const blank = () => ({ key: `new-${++made}` });

describe('who a team has', () => {
  test('for the hours of their row, else for the trip; a driver by either seat', () => {
    const rows = [
      { id: 1, vehicle_id: 5, driver_id: 7, second_driver_id: 8, from_at: trip.from + 60, to_at: null },
      { key: 'new-1', vehicle_id: 6, driver_id: 7 },
    ];
    expect([...chosenCrewInLane('drivers', rows, trip)]).toEqual([
      [7, [{ from: trip.from + 60, to: trip.to }, trip]],
      [8, [{ from: trip.from + 60, to: trip.to }]],
    ]);
    expect([...chosenCrewInLane('vehicles', rows, trip).keys()]).toEqual([5, 6]);
    expect(chosenCrewInLane('guides', [{ key: 'a', guide_id: null }], trip).size).toBe(0);
  });

  test('a team that ends as another begins is not in its way', () => {
    const before = { from: trip.from - 3600, to: trip.from, team_no: 'T1' };
    const within = { from: trip.to - 1, to: trip.to + 3600, team_no: null };
    expect(busyIntervalsInConflict([before, within], [trip])).toEqual([within]);
    expect(busyIntervalsInConflict([within], [{ from: trip.from, to: trip.to - 1 }])).toEqual([]);
    const spell = fc
      .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 50 }))
      .map(([from, lasts]) => ({ from, to: from + lasts }));
    fc.assert(
      fc.property(spell, spell, (a, b) => {
        const both = Array.from({ length: 151 }, (_, n) => n).some(
          (n) => a.from <= n && n < a.to && b.from <= n && n < b.to,
        );
        expect(timeSpansOverlap(a, b)).toBe(both);
      }),
    );
  });
});

describe('taking and letting go', () => {
  test('a driver goes to the first coach without one, then to a second seat, and needs a coach', () => {
    expect(addCrewInLane('drivers', [], 7, blank)).toBeUndefined();
    const coaches = [
      { key: 'a', vehicle_id: 5, driver_id: 6 },
      { key: 'b', vehicle_id: 9 },
    ];
    const one = addCrewInLane('drivers', coaches, 7, blank);
    expect(one?.[1]).toMatchObject({ vehicle_id: 9, driver_id: 7 });
    const two = addCrewInLane('drivers', one ?? [], 8, blank);
    expect(two?.[0]).toMatchObject({ driver_id: 6, second_driver_id: 8 });
    expect(removeCrewFromLane('drivers', two ?? [], 6)[0]).toMatchObject({ driver_id: null, second_driver_id: 8 });
  });

  test('whoever is taken is let go of again, and nobody else', () => {
    const id = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.constantFrom('guides', 'vehicles'), fc.uniqueArray(id), id, (lane, ids, more) => {
        const name = lane === 'guides' ? 'guide_id' : 'vehicle_id';
        const rows = ids.filter((one) => one !== more).map((one) => ({ key: String(one), [name]: one }));
        const after = addCrewInLane(lane, rows, more, blank) ?? [];
        expect(chosenCrewInLane(lane, after, trip).has(more)).toBe(true);
        expect(removeCrewFromLane(lane, after, more)).toEqual(rows);
      }),
    );
  });
});

test('spells stand within what is shown', () => {
  const shown = { from: 0, to: 200 };
  expect(positionOnTimeAxis({ from: 50, to: 100 }, shown)).toEqual({ left: 25, width: 25 });
  expect(positionOnTimeAxis({ from: -50, to: 20 }, shown)).toEqual({ left: 0, width: 10 });
  expect(positionOnTimeAxis({ from: 180, to: 999 }, shown)).toEqual({ left: 90, width: 10 });
  expect(positionOnTimeAxis({ from: 300, to: 400 }, shown).width).toBe(0);
});

test('a day is ruled every six hours, a week at midnight in Shanghai', () => {
  const short = timeAxisTicks({ from: at('2030-05-01T02:00'), to: at('2030-05-02T02:00') });
  expect(short.map((one) => one.isDay)).toEqual([false, false, false, true]);
  expect(short[0]?.at).toBe(at('2030-05-01T06:00'));
  const long = timeAxisTicks({ from: at('2030-05-01T02:00'), to: at('2030-05-08T02:00') });
  expect(long).toHaveLength(7);
  expect(long.every((one) => one.isDay)).toBe(true);
});
