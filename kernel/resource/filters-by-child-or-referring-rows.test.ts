import { expect, test } from 'vitest';
import type { FilterByChildRows } from '#kernel/declaration/filter-by-child-or-referring-rows.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import {
  checkFiltersByRelatedRows,
  findFilterByRelatedRows,
} from '#kernel/resource/filters-by-child-or-referring-rows.ts';
import { text } from '#kernel/text/text.ts';

const label = text('字段', 'Field');
const driver = resource({
  name: 'shop/driver',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.personName(label), mobile: field.mobile(label, { privacy: 'masked' }) },
});
const car = resource({
  name: 'shop/car',
  label,
  title: 'plate',
  scope: 'parent',
  partOf: 'trip_id',
  sortable: true,
  fields: {
    trip_id: field.reference(label, { to: 'shop/trip', required: true }),
    driver_id: field.reference(label, { to: 'shop/driver' }),
    plate: field.plate(label),
    seats: field.integer(label),
  },
});
const trip = (filters: Record<string, FilterByChildRows>): AnyResource =>
  resource({
    name: 'shop/trip',
    label,
    title: 'name',
    scope: 'all',
    filters,
    fields: { name: field.text(label), cars: field.rows(label, { of: 'shop/car' }) },
  });
const check = (filters: Record<string, FilterByChildRows>) => () => {
  const all: AnyResource[] = [trip(filters), car, driver];
  checkFiltersByRelatedRows(all, (name) => all.find((one) => one.name === name));
};
const plate: FilterByChildRows = { field: field.plate(label), list: 'cars', by: ['plate'] };

test('a filter by child rows may only use fields readable by everybody who sees them', () => {
  expect(check({ plate, driver: { ...plate, by: ['driver_id.name'] } })).not.toThrow();
  for (const [filters, why] of [
    [{ name: plate }, /has the name of a field/],
    [{ plate: { ...plate, list: 'name' } }, /name is not a list of rows/],
    [{ plate: { ...plate, by: ['colour'] } }, /has no field colour/],
    [{ plate: { ...plate, by: ['seats'] } }, /has no field seats/],
    [{ plate: { ...plate, by: [] } }, /cannot be searched by text/],
    [{ plate: { ...plate, field: field.integer(label) } }, /cannot be searched by text/],
    [{ plate: { ...plate, by: ['driver_id.mobile'] } }, /not readable by everybody/],
  ] as const)
    expect(check(filters), String(why)).toThrow(why);
});

test('is found only by its own name', () => {
  expect(findFilterByRelatedRows(trip({ plate }), 'plate')).toBe(plate);
  for (const name of ['toString', '__proto__', 'cars', ''])
    expect(findFilterByRelatedRows(trip({ plate }), name)).toBeUndefined();
  expect(findFilterByRelatedRows(driver, 'plate')).toBeUndefined();
});
