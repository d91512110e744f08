import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldOptions } from '../declaration/field.ts';
import type { NumberingRule } from '../declaration/numbering-rule.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { resource } from '../resource/declare-resource.ts';
import { sequenceOf } from '../resource/table-and-controller-names.ts';
import { text } from '../text/text.ts';
import { checkNumberedFields, numberedFields } from './fields-numbered-by-server.ts';
import { lifecycle } from './lifecycle.ts';

const label = text('样本', 'Sample');

/** Declared and checked, as the server does at its start. */
const check = (one: AnyResource): AnyResource => {
  checkNumberedFields(one);
  return one;
};

/** A resource with a number of this rule; `more` are further options of the field, or of the resource. */
const numbered = (
  number: string | NumberingRule,
  more: { readonly options?: FieldOptions; readonly of?: Partial<AnyResource>; readonly deletable?: boolean } = {},
) =>
  check(
    resource({
      name: 'sample/letter',
      label,
      title: 'no',
      scope: 'area',
      ...more.of,
      fields: {
        no: field.identifier(label, { unique: true, number, ...more.options }),
        area_code: field.area(label, { required: true }),
        kind: field.select(label, { options: { a: label, b: label } }),
        weight: field.integer(label, { required: true }),
        starts_at: field.datetime(label, { required: true }),
        ends_at: field.datetime(label),
      },
      life: lifecycle({
        initial: 'draft',
        states: {
          draft: label,
          sent: { ...label, ...(more.deletable === undefined ? {} : { deletable: more.deletable }) },
        },
        moves: {
          send: { from: ['draft'], to: 'sent', label },
          recall: { from: ['sent'], to: 'sent', label, reversible: true },
        },
      }),
    } as AnyResource),
  );

test('a pattern alone is short for a rule, and the server writes the field', () => {
  const one = numbered('JL{yyyy}{seq:6}');
  expect(numberedFields(one)).toEqual([['no', { pattern: 'JL{yyyy}{seq:6}' }]]);
  expect(one.fields.no?.write).toBe('server');
  expect(sequenceOf(one, 'no')).toBe('sample_letter_no_seq');
});

test('a rule may name a move, a day and required fields, and be gapless where no row is deleted', () => {
  const rule = { pattern: '{area_code:4}{yy}{seq:4}', on: 'send', day: 'starts_at', gapless: true } as const;
  expect(numberedFields(numbered(rule, { deletable: false }))).toEqual([['no', rule]]);
  expect(() => numbered({ pattern: '{seq}', gapless: true }, { of: { actions: ['index', 'add'] } })).not.toThrow();
});

describe('a number that could repeat, be missing, be written or be taken back is refused', () => {
  const at = 'sample/letter.no: ';
  test.each<readonly [string, Parameters<typeof numbered>]>([
    ['number {yyyy}: {seq} must stand in it once', ['{yyyy}']],
    [`${at}a number must be unique`, ['{seq}', { options: { unique: false } }]],
    [`${at}the server alone writes a number`, ['{seq}', { options: { required: true } }]],
    [`${at}the server alone writes a number`, ['{seq}', { options: { write: 'form' } }]],
    [`${at}the server alone writes a number`, ['{seq}', { options: { write: 'add' } }]],
    [`${at}the server alone writes a number`, ['{seq}', { options: { initial: 'A1' } }]],
    [`${at}{other} is not a required field that a number can show`, ['{other}{seq}']],
    [`${at}{kind} is not a required field that a number can show`, ['{kind}{seq}']],
    [`${at}{weight} is not a required field that a number can show`, ['{weight}{seq}']],
    [`${at}ends_at is not a required date`, [{ pattern: '{yyyy}{seq}', day: 'ends_at' }]],
    [`${at}weight is not a required date`, [{ pattern: '{yyyy}{seq}', day: 'weight' }]],
    [`${at}no move post`, [{ pattern: '{seq}', on: 'post' }]],
    [`${at}recall can be undone, and a number cannot`, [{ pattern: '{seq}', on: 'recall' }]],
    [`${at}its numbers are gapless`, [{ pattern: '{seq}', gapless: true }]],
    [`${at}its numbers are gapless`, [{ pattern: '{seq}', on: 'send', gapless: true }]],
    [`${at}its numbers are gapless`, [{ pattern: '{seq}', gapless: true }, { deletable: false }]],
  ])('%s', (message, args) => {
    expect(() => numbered(...args)).toThrow(message);
  });

  test('an amount is not numbered', () => {
    const fields = { no: field.money(label, { number: '{seq}', unique: true }) };
    expect(() =>
      checkNumberedFields(resource({ name: 'sample/sum', label, title: 'no', scope: 'all', fields })),
    ).toThrow('sample/sum.no: only texts are numbered');
  });
});

test('whatever a pattern is made of, it is taken with one place in the sequence and with no other number of them', () => {
  const part = fc.oneof(
    fc.constantFrom('{yyyy}', '{yy}', '{mm}', '{dd}', '{area_code}', '{area_code:4}', '{seq}', '{seq:5}'),
    fc.stringMatching(/^[A-Z〔〕号-]{1,4}$/),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const declare = () => numbered(parts.join(''));
      if (parts.filter((one) => one.startsWith('{seq')).length === 1) expect(declare).not.toThrow();
      else expect(declare).toThrow('{seq} must stand in it once');
    }),
  );
});
