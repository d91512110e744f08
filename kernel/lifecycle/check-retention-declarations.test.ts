import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyResource } from '../declaration/resource.ts';
import type { RowRetention } from '../declaration/retention-of-rows-in-days-or-months.ts';
import { field } from '../field/field.ts';
import { allColumnsOf } from '../resource/all-columns-of-resource.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { checkRetentionDeclaration, checkRetentionDeclarations, retentionsOf } from './check-retention-declarations.ts';

const label = text('样本', 'Sample');
const keeping = (keep: unknown): AnyResource => {
  const declared = resource({
    name: 'sample/line',
    label,
    title: 'name',
    scope: 'all',
    keep,
    fields: {
      name: field.text(label),
      secret: field.mobile(label, { privacy: 'masked' }),
      day: field.date(label),
      seen_at: field.datetime(label),
    },
  } as unknown as AnyResource);
  checkRetentionDeclarations(declared, allColumnsOf(declared));
  return declared;
};

test('rows are kept for days or months, from their creation or a date of theirs, some longer than others', () => {
  const several = [
    { days: 30, from: 'seen_at', where: [['name', '=', 'a']] },
    { months: 'log.months', from: 'day' },
  ];
  for (const keep of [undefined, { days: 180 }, { months: 6, most: 500 }, several])
    expect(() => keeping(keep)).not.toThrow();
  expect(retentionsOf(keeping(several).keep)).toHaveLength(2);
  expect(retentionsOf(keeping({ days: 1 }).keep)).toEqual([{ days: 1 }]);
});

describe('a retention that removes nothing, everything, or by no time is refused', () => {
  test.each([
    ['sample/line: keep needs days or months', {}],
    ['sample/line: keep needs days or months', []],
    ['sample/line: keep needs days or months', { days: 1, months: 1 }],
    ['sample/line: keep is a whole number', { days: 0 }],
    ['sample/line: keep is a whole number', { days: 0.5 }],
    ['sample/line: keep is a whole number', { months: -1 }],
    ['sample/line: keep is a whole number', { months: 5000 }],
    ['sample/line: keep.most is a whole number', { days: 1, most: 0 }],
    ['sample/line: keep counts from other, which is no date', { days: 1, from: 'other' }],
    ['sample/line: keep counts from name, which is no date', { days: 1, from: 'name' }],
    ['sample/line: keep names no condition', { days: 1, where: [] }],
    ['sample/line: keep names other, which is not a field', { days: 1, where: [['other', '=', 'a']] }],
    ['sample/line: keep names secret, which is personal data', { days: 1, where: [['secret', '=', 'a']] }],
    ['sample/line: keep compares name without a value', { days: 1, where: [['name', '=']] }],
  ])('%s: %j', (message, keep) => {
    expect(() => keeping(keep)).toThrow(message);
  });

  test('whatever number is given', () => {
    fc.assert(
      fc.property(fc.double(), (days) => {
        const check = () => checkRetentionDeclaration('sample', { days } satisfies RowRetention);
        if (Number.isInteger(days) && days >= 1 && days <= 36_525) expect(check).not.toThrow();
        else expect(check).toThrow('from one day to a century');
      }),
    );
  });
});
