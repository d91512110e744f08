import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clockTimeOfMinutes,
  findStopsMissingFromExtras,
  findTourPlanFaults,
  findTourPlanGaps,
  findTourPlanTimeFaults,
  maxDayMinutes,
  minutesOfClockTime,
  type PlannedStop,
} from '../../contract/product/find-tour-plan-faults.ts';

const stop = (more: Partial<PlannedStop> = {}): PlannedStop => ({
  day_no: 1,
  name: '石林',
  arrive: '08:00:00',
  stay_minutes: 60,
  poi_type: 'scenic',
  ...more,
});
const at = (faults: readonly { at: string }[]) => faults.map((one) => one.at);

describe('stops of a day', () => {
  test('may begin in the minute in which the previous one ends, and not a minute earlier', () => {
    expect(findTourPlanTimeFaults([stop(), stop({ arrive: '09:00' })])).toEqual([]);
    expect(findTourPlanTimeFaults([stop(), stop({ arrive: '08:59' })])).toMatchObject([
      { at: 'stops.1.arrive', values: { name: '石林', time: '09:00' } },
    ]);
  });

  test('last sixteen hours at most, reported once at the stop that exceeds them', () => {
    expect(findTourPlanTimeFaults([stop({ arrive: '06:00' }), stop({ arrive: '21:00', stay_minutes: 60 })])).toEqual(
      [],
    );
    const long = [stop({ arrive: '06:00' }), stop({ arrive: '21:00', stay_minutes: 61 })];
    expect(at(findTourPlanTimeFaults(long))).toEqual(['stops.1.stay_minutes']);
    expect(at(findTourPlanTimeFaults([...long, stop({ arrive: '23:00' })]))).toEqual(['stops.1.stay_minutes']);
  });

  test('of different days do not affect each other, in any order', () => {
    expect(findTourPlanTimeFaults([stop({ day_no: 2 }), stop(), stop({ day_no: 2, arrive: '09:00' })])).toEqual([]);
  });

  test('a night on the road is reported with the times of the next day', () => {
    const night = [stop({ arrive: '20:00', stay_minutes: 600 }), stop({ arrive: '07:00' })];
    expect(findTourPlanTimeFaults(night)).toMatchObject([{ at: 'stops.1.arrive', values: { time: '06:00 (+1)' } }]);
  });
});

describe('a plan', () => {
  test('has stops only on its own days, and paid extras have a price', () => {
    expect(at(findTourPlanFaults(1, [stop({ day_no: 2 })]))).toEqual(['stops.0.day_no']);
    expect(at(findTourPlanFaults(1, [stop({ is_optional_paid: '1' })]))).toEqual(['stops.0.fee']);
    expect(findTourPlanFaults(1, [stop({ is_optional_paid: '1', fee: '120.00' })])).toEqual([]);
  });

  test('has a sight on each of its days', () => {
    expect(at(findTourPlanGaps(0, []))).toEqual(['days']);
    expect(at(findTourPlanGaps(3, [stop(), stop({ day_no: 3 })]))).toEqual(['days.1.title']);
  });

  test('reports shops and paid extras that travellers did not agree to, each once', () => {
    const shop = stop({ name: '玉石城', poi_type: 'shop' });
    const show = stop({ name: '印象丽江', is_optional_paid: '1', fee: '280.00' });
    expect(findStopsMissingFromExtras([shop, shop, show], [])).toEqual(['玉石城', '印象丽江']);
    expect(findStopsMissingFromExtras([shop, show], [{ kind: 'shop', name: ' 玉石城' }])).toEqual(['印象丽江']);
    // a shop is not agreed to as a paid extra
    expect(findStopsMissingFromExtras([shop], [{ kind: 'optional', name: '玉石城' }])).toEqual(['玉石城']);
  });
});

describe('for any stops', () => {
  const stops = fc.array(
    fc.record({
      day_no: fc.integer({ min: 1, max: 4 }),
      name: fc.string(),
      arrive: fc.integer({ min: 0, max: 1439 }).map((n) => clockTimeOfMinutes(n)),
      stay_minutes: fc.integer({ min: 0, max: 1440 }),
      poi_type: fc.constantFrom('scenic', 'shop', 'meal'),
    }),
    { maxLength: 20 },
  );

  test('without an error, each day is a sequence of periods that never overlap and fit into sixteen hours', () => {
    fc.assert(
      fc.property(stops, (plan) => {
        const faults = findTourPlanTimeFaults(plan);
        for (const day of [1, 2, 3, 4]) {
          const own = plan.filter(({ day_no }) => day_no === day);
          const stretches = own.map(({ arrive, stay_minutes }) => [
            minutesOfClockTime(arrive),
            minutesOfClockTime(arrive) + stay_minutes,
          ]);
          const apart = stretches.every(
            ([from = 0], n) => n === 0 || from >= Math.max(...stretches.slice(0, n).map(([, to = 0]) => to)),
          );
          const ends = Math.max(0, ...stretches.map(([, to = 0]) => to));
          const fits = own.length === 0 || ends - (stretches[0]?.[0] ?? 0) <= maxDayMinutes;
          const faultsOfDay = faults.filter((one) => plan[Number(one.at.split('.')[1])]?.day_no === day);
          expect(faultsOfDay.length === 0).toBe(apart && fits);
        }
      }),
    );
  });

  test('times are parsed as they are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (n) => {
        expect(minutesOfClockTime(clockTimeOfMinutes(n))).toBe(n);
        expect(minutesOfClockTime(`${clockTimeOfMinutes(n)}:00`)).toBe(n);
      }),
    );
  });
});
