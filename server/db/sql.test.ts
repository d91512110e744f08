import { expect, test } from 'vitest';
import { SqlPieceTrie, type SqlValue, sql } from '#server/db/sql.ts';

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

test('join takes pieces and values, and gives the empty piece for none', () => {
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

test('a flattened piece has one parameter for repeated values of one type', () => {
  const rights = sql`${'{"a":1}'}::jsonb`;
  const piece =
    sql`f(${rights}, ${'{"a":1}'}::text, ${rights} -> t.status, ${7}::bigint, ${7}, ${7}::bigint)`.flattened();
  expect(piece.text).toBe('f($1::jsonb, $2::text, $1::jsonb -> t.status, $3::bigint, $4, $3::bigint)');
  expect(piece.values).toEqual(['{"a":1}', '{"a":1}', 7, 7]);
  const within = sql`a = ${0} and ${piece} and b = ${1}`;
  expect(within.text).toBe(
    'a = $1 and f($2::jsonb, $3::text, $2::jsonb -> t.status, $4::bigint, $5, $4::bigint) and b = $6',
  );
  expect([within.flattened().text, within.flattened().values]).toEqual([within.text, within.values]);
  const start = new SqlPieceTrie();
  const values: SqlValue[] = [];
  const way = within.follow(start, values);
  expect(values).toEqual(within.values);
  // with other values, which do not repeat, the text differs
  const other = sql`f(${'{}'}::jsonb, ${''}::text, ${'{"a":1}'}::jsonb -> t.status, ${7}::bigint, ${7}, ${8}::bigint)`;
  const others = sql`a = ${0} and ${other.flattened()} and b = ${1}`;
  expect(others.follow(start, [])).not.toBe(way);
  expect(others.text).toContain('$4::jsonb -> t.status, $5::bigint, $6, $7::bigint) and b = $8');
});

test('statements of the same pieces lead to the same step, and different texts to different ones', () => {
  const start = new SqlPieceTrie<string>();
  const lead = (one: ReturnType<typeof sql>) => {
    const values: SqlValue[] = [];
    const step = one.follow(start, values);
    expect(values).toEqual(one.values);
    return step;
  };
  const list = (ids: number[], name: string, limit: number) =>
    sql`select ${sql.id(name)} from t where id in (${sql.join(ids)}) limit ${sql.raw(String(limit))}`;
  const step = lead(list([1, 2], 'a', 10));
  expect(lead(list([3, 4], 'a', 10))).toBe(step);
  expect(lead(list([3, 4], 'a', 10).flattened())).toBe(lead(list([5, 6], 'a', 10).flattened()));
  // a piece in the place of a parameter, and the other way round
  const pair = (one: SqlValue | ReturnType<typeof sql>, other: SqlValue | ReturnType<typeof sql>) =>
    sql`f(${one}, ${other})`;
  const others = [
    list([1, 2, 3], 'a', 10),
    list([1, 2], 'b', 10),
    list([1, 2], 'a', 20),
    pair(sql.raw('x'), 1),
    pair(1, sql.raw('x')),
    pair(1, 1),
    pair(sql`${1}`, sql`x`),
    pair(sql`${1}x`, sql``),
  ];
  const byText = new Map([[list([1, 2], 'a', 10).text, step]]);
  for (const one of others) {
    const led = lead(one);
    for (const [text, earlier] of byText) expect(led === earlier, `${one.text} beside ${text}`).toBe(false);
    byText.set(one.text, led);
  }
  expect(start.steps).toBeLessThan(60);
  expect(() => lead(sql`a = ${undefined as unknown as SqlValue}`)).toThrow('SQL parameter after "a = " is undefined');
});
