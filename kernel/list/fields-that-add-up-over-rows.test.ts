import { expect, test } from 'vitest';
import { field } from '../field/field.ts';
import { countOf } from '../resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { quantitiesOf } from './fields-that-add-up-over-rows.ts';
import { fieldsSummedPerGroup } from './list-grouping-fields-and-group-sums.ts';

const label = text('数', 'Number');

test('only quantities add up: no keys, versions, percentages, codes or prices', () => {
  const trip = resource({
    name: 'test/trip',
    label,
    icon: 'car',
    title: 'name',
    scope: 'all',
    nodes: { appraise: label },
    measures: { guests: { label, sum: 'guests', by: ['kind'] } },
    fields: {
      name: field.text(label),
      kind: field.select(label, { options: { a: label } }),
      guests: field.integer(label),
      fee: field.money(label, { quantity: true }),
      secret: field.money(label, { quantity: true, reads: 'appraise' }),
      stops: field.integer(label, { from: countOf('test/stop', 'trip_id') }),
      row_id: field.integer(label, { key: true }),
      revision: field.integer(label),
      http_status: field.integer(label),
      share: field.number(label),
      per_person: field.money(label),
    },
  });
  expect(quantitiesOf(trip)).toEqual(['guests', 'fee', 'secret', 'stops']);
  expect(fieldsSummedPerGroup(trip)).toEqual(['guests', 'fee']);
});
