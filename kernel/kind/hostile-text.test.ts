import { describe, expect, test } from 'vitest';
import type { KindName } from '#kernel/declaration/field.ts';
import { kinds } from '#kernel/field/field.ts';
import type { Kind } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import {
  isBlankRichText,
  isLinkAddress,
  isPictureAddress,
  richTextToPlain,
  toLinkAddress,
} from '#kernel/text/rich-text.ts';
import { text } from '#kernel/text/text.ts';
import { toTime } from '#kernel/time/shanghai-time.ts';

/**
 * Input is scanned once. A pattern that backtracks takes time quadratic in the length: half a minute for each of these
 * texts, so that the test would hang.
 */
const n = 50_000;
const pieces = [
  '1',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '0.',
  '1e',
  'T',
  ' T',
  '<',
  '<a ',
  '<br ',
  '&',
  '&#1',
  '@',
  'a@',
  'a.',
  '/',
  '%',
  '"',
  ',',
  '，',
  '1,',
  '{',
  '[',
  '张',
  '·',
  '\u3000',
];
const hostile = pieces.flatMap((piece) => [
  piece.repeat(n / piece.length),
  `${piece.repeat(n / piece.length)}!`,
  `2026-11-21T${piece.repeat(n / piece.length)}!`,
  `https://${piece.repeat(n / piece.length)}"`,
  `/storage/${piece.repeat(n / piece.length)}"`,
]);
const options = { options: { a: text('甲', 'A') }, to: 'shop/shop', level: 3, accept: '*' };

describe('no kind of field can be blocked by a long text', () => {
  for (const name of Object.keys(kinds) as KindName[])
    test(name, { timeout: 60_000 }, () => {
      const kind = kinds[name] as unknown as Kind<unknown, object>;
      const schema = kind.schema(options);
      for (const one of hostile) {
        expect(typeof schema.safeParse(one).success).toBe('boolean');
        const input = kind.fromText?.(one, options);
        if (input !== undefined) schema.safeParse(input);
      }
    });
});

test('nor can rich text, links and moments', { timeout: 60_000 }, () => {
  for (const one of hostile) {
    expect(typeof richTextToPlain(one)).toBe('string');
    expect(typeof isBlankRichText(one)).toBe('boolean');
    expect(isLinkAddress(one)).toBe(false);
    expect(isPictureAddress(one)).toBe(false);
    toLinkAddress(one);
    expect(() => toTime(one)).toThrow(RangeError);
  }
});

test('tabs at the end of lines are empty cells', () => {
  expect(richTextToPlain('<tr><td>甲</td><td></td></tr><tr><td>乙</td><td>丙</td></tr>')).toBe('甲\n乙\t丙');
});
