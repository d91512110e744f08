import { findPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import type { Locale } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { HelpAudience } from '../contract/help-audiences.ts';
import { expandHelpQueryWithSynonyms, extractContentTerms } from './expand-help-query-with-synonyms.ts';

/** A question in a list of results. */
export interface FoundQuestion {
  readonly id: number;
  readonly question: string;
  readonly category: string;
  readonly [column: string]: unknown;
}

/** A question with its answer. */
export interface AnsweredQuestion extends FoundQuestion {
  readonly answer: string;
  readonly related: readonly { readonly id: number; readonly question: string }[];
  /** What the reader said of it. */
  readonly voted: boolean | null;
}

/** Questions found at most. */
const most = 20;
/** Share of the pairs of characters of a question that a found one has at least. */
const least = 0.5;

const audienceOf = ({ type }: Caller): HelpAudience =>
  type === 'admin' || type === 'system' ? 'officer' : type === 'member' ? 'member' : 'public';

/** Published questions (alias `t`) for the caller; what is for everybody is for each. */
export const helpReadableBy = (caller: Caller): Sql =>
  sql`t.status = 'published' and t.audience && ${[audienceOf(caller), 'public']}::text[]`;

const inLanguage = (locale: Locale, name: string): Sql => sql.raw(locale === 'en' ? `${name}_en` : name);

const columns = (locale: Locale) =>
  sql`t.id, t.${inLanguage(locale, 'question')} as question, c.${inLanguage(locale, 'name')} as category`;

/** Words of one meaning, as officers enter them. */
async function readSynonyms(db: Queryable): Promise<string[][]> {
  const rows = await db.rows<{ terms: string }>(
    'select lower(terms) as terms from help_synonym order by id limit 2000',
  );
  return rows.map(({ terms }) => terms.split(/[\s,，、;；]+/).filter(Boolean));
}

/**
 * Questions that contain the words that are searched for or words of the same meaning, or most of their pairs of
 * characters; the best ones first. What somebody who is signed in does not find is noted, unless it
 * contains a number of a person.
 */
export async function searchHelp(db: Queryable, caller: Caller, query: string): Promise<FoundQuestion[]> {
  if (extractContentTerms(query) === '') return [];
  const variants = expandHelpQueryWithSynonyms(query, await readSynonyms(db));
  const found = await db.rows<FoundQuestion>(sql`
    with wanted as materialized (
      select v as terms, array(select distinct p from unnest(bigrams(v)) p where p !~ '\\s') as pairs from unnest(${variants}::text[]) v
    ), rated as (
      select t.id, max(case when strpos(t.search_text, w.terms) > 0 then 2
        when cardinality(w.pairs) = 0 then 0
        else (select count(*) from unnest(w.pairs) p where strpos(t.search_text, p) > 0)::numeric / cardinality(w.pairs) end) as score
      from help_article t, wanted w where ${helpReadableBy(caller)} group by t.id
    )
    select ${columns(caller.locale)} from rated r join help_article t on t.id = r.id join help_category c on c.id = t.category_id
    where r.score >= ${least} order by r.score desc, t.helpful - t.useless desc, t.id limit ${most}`);
  if (found.length === 0 && caller.type !== 'guest') await noteMiss(db, query);
  return found;
}

async function noteMiss(db: Queryable, query: string): Promise<void> {
  const terms = query.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, 60);
  if (terms.length < 2 || findPersonalNumbers(terms, shanghaiToday()).length > 0) return;
  await db.query(sql`insert into help_miss as m (query) values (${terms})
    on conflict (query) do update set times = m.times + 1, last_at = now(), updatetime = now()`);
}

/** The questions of a screen. */
export const readHelpOfScreen = (db: Queryable, caller: Caller, screen: string): Promise<FoundQuestion[]> =>
  db.rows<FoundQuestion>(sql`select ${columns(caller.locale)} from help_article t join help_category c on c.id = t.category_id
    where t.screen = ${screen} and ${helpReadableBy(caller)} order by t.helpful - t.useless desc, t.id limit ${most}`);

/** All questions by category, for the open page. */
export const readAllHelp = (db: Queryable, caller: Caller): Promise<FoundQuestion[]> =>
  db.rows<FoundQuestion>(sql`select ${columns(caller.locale)} from help_article t join help_category c on c.id = t.category_id
    where ${helpReadableBy(caller)} order by c.weigh desc, c.id, t.helpful - t.useless desc, t.id limit 300`);

/** A question with its answer. Undefined: it is not there, or not for the caller. */
export function readHelpArticle(db: Queryable, caller: Caller, id: number): Promise<AnsweredQuestion | undefined> {
  const own = caller.type === 'admin' ? sql`v.admin_id = ${caller.id}` : sql`v.user_id = ${caller.id}`;
  return db.row<AnsweredQuestion>(sql`
    select ${columns(caller.locale)}, t.${inLanguage(caller.locale, 'answer')} as answer,
      (select v.helpful from help_vote v where v.article_id = t.id and ${own}) as voted,
      coalesce((select json_agg(json_build_object('id', o.id, 'question', o.${inLanguage(caller.locale, 'question')}) order by o.id)
        from help_article o where o.id = any(t.related) and o.status = 'published' and o.audience && ${[audienceOf(caller), 'public']}::text[]), '[]') as related
    from help_article t join help_category c on c.id = t.category_id where t.id = ${id} and ${helpReadableBy(caller)}`);
}
