import { expect, test } from 'vitest';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { lifecycle } from '../lifecycle/lifecycle.ts';
import { text } from '../text/text.ts';
import { checkChildLists } from './child-lists-of-resource.ts';
import { resource } from './declare-resource.ts';

const label = text('行程', 'Trip');
const trip = resource({
  name: 'list/trip',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label), days: field.rows(label, { of: 'list/day' }) },
});
const day = {
  name: 'list/day',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'trip_id',
  sortable: true,
  actions: [],
  fields: {
    trip_id: field.reference(label, { to: 'list/trip', required: true }),
    name: field.text(label),
    until: field.date(label),
  },
} as const;
const check = (child: AnyResource) =>
  checkChildLists([trip, child], (name) => [trip, child].find((one) => one.name === name));

test('a list refuses child resources with clocks or expiring documents', () => {
  expect(() => check(resource(day))).not.toThrow();
  const life = lifecycle({
    initial: 'open',
    states: { open: label },
    clocks: { rest: { ...label, in: ['open'], until: 'until' } },
    moves: {},
  });
  expect(() => check(resource({ ...day, life }))).toThrow('list/day has clocks');
  const ends = { papers: { until: label }, mobile: 'name', office: 'edit' };
  expect(() => check(resource({ ...day, facts: ['expiring', 'expired'], ends }))).toThrow(
    'list/day has expiring documents',
  );
});
