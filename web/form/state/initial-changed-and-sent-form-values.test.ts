import { expect, test, vi } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { isRequestedField, lockedFields, writableFieldsInState } from './select-shown-and-locked-form-fields.ts';

const label = text('链接地址', 'Link address');
const url = field.text(label, { shownWhen: { by: 'menu_type', of: ['link', 'iframe'] } });

test('a field is asked for beside what another says; what stands in it already stays in sight', () => {
  expect(isRequestedField(url, 'url', { menu_type: 'link', url: null })).toBe(true);
  expect(isRequestedField(url, 'url', { menu_type: 'tab', url: '' })).toBe(false);
  expect(isRequestedField(url, 'url', { menu_type: null, url: null })).toBe(false);
  expect(isRequestedField(url, 'url', { menu_type: 'tab', url: 'https://example.com' })).toBe(true);
  expect(isRequestedField(field.text(label), 'url', {})).toBe(true);
});

test('a number is shown in the form of a row that has one, and cannot be written', () => {
  vi.stubGlobal('window', { location: { pathname: '/admin/sample/letter' } });
  const letter = resource({
    name: 'sample/letter',
    label: text('信函', 'Letter'),
    title: 'no',
    scope: 'all',
    fields: {
      no: field.text(text('编号', 'Number'), { number: 'A{seq}', unique: true }),
      subject: field.text(text('主题', 'Subject')),
    },
  });
  const row = { id: 1, no: 'A7', subject: '' };
  expect(Object.keys(lockedFields(letter, row))).toEqual(['no']);
  expect(lockedFields(letter, { ...row, no: null })).toEqual({});
  expect(Object.keys(writableFieldsInState(letter, row))).toEqual(['subject']);
  vi.unstubAllGlobals();
});
