import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('the database indexes every two characters that follow each other, and nothing else', async () => {
  const texts = [
    '',
    '中',
    '😀😀a',
    ...fc.sample(
      fc.string({ unit: fc.constantFrom('a', 'b', '中', '国', '😀', ' ', '\n', '\u001f', "'", '{', ',') }),
      300,
    ),
  ];
  const rows = await app.db.rows<{ pairs: string[] }>(
    sql`select bigrams(w) as pairs from unnest(${texts}::text[]) with ordinality u (w, place) order by place`,
  );
  const expected = texts.map((text) => {
    const characters = [...text];
    return new Set(characters.slice(1).map((next, at) => `${characters[at]}${next}`));
  });
  expect(rows.map(({ pairs }) => new Set(pairs))).toEqual(expected);
});
