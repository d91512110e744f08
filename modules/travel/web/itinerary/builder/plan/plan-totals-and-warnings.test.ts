import { expect, test } from 'vitest';
import { addTotals, totalsOfStops, warningsOfStops } from './plan-totals-and-warnings.ts';

const stop = (poi_type: string, arrive: string, stay_minutes: number, more = {}) => ({
  poi_type,
  arrive,
  stay_minutes,
  ...more,
});
const codes = (...stops: ReturnType<typeof stop>[]) => warningsOfStops(stops).map(({ code }) => code);

test('a day adds up: on the road, visited, shopping, extras', () => {
  const day = [
    stop('scenic', '09:00:00', 120),
    stop('transfer', '11:30:00', 45),
    stop('shop', '12:15:00', 30),
    stop('meal', '13:00:00', 60, { is_optional_paid: '1', fee: '58.50' }),
  ];
  expect(totalsOfStops(day)).toEqual({
    span: 300,
    driven: 45,
    visited: 150,
    shopping: 30,
    shops: 1,
    shoppingShare: 20,
    extras: 1,
    extrasFee: 5850,
  });
  expect(addTotals([totalsOfStops(day), totalsOfStops(day)])).toMatchObject({
    span: 600,
    visited: 300,
    shoppingShare: 20,
  });
  expect(totalsOfStops([])).toMatchObject({ span: 0, shoppingShare: undefined });
});

test('a quarter of the visits may be shopping, and not a minute more', () => {
  expect(codes(stop('scenic', '09:00', 60), stop('free', '10:30', 30), stop('shop', '11:30', 30))).toEqual([]);
  expect(codes(stop('scenic', '09:00', 90), stop('shop', '11:30', 31))).toEqual(['shopping']);
  expect(codes(stop('shop', '11:30', 10))).toEqual(['shopping']);
  expect(totalsOfStops([stop('scenic', '09:00', 90), stop('shop', '11:30', 31)]).shoppingShare).toBe(26);
});

test('a day has at most sixteen hours, eight of them on the road, and one shop', () => {
  expect(codes(stop('scenic', '06:00', 60), stop('free', '14:00', 480))).toEqual([]);
  expect(codes(stop('scenic', '06:00', 60), stop('free', '14:00', 481))).toEqual(['long_day']);
  expect(codes(stop('transfer', '06:00', 360), stop('transfer', '12:00', 120))).toEqual([]);
  expect(codes(stop('transfer', '06:00', 360), stop('transfer', '12:00', 121))).toEqual(['driving']);
  expect(codes(stop('scenic', '09:00', 240), stop('shop', '13:30', 30), stop('shop', '14:30', 30))).toEqual(['shops']);
});

test('what cannot be is told at its stop', () => {
  expect(warningsOfStops([stop('scenic', '09:00', 120), stop('meal', '10:30', 60)])).toEqual([
    { code: 'overlap', at: 1 },
  ]);
  expect(warningsOfStops([stop('free', '23:30', 31)])).toEqual([{ code: 'midnight', at: 0 }]);
  expect(warningsOfStops([])).toEqual([{ code: 'empty' }]);
});
