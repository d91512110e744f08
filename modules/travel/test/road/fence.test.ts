import { expect, test } from 'vitest';
import { judgeFence } from '../../contract/road/fence.ts';

/** A metre to the north, in degrees. */
const metre = 1 / 111_195;
const gate = { lng: 100.1649, lat: 25.6942 };
const north = (metres: number) => ({ lng: gate.lng, lat: gate.lat + metres * metre });

test('500 m need no reason, a greater distance does, and so does a phone without a position', () => {
  expect(judgeFence(gate, gate)).toEqual({ distance: 0 });
  expect(judgeFence(gate, north(499.6))).toEqual({ distance: 500 });
  expect(judgeFence(gate, north(501))).toMatchObject({ distance: 501, fault: { 'zh-cn': expect.any(String) } });
  expect(judgeFence(gate, undefined)).toMatchObject({ distance: null, fault: { en: expect.any(String) } });
  expect(judgeFence(null, gate)).toEqual({ distance: null });
  expect(judgeFence(null, undefined)).toEqual({ distance: null });
});
