import { expect, test } from 'vitest';
import { errorsByRow, unlistedStopsIn } from './plan-errors-and-warnings.ts';

test('errors are told by the row they are about, wherever the board shows it', () => {
  const rows = [{ id: 7 }, { key: 'new-1' }];
  const found = errorsByRow(rows, { '1.arrive': ['必填'], '1.name': ['必填', '太长'], '0.fee': [], '9.name': ['x'] });
  expect([...found]).toEqual([['new-1', { arrive: '必填', name: '必填' }]]);
});

test('a shop or a paid extra that is not agreed to is found; a plan without such a list is not held against one', () => {
  const stops = [
    { poi_type: 'shop', name: ' 刺绣坊 ' },
    { poi_type: 'free', name: '演出', is_optional_paid: '1' },
    { poi_type: 'scenic', name: '石林' },
    { poi_type: 'shop', name: '' },
  ];
  const extras = [{ kind: 'shop', name: '刺绣坊' }];
  expect(unlistedStopsIn(stops, extras).map(({ name }) => name)).toEqual(['演出']);
  expect(unlistedStopsIn(stops, []).map(({ name }) => name)).toEqual([' 刺绣坊 ', '演出']);
  expect(unlistedStopsIn(stops, undefined)).toEqual([]);
});
