import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { formatAmount, roundIfComputed } from './format-amounts-and-code-groups.ts';

const label = text('样本', 'Sample');

test('amounts are grouped as text, to the last digit', () => {
  expect(formatAmount('1234567.50')).toBe('1,234,567.50');
  expect(formatAmount('999')).toBe('999');
});

test('what the platform computed is rounded, and what somebody typed is not', () => {
  const computed = field.float(label, { write: 'server' });
  expect(roundIfComputed(computed, 26.552643536184142)).toBe('26.55');
  expect(roundIfComputed(computed, 3)).toBe('3');
  expect(roundIfComputed(field.float(label), 102.712254)).toBe('102.712254');
  expect(roundIfComputed(field.number(label, { write: 'server' }), 4.567)).toBe('4.567');
});
