import { expect, test } from 'vitest';
import { type SqlValue, sql } from '#server/db/sql.ts';

test('values become numbered parameters', () => {
  const q = sql`select ${1} where name = ${'云南'} and on = ${null}`;
  expect(q.text).toBe('select $1 where name = $2 and on = $3');
  expect(q.values).toEqual([1, '云南', null]);
});

test('nested pieces are inlined and numbered in reading order', () => {
  const inner = sql`a = ${1} or b = ${2}`;
  const q = sql`select ${0} from t where (${inner}) and (${inner}) limit ${3}`;
  expect(q.text).toBe('select $1 from t where (a = $2 or b = $3) and (a = $4 or b = $5) limit $6');
  expect(q.values).toEqual([0, 1, 2, 1, 2, 3]);
  expect(inner.text).toBe('a = $1 or b = $2');
});

test('identifiers are quoted, with quotes inside doubled', () => {
  expect(sql`${sql.id('order')}`.text).toBe('"order"');
  expect(sql`${sql.id('t', 'a"b')}`.text).toBe('"t"."a""b"');
  expect(sql.id('a.b').text).toBe('"a.b"');
  expect(() => sql.id('')).toThrow(TypeError);
  expect(() => sql.id('a\0b')).toThrow(TypeError);
});

test('join takes pieces and values, and is empty of nothing', () => {
  expect(sql`in (${sql.join([1, 2, 3])})`.text).toBe('in ($1, $2, $3)');
  expect(sql.join([sql`a = ${1}`, sql`b = ${2}`], ' and ').text).toBe('a = $1 and b = $2');
  expect(sql.join([]).text).toBe('');
  expect(sql.join([]).isEmpty).toBe(true);
  expect(sql`x`.isEmpty).toBe(false);
  expect(sql.join([sql.empty]).text).toBe('');
});

test('arrays and objects are one parameter each', () => {
  const q = sql`where id = any(${[1, 2]}) and extra @> ${{ a: 1 }}`;
  expect(q.text).toBe('where id = any($1) and extra @> $2');
  expect(q.values).toEqual([[1, 2], { a: 1 }]);
});

test('undefined is refused, at run time too', () => {
  // @ts-expect-error undefined is no SQL value
  const q = sql`a = ${undefined}`;
  expect(() => q.text).toThrow('SQL parameter after "a = " is undefined');
});

test('raw text and hostile text do not mix', () => {
  const hostile: SqlValue = "'; drop table admin; --";
  const q = sql`select ${sql.raw('now()')} where name = ${hostile}`;
  expect(q.text).toBe('select now() where name = $1');
  expect(q.values).toEqual([hostile]);
});

test('a flattened piece reads the same, alone and within others', () => {
  const inner = sql`b = ${2} and ${sql.join([sql`c = ${'x'}`, sql.raw('d')], ' or ')}`;
  const piece = sql`a = ${1} and ${inner}${sql.empty}`;
  const flat = piece.flattened();
  expect([flat.text, flat.values]).toEqual([piece.text, piece.values]);
  const [around, aroundFlat] = [piece, flat].map((one) => sql`z = ${0} and (${one}) or y = ${9}`);
  expect([aroundFlat?.text, aroundFlat?.values]).toEqual([around?.text, around?.values]);
  expect(piece.named('kept').flattened().name).toBe('kept');
});
