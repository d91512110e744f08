import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { parentsOf } from '#kernel/resource/parent-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';

/** Saturation of repeated words and influence of the length of a text, as in BM25, for texts of 120 characters. */
const saturation = 1.2;
const lengthShare = 0.75;
const usualLength = 120;

/**
 * SQL of how well a row of alias `t` with `hit_title` and `hit_validity` answers a search: how often its words occur, for
 * the length of its texts; whether its title is, begins with or contains them, and a title that only one row may have before
 * one that others share, as a vehicle before its checks, and one of its own before a copy of another row's, as an
 * enterprise before its risk; how new it is; and of laws and what cites them, whether they are in force.
 */
export function scoreSql(
  one: AnyResource,
  interpretations: readonly (readonly string[])[],
  { locale }: Pick<Caller, 'locale'>,
): Sql {
  const titles = [sql`t.hit_title`];
  // what has a title in both languages is found by either
  if (locale === 'en' && one.titleEnglish && !one.heading) titles.push(sql`t.${sql.id(one.title)}`);
  const ways = interpretations.map((terms) => {
    const points = titles.map((title) => ofTitle(one, title, terms));
    return sql`${frequency(terms)} + greatest(${sql.join(points)})`;
  });
  return sql`(greatest(${sql.join(ways)}) + ${recency(one)} + t.hit_validity)::float8`;
}

function frequency(terms: readonly string[]): Sql {
  const length = sql`(${saturation * (1 - lengthShare)}::float8 + ${(saturation * lengthShare) / usualLength}::float8 * char_length(coalesce(t.search_text, '')))`;
  return sql.join(
    terms.map((term) => {
      const times = sql`((char_length(coalesce(t.search_text, '')) - char_length(replace(coalesce(t.search_text, ''), ${term}, ''))) / ${[...term].length}::float8)`;
      return sql`(${saturation + 1}::float8 * ${times} / (${times} + ${length}))`;
    }),
    ' + ',
  );
}

function ofTitle(one: AnyResource, shown: Sql, terms: readonly string[]): Sql {
  const title = one.fields[one.title];
  const copied = !title?.unique && title?.write === 'server';
  const [exact, begins, contained] = copied ? [4, 2, 1] : [title?.unique ? 8 : 6, 3, 2];
  const written = sql`lower(${shown})`;
  const whole = terms.join(' ');
  const all = sql.join(
    terms.map((term) => sql`position(${term} in ${written}) > 0`),
    ' and ',
  );
  // an article is called by its law and its number, which is the last word of who looks for it
  const ends =
    terms.length > 1
      ? sql`right(${written}, ${[...(terms.at(-1) ?? '')].length}::int) = ${terms.at(-1) ?? ''}`
      : sql`false`;
  return sql`case when ${written} = ${whole} then ${exact}::int when (starts_with(${written}, ${terms[0] ?? ''}) or ${ends}) and ${all} then ${begins}::int when ${all} then ${contained}::int else 0 end`;
}

/** A row of today has one point more than one of long ago. */
const recency = (one: AnyResource): Sql =>
  allColumnsOf(one).createtime
    ? sql`exp(-greatest(0, extract(epoch from now() - t.createtime)) / 31536000)::float8`
    : sql`0`;

/** What is in force comes before what is not yet, was amended or repealed: points for a row of alias `t`. */
export function validitySql(one: AnyResource, find: FindResource): Sql {
  const points = (standing: Sql) =>
    sql`case ${standing} when 'effective' then 2 when 'upcoming' then 1 when 'amended' then -1 when 'repealed' then -2 else 0 end`;
  if (one.fields.standing) return points(sql`t.standing`);
  const parent = one.partOf ? parentsOf(one, find).find(({ fields }) => fields.standing) : undefined;
  return parent && one.partOf
    ? points(sql`(select p.standing from ${sql.id(tableOf(parent))} p where p.id = t.${sql.id(one.partOf)})`)
    : sql`0`;
}
