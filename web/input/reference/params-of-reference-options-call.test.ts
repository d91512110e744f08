import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { searchParamForRowOfLifecycleMove } from './params-of-reference-options-call.ts';

const label = text('检查', 'Check');
const row = { id: 7, version: 1, enterprise_id: 3, order_id: null } as unknown as WireRow;

test('a reference among the inputs of a move offers rows of the row that is moved', () => {
  const one = field.reference(label, { to: 'reform/item', ofRow: 'order_id' });
  expect(searchParamForRowOfLifecycleMove(one, row)).toEqual({
    search: [{ field: 'order_id', operator: '=', val: '7' }],
  });
});

test('a reference among the inputs of a move offers other rows alike in a field', () => {
  const one = field.reference(label, { to: 'enforcement/check', alikeIn: 'enterprise_id' });
  expect(searchParamForRowOfLifecycleMove(one, row)).toEqual({
    search: [
      { field: 'enterprise_id', operator: '=', val: '3' },
      { field: 'id', operator: '<>', val: '7' },
    ],
  });
});

test('a reference offers all rows where nothing restricts them', () => {
  const alike = field.reference(label, { to: 'enforcement/check', alikeIn: 'order_id' });
  expect(searchParamForRowOfLifecycleMove(alike, row)).toEqual({});
  expect(searchParamForRowOfLifecycleMove(alike, undefined)).toEqual({});
  expect(searchParamForRowOfLifecycleMove(field.reference(label, { to: 'enforcement/check' }), row)).toEqual({});
});
