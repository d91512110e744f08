import { expect, test } from 'vitest';
import type { VisitOfOfficersInWeek } from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import {
  lengthOfDayRoute,
  orderVisitsByAgreedTimeThenNearest,
} from './order-day-visits-by-agreed-time-then-nearest.ts';

const visit = (id: number, from: number, lng?: number): VisitOfOfficersInWeek => ({
  id,
  check_no: null,
  name: `企业${id}`,
  status: 'approved',
  day: '2026-11-30',
  from,
  officers: [],
  place: lng === undefined ? null : { lng, lat: 25 },
  address: '',
});

test('a route follows the agreed times, and the nearest among those of one time', () => {
  const stops = orderVisitsByAgreedTimeThenNearest([
    visit(1, 900, 102.9),
    visit(2, 900, 102.71),
    visit(3, 800, 102.7),
    visit(4, 900),
  ]);
  expect(stops.map(({ visit: { id } }) => id)).toEqual([3, 2, 1, 4]);
  expect(stops[0]?.metres).toBeNull();
  expect(stops[3]?.metres).toBeNull();
  expect(stops[1]?.metres).toBeGreaterThan(900);
  expect(lengthOfDayRoute(stops)).toBe((stops[1]?.metres ?? 0) + (stops[2]?.metres ?? 0));
  expect(orderVisitsByAgreedTimeThenNearest([])).toEqual([]);
});
