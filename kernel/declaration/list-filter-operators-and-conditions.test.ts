import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operators, readOperator, readRange } from '#kernel/declaration/list-filter-operators-and-conditions.ts';

test('operators are parsed in any case, as signs and as words', () => {
  for (const operator of operators) {
    expect(readOperator(operator)).toBe(operator);
    expect(readOperator(` ${operator.toLowerCase()} `)).toBe(operator);
  }
  expect(['eq', 'ne', 'gt', 'egt', 'lt', 'elt', 'is null', 'is not null'].map(readOperator)).toEqual([
    '=',
    '<>',
    '>',
    '>=',
    '<',
    '<=',
    'NULL',
    'NOT NULL',
  ]);
});

test('unknown operators are refused', () => {
  for (const odd of [
    '',
    'SLEEP(1)',
    '= 1 or 1',
    'constructor',
    '__proto__',
    'toString',
    '==',
    null,
    undefined,
    1,
    {},
    ['='],
    true,
  ])
    expect(readOperator(odd)).toBeUndefined();
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readOperator(value);
      expect(read === undefined || operators.includes(read)).toBe(true);
    }),
  );
});

test('ranges have one end or two', () => {
  expect(readRange('1,5')).toEqual({ from: '1', to: '5' });
  expect(readRange(' 1 , 5 ')).toEqual({ from: '1', to: '5' });
  expect(readRange('1,')).toEqual({ from: '1', to: '' });
  expect(readRange(',5')).toEqual({ from: '', to: '5' });
  expect(readRange('2026-01-01 00:00:00,2026-12-31 23:59:59')).toEqual({
    from: '2026-01-01 00:00:00',
    to: '2026-12-31 23:59:59',
  });
  for (const none of ['', ',', ' , ', '5']) expect(readRange(none)).toBeUndefined();
});
