import { expect, test } from 'vitest';
import { datePart, parseNumberPattern, restartsEveryYear } from './record-number-pattern.ts';

test('a pattern is text, parts of the date, fields of the row and one place in a sequence', () => {
  expect(parseNumberPattern('T{area_code:4}{yy}{mm}{dd}{seq:5}')).toEqual([
    { text: 'T' },
    { field: 'area_code', length: 4 },
    { date: 'yy' },
    { date: 'mm' },
    { date: 'dd' },
    { digits: 5 },
  ]);
  expect(parseNumberPattern('{kind}-{seq}号')).toEqual([
    { field: 'kind', length: undefined },
    { text: '-' },
    { digits: 1 },
    { text: '号' },
  ]);
});

test.each([
  ['JL{yyyy}', '{seq} must stand in it once'],
  ['{seq}{seq:2}', '{seq} must stand in it once'],
  ['{yyyy:2}{seq}', '{yyyy} has a length of its own'],
  ['{seq:0}', 'a brace that belongs to no placeholder'],
  ['{seq:100}', 'a brace that belongs to no placeholder'],
  ['{seq', 'a brace that belongs to no placeholder'],
  ['{}{seq}', 'a brace that belongs to no placeholder'],
])('%s is refused: %s', (pattern, message) => {
  expect(() => parseNumberPattern(pattern)).toThrow(message);
});

test('numbers begin again with each year that stands in them', () => {
  for (const pattern of ['{yyyy}{seq}', '{yy}{mm}{seq}'])
    expect(restartsEveryYear(parseNumberPattern(pattern))).toBe(true);
  for (const pattern of ['{seq}', '{mm}{dd}{seq}']) expect(restartsEveryYear(parseNumberPattern(pattern))).toBe(false);
  expect((['yyyy', 'yy', 'mm', 'dd'] as const).map((place) => datePart(place, '2026-03-09'))).toEqual([
    '2026',
    '26',
    '03',
    '09',
  ]);
});
