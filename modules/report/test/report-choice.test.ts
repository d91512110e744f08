import { expect, test } from 'vitest';
import { field } from '#kernel/field.ts';
import { resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { readListQuery } from '#web/resource/list-query.ts';
import { linkTo, measuresOf, presetSpans, readChoice, toParams, writeChoice } from '../web/report-choice.ts';

const label = text('x', 'x');
const sale = resource({
  name: 'shop/sale',
  label,
  title: 'kind',
  scope: 'area',
  fields: {
    kind: field.select(label, { options: { red: label, blue: label } }),
    sold_on: field.date(label),
    area_code: field.area(label),
  },
  measures: { sold: { label, by: ['kind', 'area_code'], at: 'sold_on', where: [['kind', '<>', 'blue']] } },
});
const all = measuresOf([sale]);
const today = '2026-11-22';
const read = (address: string) => readChoice(new URLSearchParams(address), all, today);

test('what is chosen survives the address, and nonsense in it breaks nothing', () => {
  for (const address of [
    '',
    'm=shop/sale.sold&by=kind,@month&from=2026-01-01&until=2026-06-30&area=530100&vs=year',
    'm=none&by=toString,@hour,price&from=2026-02-30&until=x&area=abc&vs=sideways',
    'by=&span=all&vs=year',
  ]) {
    const choice = read(address);
    if (!choice) throw new Error('nothing is chosen');
    expect(readChoice(writeChoice(choice), all, today)).toEqual(choice);
  }
  expect(read('by=@month,@day,kind,area_code')?.by).toEqual(['@month', 'kind']);
  expect(read('')?.span).toEqual(presetSpans(today).year);
  expect(readChoice(new URLSearchParams(), [], today)).toBeUndefined();
});

test('a figure leads to the list of its rows: of its period within the span, its group, and what the measure counts', () => {
  const choice = read('by=@quarter,kind&from=2026-02-10&until=2026-12-31&area=530100');
  if (!choice) throw new Error('nothing is chosen');
  expect(toParams(choice)).toMatchObject({
    resource: 'shop/sale',
    name: 'sold',
    by: 'kind',
    period: 'quarter',
    level: 3,
  });
  const figure = { period: '2026-Q1', kind: 'red', value: 1, before: 0 };
  const link = linkTo(
    choice,
    { span: choice.span ?? null, level: 3 },
    [
      [{ period: 'quarter' }, figure],
      [{ field: 'kind' }, figure],
    ],
    today,
  );
  expect(readListQuery(new URLSearchParams(link?.split('?')[1]), sale).conditions).toEqual([
    { field: 'kind', operator: '<>', value: 'blue' },
    { field: 'area_code', operator: '=', value: '530100' },
    { field: 'kind', operator: '=', value: 'red' },
    { field: 'sold_on', operator: 'RANGE', value: '2026-02-10,2026-03-31' },
  ]);
  const above = { area_code: '530000', area_code_name: '云南省', value: 1, before: 0 };
  const direct = linkTo(choice, { span: null, level: 2 }, [[{ field: 'area_code' }, above]], today);
  expect(readListQuery(new URLSearchParams(direct?.split('?')[1]), sale).conditions.at(-1)).toEqual({
    field: 'area_code',
    operator: 'IN',
    value: '530000',
  });
});
