import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * An answer that stands in for the next one says of what it may be: with the library's own `keepPreviousData` a guide was
 * offered where coaches were due. A row that its list already brought is no earlier answer.
 */
const keepsAnything = [/\bkeepPreviousData\b/, /\bplaceholderData:(?! previousDataAsPlaceholder\(| listed\b)/];

test('answers before stand in for those of the same subject alone', () => {
  const pages = files.filter((file) => /^(?:web|modules\/\w+\/web)\//.test(file));
  expect(pages.filter((file) => keepsAnything.some((one) => one.test(readSource(file))))).toEqual([]);
});

/** A button of antd that loads prevents the click it gets, and with it Enter in its form: whoever asks anew is not heard. */
const deafWhileReading = /<Button\b(?=[^>]*htmlType="submit")(?=[^>]*loading=\{\w+\.is(?:Fetching|Loading|Pending)\})/;

test('a form that reads takes the next question while the answer to the one before is due', () => {
  expect(files.filter((file) => deafWhileReading.test(readSource(file)))).toEqual([]);
});

test('the tests themselves see it', () => {
  expect(keepsAnything.some((one) => one.test('placeholderData: (before) => before,'))).toBe(true);
  expect(keepsAnything.some((one) => one.test("placeholderData: previousDataAsPlaceholder('a'),"))).toBe(false);
  expect(deafWhileReading.test('<Button type="primary" htmlType="submit" loading={query.isFetching}>')).toBe(true);
  expect(deafWhileReading.test('<Button htmlType="submit" loading={busy}>')).toBe(false);
});
