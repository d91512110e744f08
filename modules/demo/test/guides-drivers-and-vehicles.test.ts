import { beforeAll, expect, test } from 'vitest';
import { isIdNumber } from '#kernel/check/identity-documents.ts';
import { parsePlate, plateColorsOf } from '#kernel/check/vehicle-plate.ts';
import { loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { weighCountiesAndOrigins } from '#modules/demo/server/generate/generate-enterprises.ts';
import {
  generateDrivers,
  generateGuides,
  generateVehicles,
} from '#modules/demo/server/generate/generate-guides-drivers-and-vehicles.ts';

const today = '2026-11-23';
const firms = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, area_code: at % 2 ? '530102' : '530103' }));
let place: Parameters<typeof generateGuides>[2];
beforeAll(async () => {
  place = { setting: weighCountiesAndOrigins(await loadCounties('530100')), seed: 530, today };
}, 30_000);

test('invented guides, drivers and vehicles are valid like real ones, and the same each time', () => {
  const guides = generateGuides(firms, 120, place);
  const drivers = generateDrivers(firms, 60, place);
  const vehicles = generateVehicles(firms, 60, place);
  expect([guides.length, drivers.length, vehicles.length]).toEqual([120, 60, 60]);
  for (const { id_no } of [...guides, ...drivers]) expect(isIdNumber(id_no, today), id_no).toBe(true);
  expect(new Set(guides.map(({ card_no }) => card_no)).size).toBe(120);
  for (const { plate, plate_color } of vehicles) {
    const parsed = parsePlate(plate);
    expect(parsed && plateColorsOf(parsed.kind), plate).toContain(plate_color);
  }
  expect(new Set(vehicles.map(({ plate }) => plate)).size).toBe(60);
  for (const state of ['valid', 'stated', 'suspended'])
    expect(
      guides.some(({ status }) => status === state),
      state,
    ).toBe(true);
  expect(guides.some(({ valid_to }) => valid_to < today)).toBe(true);
  expect(guides.some(({ agency_id }) => agency_id === null)).toBe(true);
  expect(generateGuides(firms, 120, place)).toEqual(guides);
  expect(generateGuides([], 120, place)).toEqual([]);
});
