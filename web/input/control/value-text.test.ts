import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { textFromValue, valueFromText } from './value-text.ts';

const label = text('有效期至', 'Valid until');
const endless = field.date(label, { endless: text('长期有效', 'Unlimited') });

test('a day without end is copied as what it means, and read back', () => {
  expect(textFromValue(endless, null)).toBe('长期有效');
  expect(valueFromText(endless, '长期有效')).toBeNull();
  expect(textFromValue(endless, '2026-12-31')).toBe('2026-12-31');
});

test('nothing is copied of a value that is not there', () => {
  expect(textFromValue(endless, undefined)).toBe('');
  expect(textFromValue(field.date(label), null)).toBe('');
});
