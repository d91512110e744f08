import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { readMoment } from '#kernel/kind/datetime.ts';
import { cleanText } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { areaLevel, areaPrefix } from '#kernel/kind/linked/area.ts';
import { integerKind } from '#kernel/kind/number.ts';
import { text } from '#kernel/text/text.ts';

test('texts lose control characters, keep line breaks on request, and are normalised to NFC', () => {
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

test('moments: only instants with a zone are parsed', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 1 }), (value) => {
      const moment = readMoment(value);
      if (moment !== undefined) expect(Number.isNaN(Date.parse(moment))).toBe(false);
    }),
  );
});

test('moments and times survive a spreadsheet to the second', () => {
  const readBack = (one: AnyField, wire: unknown) => {
    const kind = kindOf(one);
    const shown = kind.toText?.(wire, one.options, 'zh-cn') ?? '';
    return [shown, kind.schema(one.options).safeParse(kind.fromText?.(shown, one.options) ?? shown).data];
  };
  const moment = field.datetime(text('时间', 'At'));
  const time = field.time(text('时间', 'At'));
  expect(readBack(moment, 1_795_224_600)).toEqual(['2026-11-21 09:30', 1_795_224_600]);
  expect(readBack(moment, 1_795_224_607)).toEqual(['2026-11-21 09:30:07', 1_795_224_607]);
  expect(readBack(time, '18:00:00')).toEqual(['18:00', '18:00:00']);
  expect(readBack(time, '18:00:07')).toEqual(['18:00:07', '18:00:07']);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      expect(readBack(moment, seconds)[1]).toBe(seconds);
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

test.each([{}, { min: 0 }, { min: 0, max: 100 }])(
  'a plainly valid integer of %j is one that its schema returns as it is',
  (options) => {
    const plain: unknown[] = [];
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.double(), fc.integer({ min: -5, max: 105 }), fc.anything({ maxDepth: 1 })),
        (value) => {
          if (!integerKind.isPlainlyValid?.(value, options)) return;
          plain.push(value);
          expect(integerKind.schema(options).safeParse(value)).toEqual({ success: true, data: value });
        },
      ),
      { numRuns: 300 },
    );
    expect(plain.length).toBeGreaterThan(10);
  },
);
