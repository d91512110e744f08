import { toHalfWidth } from '#kernel/check/normalise-width-spaces-and-dashes.ts';
import { searchTextAsTypedAndNormalised } from '#kernel/field/normalise-plates-and-document-numbers-in-search-text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';

/** Most ways in which one search is read. */
const mostInterpretations = 5;

/** The number of an article that follows the name of its law without a space, of which the article's own text has only the number. */
const articleAfterName = /^([^\s第]{2,})(第[\d〇零一二三四五六七八九十百千]+条\S*)$/u;

const isLongEnough = (terms: readonly string[]) => terms.some((word) => [...word].length > 1);

/**
 * The ways to read a search, each a list of words that a row must contain: as typed, with plates and numbers as they are
 * stored, in half-width and simplified characters, and with synonyms (`system/synonym`) in place of a word. Empty if no
 * word has two characters, because that would match too many rows.
 */
export async function interpretSearchTextWithSynonyms(db: Queryable, typed: string): Promise<string[][]> {
  const plain = searchTextAsTypedAndNormalised(typed);
  if (!plain.some(isLongEnough)) return [];
  const half = toHalfWidth(typed).toLowerCase();
  const row = await db.row<{ folded: string; groups: string[] }>(sql`
    select fold_traditional(${half}) as folded, (select coalesce(json_agg(s.terms order by s.id), '[]') from system_synonym s
      where s.open and exists (select from regexp_split_to_table(lower(s.terms), '[、,，;；\\s]+') w (word)
        where length(w.word) > 1 and position(w.word in fold_traditional(${half})) > 0)) as groups`);
  const folded = row?.folded ?? half;
  const ways = new Map<string, string[]>();
  const add = (some: readonly string[][]): void => {
    for (const terms of some.filter(isLongEnough))
      if (ways.size < mostInterpretations) ways.set(terms.join(' '), terms);
  };
  add(plain);
  add(searchTextAsTypedAndNormalised(folded));
  add(searchTextAsTypedAndNormalised(folded.replace(articleAfterName, '$1 $2')));
  // what is typed as a label of a number is not meant as a word
  for (const group of plain.length > 1 ? [] : (row?.groups ?? [])) {
    if (ways.size >= mostInterpretations) break;
    for (const other of withSynonyms(folded, group)) add(searchTextAsTypedAndNormalised(other));
  }
  return [...ways.values()];
}

/** The text with a word of a group replaced by each of the first others. A single character is no word. */
function withSynonyms(text: string, terms: string): string[] {
  const group = terms
    .toLowerCase()
    .split(/[、,，;；\s]+/)
    .filter((word) => [...word].length > 1);
  // 旅游客车 is not 旅游 and another 客车
  const occurring = group.filter((word) => text.includes(word)).toSorted((a, b) => b.length - a.length)[0];
  return occurring === undefined
    ? []
    : group
        .filter((word) => word !== occurring)
        .slice(0, mostInterpretations)
        .map((word) => text.replaceAll(occurring, word));
}

/**
 * Words typed without spaces, as pairs of characters: 低价购物 as 低价 and 购物. For searches that find nothing as one word.
 * Undefined: there is nothing to split.
 */
export function splitIntoPairs(terms: readonly string[]): string[] | undefined {
  const split = terms.flatMap((word) => {
    const letters = [...word];
    if (letters.length < 4 || !/^\p{Script=Han}+$/u.test(word)) return [word];
    return Array.from({ length: Math.floor(letters.length / 2) }, (_, at) =>
      letters.slice(at * 2, at === Math.floor(letters.length / 2) - 1 ? undefined : at * 2 + 2).join(''),
    );
  });
  return split.length > terms.length ? split.slice(0, 8) : undefined;
}
