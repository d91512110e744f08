import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { whereVersionPublished } from '#server/read/condition/version-in-force-sql.ts';
import { notFound } from '#server/refusal.ts';
import { law } from '../../contract/law/law.ts';
import { alignArticles } from '../../contract/law/pair-articles-of-two-law-versions.ts';
import { type VersionedArticle, versionedArticleColumns } from './compare-law-versions.ts';

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
    select a.law_id, own.law_id as own_law, ${versionedArticleColumns}
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
