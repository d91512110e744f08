import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** The same value with the parts of its objects the other way round. */
const turned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turned)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inner]) => [name, turned(inner)]),
        )
      : value;

describe('JSON whose order is not its content', () => {
  it('does not depend on the order of keys, and contains the whole value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
        // as parsed text: the sign of a zero is none of it
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('distinguishes different values', () => {
    const different = [
      null,
      '',
      0,
      '0',
      [],
      {},
      [null],
      { a: null },
      { a: { b: 1 } },
      { a: [{ b: 1 }] },
      { 'a":1,"b': 1 },
    ];
    expect(new Set(different.map(canonicalJson)).size).toBe(different.length);
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
  });
});
