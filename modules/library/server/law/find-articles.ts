import type { Queryable } from '#server/db/connect.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { whereInForceOn, whereVersionPublished } from '#server/read/condition/version-in-force.ts';
import { law, lawLevels } from '../../contract/law/law.ts';
import type { ArticleQuery } from '../../contract/law/parse-article-query.ts';

/** An article found, with the version of its law. */
export interface ArticleHit {
  readonly id: number;
  readonly law_id: number;
  readonly title: string;
  readonly level: string;
  readonly standing: string;
  readonly article_no: string;
  readonly chapter: string | null;
  readonly heading: string | null;
  readonly text: string | null;
  readonly complete: boolean;
}

/** Maximum number of articles shown, and of those among which the best are sought. */
export const maxHits = 50;
const maxCandidates = 1000;

const contains = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
const holds = (column: Sql, word: string): Sql =>
  [...word].length === 1
    ? sql`${column} like ${contains(word)}`
    : sql`(bigrams(${column}) @> bigrams(${word}) and ${column} like ${contains(word)})`;
/** Laws whose title or number contains a word. */
const lawsWith = (word: string): Sql =>
  sql`select s.id from library_law_search s where ${holds(sql`s.search_text`, word)}`;

/**
 * Articles by number and words, in the versions in force on a day (undefined: the latest published). Each word occurs in
 * the article or in the title of its law. Laws that the words name come first, then higher ranks.
 */
export async function findArticles(
  db: Queryable,
  { number, inserted, terms }: ArticleQuery,
  day: string | undefined,
): Promise<{ list: readonly ArticleHit[]; more: boolean }> {
  if (number === undefined && terms.length === 0) return { list: [], more: false };
  const named = sql.join(
    terms.map((word) => sql`(t.law_id in (${lawsWith(word)}))::int`),
    ' + ',
  );
  const conditions = [
    ...(number === undefined ? [] : [sql`t.number = ${number}`]),
    ...(inserted === undefined ? [] : [sql`t.inserted = ${inserted}`]),
    ...terms.map((word) => sql`(${holds(sql`t.search_text`, word)} or t.law_id in (${lawsWith(word)}))`),
    sql`t.law_id in (select l.id from library_law l where ${day === undefined ? latest : whereInForceOn(law, day, 'l')})`,
  ];
  const rows = await db.rows<ArticleHit>(sql`
    with found as materialized (
      select t.id, t.law_id, ${terms.length === 0 ? sql`0` : named} as named from library_article t
      where ${sql.join(conditions, ' and ')} limit ${maxCandidates})
    select a.id, a.law_id, l.title, l.level, l.standing, a.article_no, a.chapter, a.heading, a.text, a.complete
    from found f join library_article a on a.id = f.id join library_law l on l.id = f.law_id
    order by f.named desc, array_position(${Object.keys(lawLevels)}::text[], l.level), l.id, a.number, a.inserted
    limit ${maxHits + 1}`);
  return { list: rows.slice(0, maxHits), more: rows.length > maxHits };
}

/** Published versions that no published version has replaced. */
const latest = sql`${whereVersionPublished(law, 'l')} and not exists (
  select from library_law n where n.id = l.next_id and ${whereVersionPublished(law, 'n')})`;
