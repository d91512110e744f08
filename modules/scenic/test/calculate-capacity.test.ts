import { expect, test } from 'vitest';
import { type Capacity, calculateCapacity, explainCapacity } from '../contract/calculate-carrying-capacity-of-spot.ts';
import { openingHoursOn } from '../contract/opening-hours-on-day.ts';

const area = (area_m2: number, per_person_m2: number, facility_limit: number | null = null) => ({
  name: '区',
  area_m2,
  per_person_m2,
  facility_limit,
});
const two = [area(2000, 2), area(3000, 3)];
const calculate = (areas = two, open_minutes = 600, visit_minutes = 150) =>
  calculateCapacity({ areas, open_minutes, visit_minutes });
const figures = (found: ReturnType<typeof calculate>) => {
  const { instant, daily } = found as Capacity;
  return [instant, daily];
};

test('capacity of LB/T 034: what all areas hold, and how often it fills in a day', () => {
  expect(figures(calculate())).toEqual([2000, 8000]);
  expect(figures(calculate(two, 600, 170))).toEqual([2000, 6000]);
  expect(figures(calculate(two, 600, 600))).toEqual([2000, 2000]);
  // a visit that takes longer than the spot is open
  expect(calculate(two, 600, 700)).toBe('tooLong');
});

test('facilities limit what areas hold, where there are any', () => {
  expect(figures(calculate([area(2000, 2, 800), area(3000, 3, 1000)]))).toEqual([1800, 7200]);
  expect(figures(calculate([area(2000, 2, 5000), area(3000, 3, 1000)]))).toEqual([2000, 8000]);
  // an area without a facility counts as it is
  expect(figures(calculate([area(2000, 2, 400), area(3000, 3)]))).toEqual([1400, 5600]);
});

test('fractions are dropped once, from the sum, and never by noise of binary fractions', () => {
  expect(figures(calculate([area(10, 4), area(10, 4)]))).toEqual([5, 20]);
  expect(figures(calculate([area(0.3, 0.1)]))).toEqual([3, 12]);
});

test('what cannot be calculated is refused', () => {
  expect(calculate([])).toBe('noAreas');
  for (const wrong of [area(0, 2), area(2000, 0), area(-1, 2), area(1, 2), area(Number.NaN, 1)])
    expect(calculate([wrong])).toBe('notPositive');
  expect(calculate(two, 0, 0)).toBe('notPositive');
});

test('the calculation is shown with its numbers', () => {
  const input = { areas: [area(2000, 2, 800), area(3000, 3)], open_minutes: 600, visit_minutes: 150 };
  const { 'zh-cn': zh, en } = explainCapacity(input, calculateCapacity(input) as Capacity);
  expect(zh.split('\n')).toEqual([
    '区：2,000 ÷ 2 = 1,000，设施 800',
    '区：3,000 ÷ 3 = 1,000',
    'ΣXi/Yi = 2,000',
    '设施承载量 D = 1,800；C1 = min(2,000, 1,800)',
    'C1 = 1,800',
    'C2 = C1 × Int(T/t) = 1,800 × Int(600 ÷ 150) = 1,800 × 4 = 7,200',
  ]);
  expect(en).toContain('Facilities hold D = 1,800');
});

test('of the lines of a calendar the shortest applies to a day', () => {
  const line = (from_on: string, to_on: string, hours?: readonly [string, string]) => ({
    from_on,
    to_on,
    shut: hours === undefined,
    opens_at: hours?.[0] ?? null,
    closes_at: hours?.[1] ?? null,
  });
  const lines = [
    line('2026-01-01', '2026-12-31', ['08:30:00', '17:30:00']),
    line('2026-10-01', '2026-10-07', ['07:00:00', '19:00:00']),
    line('2026-12-07', '2026-12-07'),
  ];
  expect(openingHoursOn(lines, '2026-05-05')).toEqual({ opens: '08:30', closes: '17:30' });
  expect(openingHoursOn(lines, '2026-10-07')).toEqual({ opens: '07:00', closes: '19:00' });
  expect(openingHoursOn(lines, '2026-12-07')).toBe('shut');
  expect(openingHoursOn(lines, '2027-01-01')).toBeUndefined();
});
