import { expect, test } from 'vitest';
import { text } from '../text/text.ts';
import { dateKind } from './date.ts';

const endless = text('长期有效', 'Unlimited');
const read = (value: unknown) => dateKind.schema({ endless }).safeParse(value);

test('a date with `endless` accepts a date or the text for none, in either language', () => {
  for (const texts of ['长期有效', ' 长期有效 ', 'unlimited', 'Unlimited'])
    expect(read(texts), texts).toMatchObject({ success: true, data: null });
  expect(read('2026年11月3日')).toMatchObject({ success: true, data: '2026-11-03' });
  for (const wrong of ['长期', '2026-02-30', 'x'.repeat(100), 5])
    expect(read(wrong).success, String(wrong)).toBe(false);
});

test('a date without `endless` accepts no text', () => {
  expect(dateKind.schema({}).safeParse('长期有效').success).toBe(false);
  expect([dateKind.unset?.({}), dateKind.unset?.({ endless })]).toEqual([undefined, endless]);
});
