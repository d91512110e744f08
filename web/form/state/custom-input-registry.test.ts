import { afterEach, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import {
  type CustomInput,
  customInputsOf,
  formPartsInOrder,
  needsWideForm,
  provideCustomInputs,
} from './custom-input-registry.ts';

const label = text('行程', 'Plan');
const fields = { name: field.text(label), days: field.text(label), stops: field.text(label), note: field.text(label) };
const never = () => Promise.reject(new Error('nothing is drawn here'));
const plan: CustomInput = { fields: ['days', 'stops'], wide: true, load: never };

afterEach(() => provideCustomInputs({}));

test('an input of its own is drawn once, where the first of its fields stands', () => {
  provideCustomInputs({ 'travel/product': [plan] });
  const inputs = customInputsOf('Travel/Product', fields);
  expect(formPartsInOrder(Object.keys(fields), inputs)).toEqual(['name', plan, 'note']);
  expect(formPartsInOrder(['note', 'stops', 'name'], inputs)).toEqual(['note', plan, 'name']);
  expect(needsWideForm(inputs)).toBe(true);
});

test('a form that takes only some of its fields draws them as all others are', () => {
  provideCustomInputs({ 'travel/product': [plan] });
  const { stops: _locked, ...submitted } = fields;
  expect(formPartsInOrder(Object.keys(submitted), customInputsOf('travel/product', submitted))).toEqual([
    'name',
    'days',
    'note',
  ]);
  expect(customInputsOf('travel/template', fields)).toEqual([]);
  expect(needsWideForm(customInputsOf(undefined, fields))).toBe(false);
});

test('one that serves for any of its fields is drawn for those the form takes', () => {
  const any: CustomInput = { ...plan, partly: true };
  provideCustomInputs({ 'travel/product': [any] });
  const { stops: _locked, ...submitted } = fields;
  expect(formPartsInOrder(Object.keys(submitted), customInputsOf('travel/product', submitted))).toEqual([
    'name',
    any,
    'note',
  ]);
  expect(customInputsOf('travel/product', { name: fields.name })).toEqual([]);
});
