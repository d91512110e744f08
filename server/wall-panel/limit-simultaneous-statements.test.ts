import { expect, test } from 'vitest';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { limitSimultaneousStatements } from './limit-simultaneous-statements.ts';

/** A database whose statements end when the test says so. */
function slowDatabase() {
  const running: { text: string; end: (error?: Error) => void }[] = [];
  const begun: string[] = [];
  const run = (statement: unknown): Promise<never[]> =>
    new Promise((resolve, reject) => {
      const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
      begun.push(text);
      running.push({ text, end: (error) => (error ? reject(error) : resolve([])) });
    });
  const database = { query: run, rows: run, row: run } as unknown as Queryable;
  const end = async (error?: Error) => {
    running.shift()?.end(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { database, begun, end };
}

test('no more statements run at once than allowed, and the others follow in their order', async () => {
  const { database, begun, end } = slowDatabase();
  const limited = limitSimultaneousStatements(database, 2).inOrder;
  const all = Promise.all([limited.rows('a'), limited.row('b'), limited.query('c'), limited.rows('d')]);
  expect(begun).toEqual(['a', 'b']);
  await end();
  expect(begun).toEqual(['a', 'b', 'c']);
  await end();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end();
  await end();
  await all;
  void limited.rows('e');
  void limited.rows('f');
  void limited.rows('g');
  expect(begun.slice(4)).toEqual(['e', 'f']);
});

test('a statement that fails gives its turn to the next', async () => {
  const { database, begun, end } = slowDatabase();
  const limited = limitSimultaneousStatements(database, 1).inOrder;
  const failing = expect(limited.rows('a')).rejects.toThrow('no table');
  const next = limited.rows('b');
  await end(new Error('no table'));
  await failing;
  expect(begun).toEqual(['a', 'b']);
  await end();
  expect(await next).toEqual([]);
});

test('brief statements, which have connections of their own, do not wait', () => {
  const { database, begun } = slowDatabase();
  const limited = limitSimultaneousStatements(database, 1).inOrder;
  void limited.rows('a');
  void limited.row(sql`b`.asBrief());
  expect(begun).toEqual(['a', 'b']);
});

test('statements that come first pass those that wait, and keep their order among themselves', async () => {
  const { database, begun, end } = slowDatabase();
  const { inOrder, first } = limitSimultaneousStatements(database, 1);
  const all = Promise.all([inOrder.rows('a'), inOrder.rows('b'), first.rows('c'), inOrder.rows('d'), first.row('e')]);
  expect(begun).toEqual(['a']);
  for (let n = 0; n < 5; n++) await end();
  await all;
  expect(begun).toEqual(['a', 'c', 'e', 'b', 'd']);
});
