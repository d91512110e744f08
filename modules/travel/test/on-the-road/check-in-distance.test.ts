import { expect, test } from 'vitest';
import { judgeCheckInDistance } from '../../contract/on-the-road/check-in-distance.ts';

/** A metre to the north, in degrees. */
const metre = 1 / 111_195;
const gate = { lng: 100.1649, lat: 25.6942 };
const north = (metres: number) => ({ lng: gate.lng, lat: gate.lat + metres * metre });

test('500 m need no reason, a greater distance does, and so does a phone without a position', () => {
  expect(judgeCheckInDistance(gate, gate)).toEqual({ distance: 0 });
  expect(judgeCheckInDistance(gate, north(499.6))).toEqual({ distance: 500 });
  expect(judgeCheckInDistance(gate, north(501))).toMatchObject({
    distance: 501,
    fault: { 'zh-cn': expect.any(String) },
  });
  expect(judgeCheckInDistance(gate, undefined)).toMatchObject({ distance: null, fault: { en: expect.any(String) } });
  expect(judgeCheckInDistance(null, gate)).toEqual({ distance: null });
  expect(judgeCheckInDistance(null, undefined)).toEqual({ distance: null });
});
