import { expect, test } from 'vitest';
import { findReasonsAgainstHire, type HiredVehicle } from '../contract/find-reasons-against-coach-hire.ts';

const now = Date.parse('2026-11-23T10:00:00+08:00') / 1000;
const hire = { to_at: Date.parse('2026-11-30T18:00:00+08:00') / 1000, people: 44, registered_on: '2020-05-01' };
const good: HiredVehicle = {
  status: 'normal',
  seats: 45,
  gps_online_at: now - 60,
  permit_valid_to: '2026-11-30',
  insurance_valid_to: '2026-11-30',
  inspect_valid_to: '2026-11-30',
};
const of = (car: Partial<HiredVehicle>, more: Partial<typeof hire> = {}) =>
  findReasonsAgainstHire({ ...good, ...car }, { ...hire, ...more }, now);

test("a hired vehicle needs documents valid until the last day, and enough seats besides the driver's", () => {
  expect(of({})).toEqual([]);
  // 24:00 is the end of that day, not the next day
  expect(of({}, { to_at: Date.parse('2026-12-01T00:00:00+08:00') / 1000 })).toEqual([]);
  expect(of({}, { to_at: Date.parse('2026-12-01T00:01:00+08:00') / 1000 })).toEqual([
    'permit',
    'insurance',
    'inspection',
  ]);
  expect(of({ permit_valid_to: '2026-11-29' })).toEqual(['permit']);
  expect(of({ insurance_valid_to: '2026-11-29' })).toEqual(['insurance']);
  expect(of({ inspect_valid_to: '2026-11-29' })).toEqual(['inspection']);
  expect(of({}, { people: 45 })).toEqual(['seats']);
});

test('it must be verified and in use, online within a day, and no older than fifteen years', () => {
  for (const status of ['stated', 'returned', 'maintenance', 'stopped', 'scrapped'])
    expect(of({ status })).toEqual(['state']);
  expect(of({ gps_online_at: null })).toEqual(['position']);
  expect(of({ gps_online_at: now - 86_401 })).toEqual(['position']);
  expect(of({}, { registered_on: '2011-11-30' })).toEqual([]);
  expect(of({}, { registered_on: '2011-11-29' })).toEqual(['age']);
});

test('all reasons against it are reported at once', () => {
  const wrong = of({ permit_valid_to: '2026-01-01', insurance_valid_to: '2026-01-01', gps_online_at: null });
  expect(wrong).toEqual(['permit', 'insurance', 'position']);
});
