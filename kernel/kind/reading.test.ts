import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMoment } from '#kernel/kind/datetime.ts';
import { cleanText } from '#kernel/kind/kind.ts';
import { areaLevel, areaPrefix } from '#kernel/kind/linked/area.ts';

test('texts lose control characters, keep their lines on demand, and are composed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (value, lines) => {
      const clean = cleanText(value, lines);
      expect(clean).toBe(clean.trim());
      expect(clean).toBe(clean.normalize('NFC'));
      expect(clean).not.toMatch(lines ? /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/ : /[\u0000-\u001f\u007f-\u009f]/);
      expect(cleanText(clean, lines)).toBe(clean);
    }),
  );
});

test('moments: what is read is an instant with a zone, or nothing', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 1 }), (value) => {
      const moment = readMoment(value);
      if (moment !== undefined) expect(Number.isNaN(Date.parse(moment))).toBe(false);
    }),
  );
});

test('areas: levels and prefixes', () => {
  expect([areaLevel('530000'), areaLevel('530100'), areaLevel('530102')]).toEqual([1, 2, 3]);
  expect([
    areaPrefix(''),
    areaPrefix('100000'),
    areaPrefix('530000'),
    areaPrefix('530100'),
    areaPrefix('530102'),
  ]).toEqual(['', '', '53', '5301', '530102']);
});
