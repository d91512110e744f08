import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * A text is a day by one test, `isDate`: a pattern takes 2027-02-30 for one, and `Date.parse` makes the second of March of it.
 * Days are read with `parseDateText` or a kind, instants with `parseInstant` or `toTime`.
 */
const looksForDays = [/\\d\{4\}\)?[-/.]\(?\\d/, /\[0-9\]\{4\}-/, /\bDate\.parse\(/, /\bz\.iso\.date\(/];

/** Where days and instants are read, and said to be none. */
const reads: ReadonlySet<string> = new Set([
  'kernel/time/calendar.ts',
  'kernel/time/read-date.ts',
  'kernel/kind/datetime.ts',
]);

test('nobody else finds days by a pattern, or reads them as a browser does', () => {
  const asking = files.filter((file) => !reads.has(file) && looksForDays.some((one) => one.test(readSource(file))));
  expect(asking).toEqual([]);
});

test('the test itself sees who does', () => {
  const sees = (code: string) => looksForDays.some((one) => one.test(code));
  expect(sees(String.raw`/^\d{4}-\d{2}-\d{2}$/.test(start)`)).toBe(true);
  expect(sees(String.raw`/^(\d{4})-(\d\d)$/`)).toBe(true);
  expect(sees('const at = Date.parse(day) / 1000;')).toBe(true);
  expect(sees('toTime(day)')).toBe(false);
  expect(sees(String.raw`/^\d{4}$/.test(year)`)).toBe(false);
});

/** A day or a moment written as the browser would: 2026/11/21 here, 21 Nov 2026 there. */
const writesDays = [
  /\.toLocale(?:Date|Time)String\(/,
  /\bnew Date\([^\n]*\)\.toLocaleString\(/,
  /\b(?:date|time)Style:/,
];

test('pages write days and moments as web/cell does', () => {
  const shown = files.filter(
    (file) => /^(?:web|modules\/\w+\/web)\//.test(file) && file !== 'web/cell/format/calendar-format.ts',
  );
  expect(shown.filter((file) => writesDays.some((one) => one.test(readSource(file))))).toEqual([]);
});
