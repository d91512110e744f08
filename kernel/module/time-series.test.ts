import { expect, test } from 'vitest';
import type { Fields } from '../declaration/field.ts';
import { field } from '../field/field.ts';
import { text } from '../text/text.ts';
import { numericValuesOf, type Reading, timeSeries } from './time-series.ts';

const label = text('客流', 'Visitor flow');
const inside = field.integer(text('在园人数', 'Inside'), { required: true, min: 0 });
const declared = { name: 'scenic/flow', label, of: 'scenic/spot', values: { inside }, retention: { days: 400 } };

test('a series is partitioned by month and accepts readings a week late by default', () => {
  expect(timeSeries(declared)).toMatchObject({ by: 'month', late: { days: 7 } });
  const gates = timeSeries({ ...declared, values: { inside, gate: field.text(text('闸机', 'Gate')) }, by: 'day' });
  expect([gates.by, numericValuesOf(gates)]).toEqual(['day', ['inside']]);
  const reading: Reading<typeof gates.values> = { of: 1, at: 1_795_000_000, inside: 3 };
  // @ts-expect-error a value of another name
  const wrong: Reading<typeof gates.values> = { of: 1, at: 1_795_000_000, outside: 3 };
  expect([reading.inside, wrong.inside]).toEqual([3, undefined]);
});

test('invalid series are refused when declared', () => {
  const declareSeries = text('值', 'Value');
  for (const [change, why] of [
    [{ name: 'flow' }, 'module/series'],
    [{ retention: { days: 0 } }, 'retention of'],
    [{ late: { days: 500 } }, 'late'],
    [{ values: {} }, 'needs a value'],
    [{ values: { at: inside } }, 'reserved'],
    [{ values: { picture: field.image(declareSeries) } }, 'neither rows nor files'],
    [{ values: { guide: field.reference(declareSeries, { to: 'travel/guide' }) } }, 'neither rows nor files'],
    [{ values: { mobile: field.mobile(declareSeries, { privacy: 'masked' }) } }, 'personal'],
    [{ values: { name: field.text(declareSeries, { search: true }) } }, 'can be neither searched'],
  ] as const)
    expect(() => timeSeries<Fields>({ ...declared, ...change }), why).toThrow(why);
});
