import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asLocale, text, textIn } from '#kernel/text/text.ts';
import {
  decodeMessage,
  encodeMessage,
  type ValidationMessageKey,
  validationMessages,
} from '#kernel/text/validation-messages.ts';

const keys = Object.keys(validationMessages) as ValidationMessageKey[];

test('every message exists in both languages, with the same placeholders', () => {
  const places = (wording: string) => [...wording.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).toSorted();
  for (const key of keys) {
    const message = validationMessages[key];
    expect(message['zh-cn'], key).toMatch(/[\u4e00-\u9fff]/);
    expect(message.en, key).not.toMatch(/[\u3000-\u9fff\uff00-\uffef]/);
    expect(places(message.en), key).toEqual(places(message['zh-cn']));
  }
});

test("an encoded message is decoded in the reader's language", () => {
  expect(encodeMessage('required')).toBe('required');
  expect(decodeMessage(encodeMessage('too_long', { max: 40 }), 'zh-cn')).toBe('不能超过 40 个字符');
  expect(decodeMessage(encodeMessage('too_long', { max: 40 }), 'en')).toBe('At most 40 characters');
});

test('foreign messages become the general refusal', () => {
  for (const odd of ['', 'Invalid input: expected string', 'constructor', '__proto__', 'toString', 'no|such|key'])
    expect(decodeMessage(odd, 'en')).toBe('Invalid format. Enter or choose it again');
  fc.assert(
    fc.property(fc.string(), (encoded) => {
      fc.pre(!Object.hasOwn(validationMessages, encoded.split('|')[0] ?? ''));
      expect(decodeMessage(encoded, 'zh-cn')).toMatch(/[\u4e00-\u9fff]/);
    }),
  );
});

test('placeholders are filled once, and those without a value remain visible', () => {
  expect(textIn(text('{a} 和 {b}', '{a} and {b}'), 'en', { a: '{b}', b: 2 })).toBe('{b} and 2');
  expect(textIn(text('{a}', '{a}'), 'zh-cn', {})).toBe('{a}');
  expect(textIn(text('{a}', '{a}'), 'en', { a: null })).toBe('null');
});

test('unknown languages fall back to Chinese', () => {
  expect(['en', 'EN', 'en-US', 'en_GB'].map(asLocale)).toEqual(['en', 'en', 'en', 'zh-cn']);
  for (const odd of ['zh-cn', 'fr', 'english', '', undefined, null, 5, ['en'], {}]) expect(asLocale(odd)).toBe('zh-cn');
});
