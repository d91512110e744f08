import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

import { badParameter, notFound } from '#server/refusal.ts';
import { type ArticlePair, alignArticles } from '../../contract/law/pair-articles-of-two-law-versions.ts';

/** An article as versions of a law are compared. */
export interface VersionedArticle {
  readonly id: number;
  readonly number: number;
  readonly inserted: number;
  readonly article_no: string;
  readonly chapter: string | null;
  readonly text: string | null;
}

export const versionedArticleColumns = sql`a.id, a.number, a.inserted, a.article_no, a.chapter, a.text`;

/** What differs between two versions of a law, article by article. */
export interface LawComparison {
  readonly pairs: readonly { readonly before: VersionedArticle | null; readonly after: VersionedArticle | null }[];
  /** Articles with the same number and text in both. */
  readonly same: number;
}

/** Compares two versions of one law. Articles that are the same in both are only counted. */
export async function compareLawVersions(db: Queryable, before: number, after: number): Promise<LawComparison> {
  const laws = await db.rows<{ id: number; code: string }>(
    sql`select id, code from library_law where id = any(${[before, after]}::bigint[])`,
  );
  const [old, fresh] = [before, after].map((id) => laws.find((one) => one.id === id));
  if (!old || !fresh) throw notFound();
  if (old.code !== fresh.code) throw badParameter();
  const articles = await db.rows<VersionedArticle & { law_id: number }>(
    sql`select a.law_id, ${versionedArticleColumns} from library_article a where a.law_id = any(${[before, after]}::bigint[]) order by a.weigh, a.id`,
  );
  const of = (id: number) => articles.filter(({ law_id }) => law_id === id);
  const pairs = alignArticles(of(before), of(after));
  const differing = pairs.filter((pair) => !isSame(pair));
  return {
    pairs: differing.map((pair) => ({ before: pair.before ?? null, after: pair.after ?? null })),
    same: pairs.length - differing.length,
  };
}

const isSame = ({ before, after }: ArticlePair<VersionedArticle>): boolean =>
  before?.text === after?.text && before?.article_no === after?.article_no;
