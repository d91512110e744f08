import type { Database, Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { whereInForceOn, whereVersionPublished } from '#server/read/condition/version-in-force-sql.ts';
import { law, lawLevels } from '../../contract/law/law.ts';
import type { LawArticleSearch } from '../../contract/law/parse-law-article-search-text.ts';

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
export const maxArticleHits = 50;
const maxCandidates = 1000;

const contains = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
const isIndexed = (term: string): boolean => [...term].length > 1;
/** The index finds the pairs of characters, `like` checks the rest. */
const textHolds = (terms: readonly string[]): Sql[] =>
  terms.map((term) =>
    isIndexed(term)
      ? sql`bigrams(t.search_text) @> bigrams(${term}) and t.search_text like ${contains(term)}`
      : sql`t.search_text like ${contains(term)}`,
  );

/** Published versions that no published version has replaced. */
const latest = sql`${whereVersionPublished(law, 'l')} and not exists (
  select from library_law n where n.id = l.next_id and ${whereVersionPublished(law, 'n')})`;

/** A term, and the laws whose title, number, authority or tags contain it. */
interface SearchedTerm {
  readonly term: string;
  readonly laws: readonly number[];
}

/** The versions of laws that are searched, and which of them each term names. There are some thousand: no index is needed. */
async function readVersions(
  db: Queryable,
  terms: readonly string[],
  day: string | undefined,
): Promise<{ all: readonly number[]; searched: readonly SearchedTerm[] }> {
  const named = terms.map(
    (term) => sql`(select coalesce(json_agg(l.id), '[]') from versions l where l.search_text like ${contains(term)})`,
  );
  const row = await db.row<{ all: number[]; named: number[][] }>(sql`
    with versions as materialized (
      select l.id, l.search_text from library_law l where ${day === undefined ? latest : whereInForceOn(law, day, 'l')})
    select (select coalesce(json_agg(l.id), '[]') from versions l) as "all", json_build_array(${sql.join(named)}) as named`);
  return { all: row?.all ?? [], searched: terms.map((term, at) => ({ term, laws: row?.named[at] ?? [] })) };
}

/**
 * Articles by number and terms, in the versions in force on a day (undefined: the latest published). Each term occurs in
 * the article or in the title of its law. Laws that the terms name come first, then higher ranks.
 */
export async function findArticlesAcrossLaws(
  db: Database,
  { number, inserted, terms }: LawArticleSearch,
  day: string | undefined,
): Promise<{ list: readonly ArticleHit[]; more: boolean }> {
  const { all, searched } = await readVersions(db, terms, day);
  const branches = number === undefined ? branchesByTerms(searched) : [branchByNumber(searched, number, inserted)];
  if (branches.length === 0) return { list: [], more: false };
  const candidates = branches.map(
    ({ named, where }) => sql`(select t.id, ${named} as named from library_article t
      where ${sql.join(where, ' and ')} and t.law_id + 0 = any(${all}::bigint[]) limit ${maxCandidates})`,
  );
  const found = await db.transaction(async (tx) => {
    // Because of the limit, the planner would read articles in another order and compute the pairs of characters of
    // each, which takes a third of a millisecond. Bitmaps leave the indexes of the conditions.
    await tx.query('set local enable_seqscan = off; set local enable_indexscan = off');
    return tx.rows<{ id: number; named: number }>(sql.join(candidates, ' union all '));
  });
  const rows = await db.rows<ArticleHit>(sql`
    select a.id, a.law_id, l.title, l.level, l.standing, a.article_no, a.chapter, a.heading, a.text, a.complete
    from (select f.id, f.named, a.law_id from (select u.id, max(u.named) as named from
          unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ named }) => named)}::int[]) u (id, named) group by u.id) f
        join library_article a on a.id = f.id join library_law l on l.id = a.law_id
        order by f.named desc, ${rank}, l.id, a.number, a.inserted limit ${maxArticleHits + 1}) f
      join library_article a on a.id = f.id join library_law l on l.id = f.law_id
    order by f.named desc, ${rank}, l.id, a.number, a.inserted`);
  return { list: rows.slice(0, maxArticleHits), more: rows.length > maxArticleHits };
}

const rank = sql`array_position(${Object.keys(lawLevels)}::text[], l.level)`;

/** Conditions under which an article is found, and how many terms name its law. */
interface Branch {
  readonly named: Sql;
  readonly where: readonly Sql[];
}

function branchByNumber(searched: readonly SearchedTerm[], number: number, inserted: number | undefined): Branch {
  const isNamed = ({ laws }: SearchedTerm) => sql`t.law_id = any(${laws}::bigint[])`;
  return {
    named:
      searched.length === 0
        ? sql`0`
        : sql.join(
            searched.map((one) => sql`${isNamed(one)}::int`),
            ' + ',
          ),
    where: [
      sql`t.number = ${number}`,
      ...(inserted === undefined ? [] : [sql`t.inserted = ${inserted}`]),
      ...searched.map((one) => sql`(${isNamed(one)} or t.search_text like ${contains(one.term)})`),
    ],
  };
}

/**
 * Ways in which terms may be shared between a law and its articles: none names the law, one does, or all that name any
 * law do. Each is a statement of its own, so that the index finds the terms in the text.
 */
function branchesByTerms(searched: readonly SearchedTerm[]): Branch[] {
  const naming = searched.filter(({ laws }) => laws.length > 0);
  const shares = [[], ...naming.map((one) => [one]), ...(naming.length > 1 ? [naming] : [])];
  return shares.flatMap((ofLaw): Branch[] => {
    const inText = searched.filter((one) => !ofLaw.includes(one)).map(({ term }) => term);
    if (ofLaw.length === 0 && !inText.some(isIndexed)) return [];
    const laws = ofLaw.map((one) => sql`t.law_id = any(${one.laws}::bigint[])`);
    return [{ named: sql.raw(String(ofLaw.length)), where: [...laws, ...textHolds(inText)] }];
  });
}
