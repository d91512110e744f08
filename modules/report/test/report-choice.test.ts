import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { readListQuery } from '#kernel/list/list-query-in-url.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  linkToRowsBehind,
  measuresOf,
  presetSpans,
  readReportCriteria,
  reportOfList,
  toReportParams,
  writeReportCriteria,
} from '../web/report-criteria-in-url.ts';

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
    by: field.text(label),
    buyer: field.text(label, { privacy: 'masked' }),
  },
  measures: { sold: { label, by: ['kind', 'area_code'], at: 'sold_on', where: [['kind', '<>', 'blue']] } },
});
const all = measuresOf([sale]);
const today = '2026-11-22';
const read = (address: string) => readReportCriteria(new URLSearchParams(address), all, today);

test('the chosen report survives in the URL, and invalid parameters break nothing', () => {
  for (const address of [
    '',
    'm=shop/sale.sold&by=kind,@month&from=2026-01-01&until=2026-06-30&area=530100&vs=year',
    'm=none&by=toString,@hour,price&from=2026-02-30&until=x&area=abc&vs=sideways',
    'by=&span=all&vs=year',
    'by=kind&by.eq=x&kind.in=red,blue&area_code.in=530000&any=kind.eq%3Dred%26sold_on.null%3D&awaits=me&handler=me',
  ]) {
    const choice = read(address);
    if (!choice) throw new Error('nothing is chosen');
    expect(readReportCriteria(writeReportCriteria(choice), all, today)).toEqual(choice);
  }
  expect(read('by=@month,@day,kind,area_code')?.by).toEqual(['@month', 'kind']);
  expect(read('')?.span).toEqual(presetSpans(today).year);
  expect(readReportCriteria(new URLSearchParams(), [], today)).toBeUndefined();
});

test('a figure links to the list of its rows: of its period, its group, and the conditions of the measure', () => {
  const choice = read('by=@quarter,kind&from=2026-02-10&until=2026-12-31&area=530100');
  if (!choice) throw new Error('nothing is chosen');
  expect(toReportParams(choice)).toMatchObject({
    resource: 'shop/sale',
    name: 'sold',
    by: 'kind',
    period: 'quarter',
    level: 3,
  });
  const figure = { period: '2026-Q1', kind: 'red', value: 1, before: 0 };
  const link = linkToRowsBehind(
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
  const direct = linkToRowsBehind(choice, { span: null, level: 2 }, [[{ field: 'area_code' }, above]], today);
  expect(readListQuery(new URLSearchParams(direct?.split('?')[1]), sale).conditions.at(-1)).toEqual({
    field: 'area_code',
    operator: 'IN',
    value: '530000',
  });
});

test('a list links to the report of its rows, and a figure of that report back to rows of the list', () => {
  const list =
    'kind.eq=red&area_code.eq=530100&sold_on.range=2026-01-01,2026-03-31&any=kind.eq%3Dblue%26by.eq%3Dx&awaits=me';
  const query = readListQuery(new URLSearchParams(`${list}&order=sold_on,desc&page=3`), sale);
  const report = reportOfList(sale, query);
  expect(report?.whole).toBe(true);
  const choice = read(report?.to.split('?')[1] ?? '');
  if (!choice) throw new Error('nothing is chosen');
  expect(choice).toMatchObject({ by: ['kind'], span: undefined, area: '530100' });
  expect(toReportParams(choice)).toMatchObject({
    search: [
      { field: 'kind', operator: '=', val: 'red' },
      { field: 'sold_on', operator: 'RANGE', val: '2026-01-01,2026-03-31' },
      { field: 'area_code', operator: '=', val: '530100' },
    ],
    any: [[{ field: 'kind' }, { field: 'by' }]],
    awaits: 'me',
  });
  const figure = { kind: 'red', value: 1, before: 0 };
  const back = linkToRowsBehind(choice, { span: null, level: 3 }, [[{ field: 'kind' }, figure]], today);
  const rows = readListQuery(new URLSearchParams(back?.split('?')[1]), sale);
  expect(rows).toMatchObject({ anyOf: query.anyOf, awaitsMe: true });
  for (const one of query.conditions) expect(rows.conditions).toContainEqual(one);
});

test('search words and personal data stay with the list, in links and in URLs typed by hand', () => {
  for (const address of ['q=x', 'buyer.eq=x', 'any=kind.eq%3Dred%26buyer.eq%3Dx']) {
    const report = reportOfList(sale, readListQuery(new URLSearchParams(`kind.eq=red&${address}`), sale));
    expect([address, report?.whole]).toEqual([address, false]);
    expect(report?.to).toContain('kind.eq=red');
    expect(report?.to).not.toMatch(/q=x|buyer/);
    expect(read(address)?.rows).toEqual({ conditions: [] });
  }
});
