import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactIdentifier, tidyIdentifier } from './normalise-document-and-order-numbers.ts';

test.each([
  ['L-YN00123', 'LYN00123'],
  ['l yn 00123', 'LYN00123'],
  ['Ｌ－ＹＮ００１２３', 'LYN00123'],
  ['\u202dL\u2014YN\u00a000123\u202c', 'LYN00123'],
  ['DZG-2019-530001', 'DZG2019530001'],
  ['昆文旅停字〔2026〕1号', '昆文旅停字20261号'],
  ['昆文旅停字（2026） 1 号', '昆文旅停字20261号'],
  ['昆文旅停字【2026】1号', '昆文旅停字20261号'],
  ['1m8.gdm9/axkp042788', '1M8GDM9AXKP042788'],
  ['HT-1、HT-2', 'HT1、HT2'],
  ['- / ·', ''],
])('%s is told apart by %s', (written, compact) => expect(compactIdentifier(written)).toBe(compact));

test('numbers that differ in a letter or a digit stay different', () => {
  const numbers = [
    'L-YN00001',
    'L-YN00010',
    'L-YN0001',
    'L-GZ00001',
    'DZG2019530001',
    'DZG2019530010',
    'DZG201953000l',
  ];
  expect(new Set(numbers.map(compactIdentifier)).size).toBe(numbers.length);
});

test('is stored as printed, and compared the same before and after', () => {
  expect(tidyIdentifier('\u202d Ｌ－ＹＮ　00123（副）\u202c')).toBe('L-YN 00123(副)');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const written = typed.normalize('NFC');
      const compact = compactIdentifier(written);
      expect(compactIdentifier(compact)).toBe(compact);
      expect(compactIdentifier(tidyIdentifier(written))).toBe(compact);
    }),
  );
});
