import { describe, expect, test } from 'vitest';
import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import { field } from '#kernel/field/field.ts';
import {
  isFormLocked,
  messageForLockedField,
  writableFields,
} from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { amendmentKindsOfInput } from './fields-opened-by-amendment-rules.ts';

const label = text('字段', 'Field');
const kinds = { route: text('线路', 'Route'), fee: text('费用', 'Fee') };
type Values = AmendmentRules<
  'name' | 'number' | 'price' | 'consent' | 'kinds' | 'why' | 'loose' | 'count',
  'draft' | 'filed' | 'shut'
>;
const amendments: Values = {
  in: ['filed'],
  label: text('变更', 'Amend'),
  by: 'kinds',
  kinds: { route: ['name', 'consent'], fee: ['price'] },
  reasons: ['why'],
  attached: ['consent'],
};
const declare = (values: Partial<Values> = {}) =>
  resource({
    name: 'guild/tour',
    label,
    title: 'name',
    scope: 'all',
    fields: {
      name: field.text(label, { required: true }),
      number: field.text(label, { required: true }),
      price: field.money(label),
      consent: field.file(label, { accept: 'pdf' }),
      kinds: field.checkbox(label, { options: kinds }),
      why: field.textarea(label),
      loose: field.select(label, { options: kinds }),
      count: field.integer(label, { write: 'server' }),
    },
    life: lifecycle({
      initial: 'draft',
      states: {
        draft: label,
        filed: { ...label, editable: { except: ['number', 'loose'] } },
        shut: { ...label, editable: false, final: true },
      },
      moves: {},
    }),
    amendments: { ...amendments, ...values },
  });
const accepted = (state: string | undefined, amends?: readonly string[]) =>
  Object.keys(writableFields(declare(), state === undefined ? 'add' : 'edit', { actor: 'member', state, amends }));

describe('a filed row', () => {
  test('is changed only by an amendment, in the fields its kinds open', () => {
    expect(accepted(undefined)).toEqual(['name', 'number', 'price', 'loose']);
    expect(accepted('draft')).toEqual(['name', 'number', 'price', 'loose']);
    expect(accepted('filed')).toEqual(['kinds', 'why']);
    expect(accepted('filed', ['fee'])).toEqual(['price', 'kinds', 'why']);
    expect(accepted('filed', ['fee', 'route'])).toEqual(['name', 'price', 'consent', 'kinds', 'why']);
    expect(accepted('shut', ['fee'])).toEqual([]);
    // it is still offered to be edited: the way leads through the kinds
    expect(isFormLocked(declare(), { actor: 'member', state: 'filed' })).toBe(false);
    expect(isFormLocked(declare(), { actor: 'member', state: 'shut' })).toBe(true);
  });

  test('names the kinds that open a field, or none', () => {
    const why = (name: string) => messageForLockedField(declare(), name, { actor: 'member', state: 'filed' }).en;
    expect(why('price')).toBe('On file: use “Amend”, with the kind “Fee”, to change this');
    expect(messageForLockedField(declare(), 'why', { actor: 'member' }).en).toBe('Filled in with “Amend” only');
    expect(why('number')).toBe('Cannot be edited in status “Field”');
  });

  test('has only declared kinds, whatever is sent', () => {
    expect(amendmentKindsOfInput(amendments, { kinds: ['fee', 'else', 'fee'] })).toEqual(['fee']);
    for (const sent of [undefined, null, 'fee', {}, 7])
      expect(amendmentKindsOfInput(amendments, { kinds: sent })).toEqual([]);
  });

  test('is refused when it could not be entered or when fields could not be amended', () => {
    const faults: [Partial<Values>, RegExp][] = [
      [{ by: 'loose' }, /by loose, which is not a checkbox field/],
      [{ kinds: { route: ['name'] } }, /whose options are not its kinds/],
      [{ kinds: { route: ['name'], fee: [] } }, /no kind open price, which could not be changed in filed/],
      [{ kinds: { route: ['name', 'why'], fee: ['price'] } }, /open why, a field of the amendment itself/],
      [{ kinds: { route: ['name', 'count'], fee: ['price'] } }, /with count, which forms cannot write/],
      [{ reasons: ['number'] }, /with number, which must not be required/],
    ];
    for (const [values, fault] of faults) expect(() => declare(values), String(fault)).toThrow(fault);
  });
});
