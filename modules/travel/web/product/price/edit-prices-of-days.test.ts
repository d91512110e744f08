import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { clearPricesOfDays, futureDaysOfRange, isSoldOut, setPricesOfDays } from './edit-prices-of-days.ts';

const today = '2026-11-23';
const all = new Set([0, 1, 2, 3, 4, 5, 6]);
const make = () => ({ key: 'new' });

test('a range is the days it may still be sold on, of the weekdays that are meant', () => {
  expect(futureDaysOfRange({ from: '2026-11-21', to: '2026-11-25' }, all, today)).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
  ]);
  expect(futureDaysOfRange({ from: '2026-12-06', to: '2026-11-28' }, new Set([0, 6]), today)).toEqual([
    '2026-11-28',
    '2026-11-29',
    '2026-12-05',
    '2026-12-06',
  ]);
  expect(futureDaysOfRange({ from: 'some day', to: '2026-11-28' }, all, today)).toEqual([]);
});

test('what is told of a day is put there, and what is not stays', () => {
  const rows = [{ id: 1, date: '2026-11-25', adult: '900.00', child: '400.00', stock: 8 }];
  expect(setPricesOfDays(rows, ['2026-11-24', '2026-11-25'], { adult: '950.00', stock: 0 }, make)).toEqual([
    { key: 'new', date: '2026-11-24', adult: '950.00', stock: 0 },
    { id: 1, date: '2026-11-25', adult: '950.00', child: '400.00', stock: 0 },
  ]);
  expect(clearPricesOfDays(rows, ['2026-11-25'])).toEqual([]);
  expect([isSoldOut({ stock: 0 }), isSoldOut({ stock: 3 }), isSoldOut({})]).toEqual([true, false, false]);
});

test('whatever is filled, each day has one price, days are in order and the past is left alone', () => {
  const day = fc.integer({ min: -20, max: 60 }).map((n) => addDays(today, n));
  const fill = fc.record({ from: day, to: day, weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6]), adult: fc.nat(9999) });
  fc.assert(
    fc.property(fc.array(fill, { maxLength: 8 }), (fills) => {
      const past = { id: 1, date: addDays(today, -3), adult: '1.00' };
      let rows: ReturnType<typeof setPricesOfDays> = [past];
      for (const { weekdays, adult, ...range } of fills) {
        const days = futureDaysOfRange(range, new Set(weekdays), today);
        rows = setPricesOfDays(rows, days, { adult: String(adult) }, make);
        for (const one of days) {
          expect(weekdays).toContain(weekdayOf(one));
          expect(rows.find(({ date }) => date === one)?.adult).toBe(String(adult));
        }
      }
      const dates = rows.map(({ date }) => String(date));
      expect(dates).toEqual([...new Set(dates)].toSorted());
      expect(rows).toContain(past);
    }),
  );
});
