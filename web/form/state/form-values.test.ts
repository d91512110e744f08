import { expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { isRequestedField } from './form-field-selection.ts';

const label = text('链接地址', 'Link address');
const url = field.text(label, { shownWhen: { by: 'menu_type', of: ['link', 'iframe'] } });

test('a field is asked for beside what another says; what stands in it already stays in sight', () => {
  expect(isRequestedField(url, 'url', { menu_type: 'link', url: null })).toBe(true);
  expect(isRequestedField(url, 'url', { menu_type: 'tab', url: '' })).toBe(false);
  expect(isRequestedField(url, 'url', { menu_type: null, url: null })).toBe(false);
  expect(isRequestedField(url, 'url', { menu_type: 'tab', url: 'https://example.com' })).toBe(true);
  expect(isRequestedField(field.text(label), 'url', {})).toBe(true);
});
