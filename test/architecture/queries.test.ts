import { expect, test } from 'vitest';
import { files, readSource } from './sources.ts';

/**
 * A previous answer that is shown until the next one arrives must be for the same subject: with the library's own
 * `keepPreviousData` a guide was offered where coaches were expected. A row that its list has already brought is no
 * previous answer.
 */
const keepsAnything = [/\bkeepPreviousData\b/, /\bplaceholderData:(?! previousDataAsPlaceholder\(| listed\b)/];

test('a previous answer is shown in place of the next one only for the same subject', () => {
  const pages = files.filter((file) => /^(?:web|modules\/[^/]+\/web)\//.test(file));
  expect(pages.filter((file) => keepsAnything.some((one) => one.test(readSource(file))))).toEqual([]);
});

/** A loading button of antd suppresses clicks, and with it Enter in its form: whoever asks again is ignored. */
const deafWhileReading = /<Button\b(?=[^>]*htmlType="submit")(?=[^>]*loading=\{\w+\.is(?:Fetching|Loading|Pending)\})/;

test('a search form accepts the next question while the previous answer is still on its way', () => {
  expect(files.filter((file) => deafWhileReading.test(readSource(file)))).toEqual([]);
});

test('the checks find violations', () => {
  expect(keepsAnything.some((one) => one.test('placeholderData: (before) => before,'))).toBe(true);
  expect(keepsAnything.some((one) => one.test("placeholderData: previousDataAsPlaceholder('a'),"))).toBe(false);
  expect(deafWhileReading.test('<Button type="primary" htmlType="submit" loading={query.isFetching}>')).toBe(true);
  expect(deafWhileReading.test('<Button htmlType="submit" loading={busy}>')).toBe(false);
});
