import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytes, charactersOf, fromBytes, ofCharacters, toBuffer, toBytes } from './byte-string.ts';

test('a text is restored from its bytes, alone and joined with others', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.nat(), (one, other, n) => {
      expect(fromBytes(toBytes(one))).toBe(one);
      expect(toBuffer(toBytes(one))).toEqual(Buffer.from(one));
      expect(fromBytes(bytes`[${toBytes(one)},${n},${toBytes(other)}]`)).toBe(`[${one},${n},${other}]`);
    }),
  );
});

test('ASCII can be found in a byte string, and parts cut at it are complete', () => {
  const row = charactersOf(toBytes('{"name":"官渡","state":"正常"}'));
  const at = row.indexOf(',"state":');
  expect(fromBytes(ofCharacters(row.slice(0, at)))).toBe('{"name":"官渡"');
  expect(fromBytes(ofCharacters(row.slice(at)))).toBe(',"state":"正常"}');
});
