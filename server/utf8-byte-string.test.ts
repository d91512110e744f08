import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byteStringOfCharacters,
  byteStringToBuffer,
  charactersOfByteString,
  decodeByteString,
  encodeByteString,
  joinByteStrings,
} from './utf8-byte-string.ts';

test('a text is restored from its bytes, alone and joined with others', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.nat(), (one, other, n) => {
      expect(decodeByteString(encodeByteString(one))).toBe(one);
      expect(byteStringToBuffer(encodeByteString(one))).toEqual(Buffer.from(one));
      expect(decodeByteString(joinByteStrings`[${encodeByteString(one)},${n},${encodeByteString(other)}]`)).toBe(
        `[${one},${n},${other}]`,
      );
    }),
  );
});

test('ASCII can be found in a byte string, and parts cut at it are complete', () => {
  const row = charactersOfByteString(encodeByteString('{"name":"官渡","state":"正常"}'));
  const at = row.indexOf(',"state":');
  expect(decodeByteString(byteStringOfCharacters(row.slice(0, at)))).toBe('{"name":"官渡"');
  expect(decodeByteString(byteStringOfCharacters(row.slice(at)))).toBe(',"state":"正常"}');
});
