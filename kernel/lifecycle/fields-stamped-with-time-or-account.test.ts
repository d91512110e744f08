import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyField, Fields } from '../declaration/field.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field, kinds } from '../field/field.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { checkStampedFields, stampedValueKindOf } from './fields-stamped-with-time-or-account.ts';
import { lifecycle } from './lifecycle.ts';

const label = text('样本', 'Sample');
const server = { write: 'server' } as const;
const fields = {
  name: field.text(label),
  sent_at: field.datetime(label, server),
  sent_on: field.date(label, server),
  sent_by: field.reference(label, { to: 'auth/admin', ...server }),
  asked_by: field.reference(label, { to: 'user/user', ...server }),
  place_id: field.reference(label, { to: 'sample/place', ...server }),
  due_on: field.date(label),
} satisfies Fields;

const declare = (
  stamps: { readonly added?: readonly string[]; readonly sent?: readonly string[] },
  input: Fields = {},
) =>
  checkStampedFields(
    resource({
      name: 'sample/letter',
      label,
      title: 'name',
      scope: 'all',
      fields,
      stamps: stamps.added ?? [],
      life: lifecycle({
        initial: 'draft',
        states: { draft: label, sent: label },
        moves: { send: { from: ['draft'], to: 'sent', label, input, stamps: stamps.sent ?? [] } },
      }),
    } as AnyResource),
  );

test('what is written follows from the kind of the field', () => {
  expect(Object.values<AnyField>(fields).map(stampedValueKindOf)).toEqual([
    undefined,
    'moment',
    'day',
    'admin',
    'member',
    undefined,
    'day',
  ]);
  const names = ['sent_at', 'sent_on', 'sent_by', 'asked_by'];
  expect(() => declare({ added: names, sent: names })).not.toThrow();
});

describe('what cannot be stamped is refused', () => {
  test.each([
    ['sample/letter stamps other, which is no date', { added: ['other'] }],
    ['sample/letter stamps toString, which is no date', { added: ['toString'] }],
    ['sample/letter: send stamps name, which is no date', { sent: ['name'] }],
    ['sample/letter: send stamps place_id, which is no date', { sent: ['sent_at', 'place_id'] }],
    [`sample/letter: send stamps due_on, which the server must write`, { sent: ['due_on'] }],
  ])('%s', (message, stamps) => {
    expect(() => declare(stamps)).toThrow(message);
  });

  test('an input of the move', () => {
    const input = { sent_on: field.date(label) };
    expect(() => declare({ sent: ['sent_on'] }, input)).toThrow('stamps sent_on, which is in its input too');
    expect(() => declare({ added: ['sent_on'] }, input)).not.toThrow();
  });

  test('every kind but dates, datetimes and references to accounts', () => {
    const kindNames = fc.constantFrom(...Object.keys(kinds));
    fc.assert(
      fc.property(kindNames, fc.constantFrom('auth/admin', 'user/user', 'sample/place', undefined), (kind, to) => {
        const stamp = stampedValueKindOf({ kind, label, options: { to } } as AnyField);
        const isAccount = kind === 'reference' && to !== undefined && to !== 'sample/place';
        expect(stamp !== undefined).toBe(kind === 'datetime' || kind === 'date' || isAccount);
      }),
    );
  });
});
