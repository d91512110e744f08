import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { fieldValueFromText, textFromFieldValue } from './convert-field-value-and-text.ts';

const label = text('有效期至', 'Valid until');
const endless = field.date(label, { endless: text('长期有效', 'Unlimited') });

test('a day without end is copied as what it means, and read back', () => {
  expect(textFromFieldValue(endless, null)).toBe('长期有效');
  expect(fieldValueFromText(endless, '长期有效')).toBeNull();
  expect(textFromFieldValue(endless, '2026-12-31')).toBe('2026-12-31');
});

test('nothing is copied of a value that is not there', () => {
  expect(textFromFieldValue(endless, undefined)).toBe('');
  expect(textFromFieldValue(field.date(label), null)).toBe('');
});
