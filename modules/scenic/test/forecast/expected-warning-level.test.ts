import { expect, test } from 'vitest';
import {
  expectedLevelWithin,
  isStillExpected,
  levelOfRest,
} from '../../server/warning/warning-level-expected-by-forecast.ts';

const curves = {
  from: 600,
  p10: [900, 1400, 1700],
  p50: [1000, 1500, 1850],
  p90: [1100, 1600, 2100],
  arrivals: [
    { level: 80, at: 633, earliest: 630, latest: 645 },
    { level: 90, at: 643, earliest: 633, latest: null },
    { level: 100, at: null, earliest: 643, latest: null },
  ],
};

test('the highest level that P50 reaches in time, above the present one', () => {
  const within = (ahead: number, level = 0) => expectedLevelWithin(curves, { minute: 600, ahead, level })?.level;
  expect([within(32), within(33), within(42), within(43), within(240)]).toEqual([undefined, 80, 80, 90, 90]);
  expect([within(240, 80), within(240, 90)]).toEqual([90, undefined]);
  expect(expectedLevelWithin(curves, { minute: 600, ahead: 60, level: 0 })?.peak).toBe(1850);
});

test('a level is given up five points below it, and what has passed does not count', () => {
  const still = (level: number, limit: number, minute = 600) => isStillExpected(curves, level, limit, minute);
  expect([still(90, 2000), still(90, 2176), still(90, 2177)]).toEqual([true, true, false]);
  expect(still(80, 2000, 645)).toBe(false);
  expect([levelOfRest(curves, 2000, 600), levelOfRest(curves, 1850, 600), levelOfRest(curves, 3000, 600)]).toEqual([
    90, 100, 0,
  ]);
});
