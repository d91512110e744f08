import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxBodyValues, normaliseBody } from './normalise-request-body-values.ts';
import { hasTooManyValues } from './parse-json-bodies.ts';

const values = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + values(one), 1)
    : 1;

test('a body that may be read is never refused beforehand, whatever its texts hold', () => {
  const text = fc.stringMatching(/^[\\"[\]{},:a]{0,40}$/);
  const part = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: 'small' }, text, fc.integer(), tie('list'), tie('record')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    record: fc.dictionary(text, tie('any'), { maxKeys: 4 }),
  })).any;
  // padded beyond the length below which nothing is looked at
  fc.assert(
    fc.property(part, fc.integer({ min: 0, max: 3 }), (one, space) => {
      const json = JSON.stringify({ pad: '\\'.repeat(maxBodyValues), one }, undefined, space);
      expect(hasTooManyValues(json)).toBe(false);
    }),
  );
});

test('what holds more values than may be read, or nests deeper, is refused before it is parsed', () => {
  for (const json of [
    `[${'[1],'.repeat(maxBodyValues / 2)}1]`,
    `{"a":[${'{"b":1},'.repeat(maxBodyValues)}0]}`,
    `[${'[],'.repeat(maxBodyValues)}1]`,
    `{"a":"\\\\","b":[${'"\\"",'.repeat(maxBodyValues)}1]}`,
    '['.repeat(maxBodyValues + 1),
  ])
    expect(hasTooManyValues(json)).toBe(true);
  const most = { list: Array.from({ length: maxBodyValues - 2 }, () => 1) };
  expect(values(most)).toBe(maxBodyValues);
  expect(hasTooManyValues(JSON.stringify(most))).toBe(false);
  expect(normaliseBody(most)).toEqual(most);
});

test('text that is no JSON is left to the parser', () => {
  for (const json of [`"${'\\'.repeat(maxBodyValues)}`, `"${'x'.repeat(maxBodyValues)}`, ']'.repeat(maxBodyValues + 1)])
    expect(hasTooManyValues(json)).toBe(false);
});
