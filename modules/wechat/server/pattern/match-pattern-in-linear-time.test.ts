import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LinearPattern } from './match-pattern-in-linear-time.ts';
import { PatternError } from './parse-keyword-pattern.ts';

/** Patterns of the supported language over two letters, whose repeated parts are never empty. */
const patterns = fc.letrec<{ atom: string; piece: string; sequence: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d'),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})`),
  ),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,2}', '{1,}'))
    .map(([one, times]) => one + times),
  sequence: fc.array(tie('piece'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
})).pattern;

const edges = fc.constantFrom(['', ''], ['^', ''], ['', '$'], ['^', '$']);

test('finds what a regular expression finds', () => {
  fc.assert(
    fc.property(
      patterns,
      edges,
      fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 12 }),
      (inner, [start, end], given) => {
        const written = `${start}(?:${inner})${end}`;
        let pattern: LinearPattern;
        try {
          pattern = new LinearPattern(written);
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
          fc.pre(false);
          return;
        }
        const expected = new RegExp(written, 's').exec(given);
        expect(pattern.exec(given)?.[0] ?? null, written).toEqual(expected?.[0] ?? null);
      },
    ),
    { numRuns: 500 },
  );
});

test('captures what was written, whatever its width and case', () => {
  expect(new LinearPattern('^查团\\s*([a-z0-9]+)$').exec('查团　ＴD5301')).toEqual(['查团　ＴD5301', 'ＴD5301']);
  expect(new LinearPattern('(导游)?(\\d{3})').exec('第123号')).toEqual(['123', null, '123']);
});

test('a text that is searched in part has no end there', () => {
  const given = `退款${'，请尽快'.repeat(200)}`;
  const found = (pattern: string) => new LinearPattern(pattern).exec(given, undefined, 2)?.[0] ?? null;
  expect(['退款', '^退', '退款$', '^退款$', '^(?:退款|退)$', '款.', '尽'].map(found)).toEqual([
    '退款',
    '退',
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(new LinearPattern('尽快$').exec(given, undefined, 2000)?.[0]).toBe('尽快');
});

describe('patterns that a backtracking matcher would work on for ever', () => {
  for (const pattern of ['(a+)+$', '^(?:a|a)*$', '(?:a|aa)+$', '(.*)(.*)(.*)(.*)x$', '(?:[a-z]+[0-9]?)+!$'])
    test(pattern, () => {
      const budget = { left: 5_000_000 };
      expect(new LinearPattern(pattern).exec(`${'a'.repeat(2000)}b`, budget)).toBeNull();
      // steps, not time: at most a few for each character and instruction
      expect(5_000_000 - budget.left).toBeLessThan(2001 * 120);
    });
});

test('ends when the steps are spent', () => {
  expect(new LinearPattern('(?:a|b)*c').exec('ab'.repeat(500), { left: 300 })).toBeUndefined();
});

describe('what is refused, with the place', () => {
  const refusalOf = (pattern: string): [string, unknown] => {
    try {
      new LinearPattern(pattern);
    } catch (error) {
      if (error instanceof PatternError) return [error.text.en, error.values.n];
      throw error;
    }
    return ['accepted', 0];
  };
  test.each([
    ['(a)\\1', 'Character {n}: back references are not supported, as matching them may never end', 5],
    ['a(?=b)', 'Character {n}: look-around is not supported, as matching it may never end', 3],
    ['(?<!a)b', 'Character {n}: look-around is not supported, as matching it may never end', 2],
    ['(a*)*', 'Character {n}: the repeated part can be empty', 1],
    ['(a*|b)?', 'Character {n}: the repeated part can be empty', 1],
    ['^*', 'Character {n}: the repeated part can be empty', 1],
    ['+a', 'Character {n}, “{c}”: nothing to repeat', 1],
    ['a**', 'Character {n}, “{c}”: nothing to repeat', 3],
    ['a{3,2}', 'Character {n}: repeats from 0 to {max}, the smaller number first', 2],
    ['a{1000}', 'Character {n}, “{c}”, is not possible here', 2],
    ['a)', 'Character {n}, “{c}”, is not possible here', 2],
    ['\\bword', 'Character {n}: “\\{c}” is not supported', 2],
    ['[b-a]', 'Character {n}: the smaller end of a range comes first', 3],
    ['(a', 'The pattern is not complete', undefined],
    ['[a', 'The pattern is not complete', undefined],
    ['a\\', 'The pattern is not complete', undefined],
    ['(?:(?:(?:a{50}){50}){50})', 'The pattern is too complex: reduce its repeats', undefined],
    [`${'('.repeat(30)}a${')'.repeat(30)}`, 'Too many brackets within brackets', undefined],
  ])('%s', (pattern, message, place) => {
    expect(refusalOf(pattern)).toEqual([message, place]);
  });
});
