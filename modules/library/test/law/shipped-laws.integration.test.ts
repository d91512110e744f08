import { afterAll, beforeAll, expect, test } from 'vitest';
import { readShippedLaws } from '#data/reference/read-laws.ts';
import { sql } from '#server/db/sql.ts';
import { createTestEngine, type TestEngine } from '../../../../test/support/test-engine.ts';
import { parseLawText } from '../../server/law/split-law-text-into-articles.ts';
import { loadShippedLaws } from '../../server/reference-data/load-shipped-laws.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
});
afterAll(() => on.close());

test('the shipped laws are read without anything out of order, doubled or empty', () => {
  for (const { title, text, source_url, published_on, effective_from } of readShippedLaws()) {
    const { articles, problems, preamble } = parseLawText(text);
    expect([title, articles.length > 0, preamble]).toEqual([title, true, []]);
    // only some articles are shipped, so that others are missing between them
    expect([title, problems.filter(({ problem }) => problem !== 'gap')]).toEqual([title, []]);
    expect(source_url).toMatch(/^https:\/\/github\.com\/LawRefBook\/Laws\/blob\/[\da-f]{40}\//);
    expect(effective_from >= published_on, title).toBe(true);
  }
});

test('a new database has them in force, and what a bureau changed stays', async () => {
  const titles = readShippedLaws().map(({ title }) => title);
  const rows = await on.db.rows<{ title: string; standing: string; revision: number }>(
    sql`select t.title, t.standing, t.revision from library_law t where t.title = any(${titles}::text[]) order by t.title`,
  );
  expect(rows.map(({ standing, revision }) => [standing, revision])).toEqual(titles.map(() => ['effective', 1]));
  const article = await on.db.row<{ text: string; article_no: string; chapter: string }>(sql`
    select a.text, a.article_no, a.chapter from library_article a join library_law l on l.id = a.law_id
    where l.title = '中华人民共和国旅游法' and a.number = 105`);
  expect(article?.article_no).toBe('第一百零五条');
  expect(article?.chapter).toBe('第九章 法律责任');
  expect(article?.text.split('\n')).toHaveLength(2);

  await on.db.query("update library_law set tags = '本局' where title = '旅行社条例'");
  await on.db.query("update library_law set title = '改名的条例' where title = '出版管理条例'");
  await loadShippedLaws(on.engine);
  expect(await on.db.rows("select tags from library_law where title = '旅行社条例'")).toEqual([{ tags: '本局' }]);
  expect(await on.db.rows("select 1 from library_law where title = '出版管理条例'")).toHaveLength(1);
});
