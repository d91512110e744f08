import fc from 'fast-check';
import { expect, test } from 'vitest';
import { field } from '../field/field.ts';
import { calendarPeriods } from '../resource/statistical-measures-of-resource.ts';
import { text } from '../text/text.ts';
import { addDays, daysBetween } from '../time/shanghai-time.ts';
import { arrangeReportInCrossTable } from './arrange-report-figures-in-cross-table.ts';
import { comparisonShiftOf, periodOf, periodsOf, shiftBack, spanOf } from './report-periods.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));
const period = fc.constantFrom(...calendarPeriods);

test('every day lies in the period it names, and periods follow one another', () => {
  fc.assert(
    fc.property(day, period, (one, each) => {
      const name = periodOf(one, each);
      const span = spanOf(name);
      if (!span) throw new Error(`${name} is no period`);
      expect(span.from <= one && one <= span.until).toBe(true);
      expect(periodOf(span.from, each)).toBe(name);
      expect(periodOf(span.until, each)).toBe(name);
      expect(periodOf(addDays(span.until, 1), each)).not.toBe(name);
    }),
  );
  expect(periodOf('2027-01-01', 'week')).toBe('2026-W53');
  expect(spanOf('2026-W01')).toEqual({ from: '2025-12-29', until: '2026-01-04' });
  for (const name of ['2026-W54', '2026-Q5', '2026-13', '2026-00', '26', '2026-02-30'])
    expect(spanOf(name)).toBe(undefined);
});

test('the periods of a span hold each of its days once', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), period, (from, days, each) => {
      const span = { from, until: addDays(from, days) };
      const names = periodsOf(span, each);
      expect(new Set(names).size).toBe(names.length);
      expect(names[0]).toBe(periodOf(span.from, each));
      expect(names.at(-1)).toBe(periodOf(span.until, each));
      expect(names.toSorted()).toEqual(names);
    }),
  );
});

test('spans of comparison', () => {
  const before = (from: string, until: string, compare: 'previous' | 'year', each?: 'week') =>
    Object.values(shiftBack({ from, until }, comparisonShiftOf(compare, { from, until }, each)));
  expect(before('2026-11-01', '2026-11-30', 'previous')).toEqual(['2026-10-01', '2026-10-31']);
  expect(before('2026-01-01', '2026-06-30', 'previous')).toEqual(['2025-07-01', '2025-12-31']);
  expect(before('2026-11-16', '2026-11-22', 'previous')).toEqual(['2026-11-09', '2026-11-15']);
  expect(before('2025-02-01', '2025-02-28', 'year')).toEqual(['2024-02-01', '2024-02-29']);
  expect(before('2026-11-16', '2026-11-22', 'year', 'week')).toEqual(['2025-11-17', '2025-11-23']);
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), (from, days) => {
      const span = { from, until: addDays(from, days) };
      const back = shiftBack(span, comparisonShiftOf('previous', span));
      expect(addDays(back.until, 1)).toBe(from);
      if (!from.endsWith('-01')) expect(daysBetween(back.from, back.until)).toBe(days);
    }),
  );
});

test('a report is laid out in rows and columns', () => {
  const fields = {
    kind: field.select(text('类', 'Kind'), { options: { red: text('红', 'Red'), blue: text('蓝', 'Blue') } }),
  };
  const list = [
    { period: '2026-01', kind: 'red', value: 2, before: 1 },
    { period: '2026-03', kind: 'red', value: '3', before: 0 },
    { period: '2026-03', kind: null, value: 7, before: 0 },
  ];
  const table = arrangeReportInCrossTable(
    { list, span: { from: '2026-01-01', until: '2026-03-31' } },
    [{ period: 'month' }, { field: 'kind' }],
    fields,
    'en',
  );
  expect(table.rows.map(({ label, value, before }) => [label, value, before])).toEqual([
    ['2026-01', 2, 1],
    ['2026-02', 0, 0],
    ['2026-03', 10, 0],
  ]);
  expect(table.columns.map(({ label, value }) => [label, value])).toEqual([
    ['Not provided', 7],
    ['Red', 5],
  ]);
  const [, , march] = table.rows;
  expect(march && table.columns.map((column) => table.cell(march, column)?.value)).toEqual([7, '3']);
});
