import { describe, expect, it } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { reviewRemarksByField } from '#web/form/state/review-remarks-by-field.ts';
import {
  splitErrorsByFieldsOfForm,
  validateField,
  validateFields,
} from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import {
  changedValues,
  initialValues,
  isSameValue,
  valuesOfNewRowToSend,
  valuesStoredInDraft,
} from './initial-changed-and-sent-form-values.ts';
import { sectionsOf } from './select-shown-and-locked-form-fields.ts';

const label = text('字段', 'Field');
const add = { locale: 'en', mode: 'add' } as const;
const edit = { locale: 'zh-cn', mode: 'edit' } as const;

describe('check of a field', () => {
  it('says the same words as the server', () => {
    expect(validateField(field.mobile(label), '123', add)).toEqual(['Enter a valid mobile number']);
    expect(validateField(field.creditCode(label), '91530100MA6K3XQN5B', edit)).toHaveLength(1);
    expect(validateField(field.text(label, { max: 3 }), 'abcd', add)).toEqual(['At most 3 characters']);
    expect(validateField(field.money(label), '12.505', add)).toEqual([
      'Enter an amount with at most two decimals, such as 1200.50',
    ]);
    expect(validateField(field.place(label), { lng: 102.7, lat: null }, edit)).toEqual([
      '请在地图上选择中国境内的位置',
    ]);
  });

  it('asks for what is required', () => {
    expect(validateField(field.text(label, { required: true }), '  ', add)).toEqual(['Required']);
    expect(validateField(field.files(label, { required: true }), [], add)).toEqual(['Required']);
    expect(validateField(field.editor(label, { required: true }), '', add)).toEqual(['editor required']);
    expect(validateField(field.switch(label, { required: true }), '0', edit)).toEqual([]);
    expect(validateField(field.switch(label, { confirms: true }), '0', edit)).toEqual(['须先确认']);
    expect(validateField(field.switch(label, { confirms: true }), '1', edit)).toEqual([]);
    expect(validateField(field.text(label), '', add)).toEqual([]);
  });

  it('lets what was there before stand', () => {
    const old = field.text(label, { max: 2 });
    expect(validateField(old, 'long ago', { ...edit, initial: 'long ago' })).toEqual([]);
    expect(validateField(old, 'changed', { ...edit, initial: 'long ago' })).toHaveLength(1);
  });

  it('keeps a masked value when nothing is typed', () => {
    const masked = field.mobile(label, { required: true, privacy: 'masked' });
    expect(validateField(masked, '', edit)).toEqual([]);
    expect(validateField(masked, '', add)).toEqual(['Required']);
  });
});

describe('a form', () => {
  const fields = {
    name: field.text(label, { required: true }),
    mobile: field.mobile(label, { privacy: 'masked' }),
    contact: field.personName(label),
    active: field.switch(label),
    level: field.integer(label, { initial: 3 }),
    place: field.place(label),
  };

  it('begins with declared values, or the row without what is masked', () => {
    expect(initialValues(fields)).toEqual({
      name: null,
      mobile: null,
      contact: null,
      active: '0',
      level: 3,
      place: null,
    });
    const row = { id: 1, name: 'A', mobile: '138****0000', contact: '张三', active: '1', level: null };
    expect(initialValues(fields, row)).toEqual({
      name: 'A',
      mobile: null,
      contact: '张三',
      active: '1',
      level: null,
      place: null,
    });
  });

  it('finds every error at its field', () => {
    expect(Object.keys(validateFields(fields, { ...initialValues(fields), mobile: '1', level: 1.5 }, add))).toEqual([
      'name',
      'mobile',
      'level',
    ]);
  });

  it('sends what changed, and empties what was emptied', () => {
    const before = { name: 'A', level: 3, place: { lng: 1, lat: 2 }, contact: null };
    expect(changedValues(before, { name: 'B', level: '', place: { lng: 1, lat: 2 }, contact: '' })).toEqual({
      name: 'B',
      level: null,
    });
    expect(valuesOfNewRowToSend({ name: 'A', level: null, contact: '', files: [] })).toEqual({ name: 'A' });
    expect(isSameValue([], null)).toBe(true);
    expect(isSameValue('0', null)).toBe(false);
  });

  it('keeps no personal data in a draft', () => {
    expect(valuesStoredInDraft(fields, { name: 'A', mobile: '13800000000', contact: '张三', level: 3 })).toEqual({
      name: 'A',
      level: 3,
    });
  });

  it('shows server errors at their fields and the rest above', () => {
    expect(
      splitErrorsByFieldsOfForm(fields, { name: ['已存在'], 'place.lng': ['界外'], uscc: ['重复'], level: [] }),
    ).toEqual({
      errors: { name: ['已存在'], place: ['界外'] },
      others: ['重复'],
    });
    expect(splitErrorsByFieldsOfForm(fields, undefined)).toEqual({ errors: {}, others: [] });
    expect(splitErrorsByFieldsOfForm(fields, { toString: ['odd'] })).toEqual({ errors: {}, others: ['odd'] });
  });

  it('reads the marks of an audit', () => {
    const marks = [
      { key: 'name', value: '与执照不符' },
      { key: 'name', value: '缺少字号' },
      { key: '', value: 'x' },
    ];
    expect(reviewRemarksByField({ id: 1, marks })).toEqual({ name: '与执照不符；缺少字号' });
    expect(reviewRemarksByField({ id: 1 })).toEqual({});
  });

  it('stands in sections', () => {
    const sections = { a: label, b: label };
    const one = {
      x: field.text(label, { section: 'b' }),
      y: field.text(label),
      z: field.text(label, { section: 'a' }),
    };
    expect(sectionsOf({ sections }, one)).toEqual([
      { key: '', names: ['y'] },
      { key: 'a', names: ['z'] },
      { key: 'b', names: ['x'] },
    ]);
  });
});
