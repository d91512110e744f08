import type { Locale } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import { article } from '../../contract/article.ts';

/** An article in a list. */
export interface ListedArticle {
  readonly code: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly category: string;
  readonly published_at: number;
  readonly top: boolean;
  /** The first lines of an article without a subtitle, if they were asked for. */
  readonly beginning?: string | null;
  readonly [column: string]: unknown;
}

/** The open page of an article. Codes come from people. */
export const pathOfArticle = (code: string): string => `/article/${encodeURIComponent(code)}`;

/** A whole article. */
export interface PublicArticle extends ListedArticle {
  readonly id: number;
  readonly slug: string;
  readonly author: string | null;
  readonly source: string | null;
  readonly cover: string | null;
  readonly content: string;
  readonly attachments: readonly string[];
  readonly tags: string | null;
  /** The text has no English version. */
  readonly chinese_only: boolean;
}

/** A visible category with the address that it links to, if it is a link. */
export interface PublicCategory {
  readonly slug: string;
  readonly name: string;
  readonly kind: 'list' | 'page' | 'link';
  readonly url: string | null;
  readonly [column: string]: unknown;
}

/** Categories that are visible, as all above them are. */
const shownCategories = sql`(with recursive shown as (
  select id from article_category where pid is null and visible
  union select n.id from article_category n join shown on n.pid = shown.id where n.visible) select id from shown)`;

/** For alias `t`: published, not over, and in a category that is shown. */
const isOpen = () =>
  sql`${wherePublished(article)} and (t.expire_at is null or t.expire_at > now()) and t.category_id in ${shownCategories}`;

const columnIn = (locale: Locale, name: string) =>
  locale === 'en' ? sql`coalesce(t.${sql.id(`${name}_en`)}, t.${sql.id(name)})` : sql`t.${sql.id(name)}`;
const categoryName = (locale: Locale) => (locale === 'en' ? sql`c.name_en` : sql`c.name`);

export const readPublicCategories = (db: Queryable, locale: Locale): Promise<PublicCategory[]> =>
  db.rows<PublicCategory>(sql`select c.slug, ${categoryName(locale)} as name, c.kind, c.url from article_category c
    where c.visible and c.pid is null order by c.weigh desc, c.id limit 12`);

interface Wanted {
  readonly locale: Locale;
  /** Slug of a category, whose subcategories are included; '': all of them. */
  readonly category: string;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
  /** With the first lines of those without a subtitle. */
  readonly withBeginning?: true;
}

/** Characters of HTML that are read of a text for its first lines: it may begin with a picture and have forty thousand. */
const mostRead = 4000;

const beginningColumn = (locale: Locale) =>
  sql`, case when ${columnIn(locale, 'subtitle')} is null then left(${columnIn(locale, 'content')}, ${mostRead}::integer) end as beginning`;

/** What everybody may read, pinned ones first, then the newest. */
export function readPublicArticles(
  db: Queryable,
  { locale, category, search, offset, limit, withBeginning }: Wanted,
): Promise<ListedArticle[]> {
  const wanted = search.toLowerCase();
  const isFound = wanted === '' ? sql`true` : sql`strpos(t.search_text, ${wanted}) > 0`;
  const isInCategory =
    category === ''
      ? sql`true`
      : sql`t.category_id in (with recursive down as (
          select id from article_category where slug = ${category} and visible
          union select n.id from article_category n join down on n.pid = down.id where n.visible) select id from down)`;
  return db.rows<ListedArticle>(sql`
    select t.code, ${columnIn(locale, 'title')} as title, ${columnIn(locale, 'subtitle')} as subtitle, ${categoryName(locale)} as category,
      floor(extract(epoch from t.published_at))::bigint as published_at, t.top${withBeginning ? beginningColumn(locale) : sql.empty}
    from article t join article_category c on c.id = t.category_id
    where ${isOpen()} and ${isInCategory} and ${isFound}
    order by t.top desc, t.published_at desc, t.id desc limit ${limit} offset ${offset}`);
}

/** The published version of an article. Undefined: none is open to everybody. */
export function readPublicArticle(db: Queryable, code: string, locale: Locale): Promise<PublicArticle | undefined> {
  return db.row<PublicArticle>(sql`
    select t.id, t.code, ${columnIn(locale, 'title')} as title, ${columnIn(locale, 'subtitle')} as subtitle, ${categoryName(locale)} as category, c.slug,
      floor(extract(epoch from t.published_at))::bigint as published_at, t.top, t.author, t.source, t.cover, ${columnIn(locale, 'content')} as content,
      coalesce(t.attachments, '{}') as attachments, t.tags, t.content_en is null as chinese_only
    from article t join article_category c on c.id = t.category_id
    where compact_identifier(t.code) = compact_identifier(${code}) and ${isOpen()}`);
}

/** Counts that an article was read. The article itself does not change, so this is not a write. */
export const countArticleView = (db: Queryable, id: number): Promise<unknown> =>
  db.query(sql`update article set views = views + 1 where id = ${id}`);
