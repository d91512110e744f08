import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * Only `isDate` decides whether a text is a day: a pattern would accept 2027-02-30, and `Date.parse` turns it into the
 * second of March. Days are read with `parseDateText` or a kind, instants with `parseInstant` or `toTime`.
 */
const looksForDays = [/\\d\{4\}\)?[-/.]\(?\\d/, /\[0-9\]\{4\}-/, /\bDate\.parse\(/, /\bz\.iso\.date\(/];

/** Where days and instants are read, and invalid ones rejected. */
const reads: ReadonlySet<string> = new Set([
  'kernel/time/shanghai-time.ts',
  'kernel/time/parse-date-text.ts',
  'kernel/kind/datetime.ts',
]);

test('no other file recognises days by a pattern or parses them with `Date`', () => {
  const asking = files.filter((file) => !reads.has(file) && looksForDays.some((one) => one.test(readSource(file))));
  expect(asking).toEqual([]);
});

test('the check finds such files', () => {
  const sees = (code: string) => looksForDays.some((one) => one.test(code));
  expect(sees(String.raw`/^\d{4}-\d{2}-\d{2}$/.test(start)`)).toBe(true);
  expect(sees(String.raw`/^(\d{4})-(\d\d)$/`)).toBe(true);
  expect(sees('const at = Date.parse(day) / 1000;')).toBe(true);
  expect(sees('toTime(day)')).toBe(false);
  expect(sees(String.raw`/^\d{4}$/.test(year)`)).toBe(false);
});

/** A day or a moment formatted by the browser: 2026/11/21 on one machine, 21 Nov 2026 on another. */
const writesDays = [
  /\.toLocale(?:Date|Time)String\(/,
  /\bnew Date\([^\n]*\)\.toLocaleString\(/,
  /\b(?:date|time)Style:/,
];

test('pages format days and moments with web/cell', () => {
  const shown = files.filter(
    (file) =>
      /^(?:web|modules\/[^/]+\/web)\//.test(file) && file !== 'web/cell/format/long-day-month-and-weekday-format.ts',
  );
  expect(shown.filter((file) => writesDays.some((one) => one.test(readSource(file))))).toEqual([]);
});
