import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { whereVersionPublished } from '#server/read/condition/version-in-force.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { type ArticlePair, alignArticles } from '../../contract/law/align-articles.ts';
import { law } from '../../contract/law/law.ts';

/** An article as versions of a law are compared. */
export interface VersionedArticle {
  readonly id: number;
  readonly number: number;
  readonly inserted: number;
  readonly article_no: string;
  readonly chapter: string | null;
  readonly text: string | null;
}

const columns = sql`a.id, a.number, a.inserted, a.article_no, a.chapter, a.text`;

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
    sql`select a.law_id, ${columns} from library_article a where a.law_id = any(${[before, after]}::bigint[]) order by a.weigh, a.id`,
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

/** An article in a version of its law. */
export interface ArticleInVersion {
  readonly law_id: number;
  readonly revision: number;
  readonly effective_from: string | null;
  readonly effective_to: string | null;
  readonly standing: string;
  /** Null: this version does not have it. */
  readonly article: VersionedArticle | null;
}

/**
 * An article in all published versions of its law and in its own, latest first. In another version it is the article with
 * its number or, after articles were renumbered, its wording.
 */
export async function readArticleVersions(db: Queryable, id: number): Promise<readonly ArticleInVersion[]> {
  const rows = await db.rows<VersionedArticle & { law_id: number; own_law: number }>(sql`
    select a.law_id, own.law_id as own_law, ${columns}
    from library_article own join library_law o on o.id = own.law_id
      join library_law l on l.code = o.code and (l.id = o.id or ${whereVersionPublished(law, 'l')})
      join library_article a on a.law_id = l.id
    where own.id = ${id} order by a.weigh, a.id`);
  const versions = await db.rows<Omit<ArticleInVersion, 'article'>>(sql`
    select l.id as law_id, l.revision, l.effective_from, l.effective_to, l.standing
    from library_article own join library_law o on o.id = own.law_id
      join library_law l on l.code = o.code and (l.id = o.id or ${whereVersionPublished(law, 'l')})
    where own.id = ${id} order by l.revision desc`);
  const own = rows.find((one) => one.id === id);
  if (!own) throw notFound();
  const present = rows.filter(({ law_id }) => law_id === own.own_law);
  return versions.map((version) => {
    if (version.law_id === own.own_law) return { ...version, article: own };
    const others = rows.filter(({ law_id }) => law_id === version.law_id);
    const pair = alignArticles(others, present).find(({ after }) => after === own);
    return { ...version, article: pair?.before ?? null };
  });
}
