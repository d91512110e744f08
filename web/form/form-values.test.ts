import { expect, test } from 'vitest';
import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import { isAskedFor } from './form-values.ts';

const label = text('链接地址', 'Link address');
const url = field.text(label, { asked: { by: 'menu_type', of: ['link', 'iframe'] } });

test('a field is asked for beside what another says; what stands in it already stays in sight', () => {
  expect(isAskedFor(url, 'url', { menu_type: 'link', url: null })).toBe(true);
  expect(isAskedFor(url, 'url', { menu_type: 'tab', url: '' })).toBe(false);
  expect(isAskedFor(url, 'url', { menu_type: null, url: null })).toBe(false);
  expect(isAskedFor(url, 'url', { menu_type: 'tab', url: 'https://example.com' })).toBe(true);
  expect(isAskedFor(field.text(label), 'url', {})).toBe(true);
});
