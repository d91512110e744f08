import fc from 'fast-check';
import { parse } from 'postgres-array';
import { expect, test } from 'vitest';
import { postgresArrayLiteral } from './encode-array-parameters-as-postgres-literals.ts';

test('a list is read back as it was', () => {
  const element = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'NULL', 'null', '"', '\\', '{,}', ' a '),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(element), (list) => {
      expect(parse(postgresArrayLiteral(list) as string, (one) => one)).toEqual(list);
    }),
  );
  expect(postgresArrayLiteral([1, -2.5, 1e21, 7n, true, null])).toBe('{1,-2.5,1e+21,7,true,NULL}');
  expect(postgresArrayLiteral([1, -2.5, 1e21, Number.NaN])).toBe('{1,-2.5,1e+21,NaN}');
  expect(postgresArrayLiteral([])).toBe('{}');
});

test('what else a list may hold is left to the driver', () => {
  for (const one of [[1], new Date(0), Buffer.from('a'), { a: 1 }, undefined])
    expect(postgresArrayLiteral(['a', one])).toBe(undefined);
});
