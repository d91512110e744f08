import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { searchTextAsTypedAndNormalised } from '#kernel/field/normalise-plates-and-document-numbers-in-search-text.ts';
import {
  namesOfSearchedFields,
  quickSearchIndexTable,
  referencesFollowedByQuickSearch,
} from '#kernel/list/fields-covered-by-quick-search.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { whereVisibleInCopy } from '../field/hide-copied-values-of-invisible-rows.ts';
import { scopeOfReferenceTitles } from '../scope/row-scope-of-caller.ts';

/**
 * Compiles a quick search. Every word must occur, as typed or as stored, in the row or in a referenced row that the
 * caller sees.
 */
export function compileQuickSearch(resource: AnyResource, text: string, caller: Caller, find: FindResource): Sql {
  const { own, through } = searchedPlaces(resource, caller, find);
  if (!own && through.length === 0) return /^\d{1,15}$/.test(text) ? sql`t.id = ${Number(text)}` : sql`false`;
  const everyWord = (terms: readonly string[]) =>
    sql.join(
      terms.map((word) => {
        const places = [...(own ? [own.one(word)] : []), ...through.map((one) => one.contains(word))];
        return places.length === 1 ? (places[0] as Sql) : sql`(${sql.join(places, ' or ')})`;
      }),
      ' and ',
    );
  const [typed = [], meant] = searchTextAsTypedAndNormalised(text);
  return meant ? sql`(${everyWord(typed)} or ${everyWord(meant)})` : everyWord(typed);
}

interface SearchOfTerms {
  readonly caller: Caller;
  readonly find: FindResource;
  /** Whether texts of the rows of a resource may contain the longest of the words. */
  inTexts(resource: string): boolean;
}

/**
 * Conditions on alias `t` that together find the rows in which every word occurs, each with the help of an index: all words in
 * the row itself, found by the rarest of their pairs, or at least one in a referenced row that the caller sees. In one condition
 * with `or`, an index would read every row that has the commonest word. Empty: there are no such rows.
 */
export function alternativesContainingAllTerms(
  resource: AnyResource,
  terms: readonly string[],
  { caller, find, inTexts }: SearchOfTerms,
): readonly Sql[] {
  const { own, through } = searchedPlaces(resource, caller, find);
  const alternatives = own && inTexts(resource.name) ? [own.every(terms)] : [];
  const referred = through.filter(({ target }) => inTexts(target));
  const [only] = terms;
  if (terms.length === 1 && only !== undefined)
    return referred.length === 0
      ? alternatives
      : [
          ...alternatives,
          sql`(${sql.join(
            referred.map(({ contains: has }) => has(only)),
            ' or ',
          )})`,
        ];
  // the longest word is in the row or in a referenced one, any other word may be in further ones
  if (through.length === 0 || (alternatives.length === 0 && referred.length === 0)) return alternatives;
  const inReferred = terms.map((word) => through.map(({ contains: has }) => has(word)));
  const each = terms.map((word, at) => [...(own ? [own.unindexed(word)] : []), ...(inReferred[at] ?? [])]);
  return [
    ...alternatives,
    sql`(${sql.join(inReferred.flat(), ' or ')}) and ${sql.join(
      each.map((places) => sql`(${sql.join(places, ' or ')})`),
      ' and ',
    )}`,
  ];
}

interface SearchedPlaces {
  /** The row itself; undefined if it has no searched fields. */
  readonly own:
    | {
        one(word: string): Sql;
        every(terms: readonly string[]): Sql;
        /** For rows that another condition has found. */
        unindexed(word: string): Sql;
      }
    | undefined;
  /** Referenced rows, of each field. */
  readonly through: readonly { readonly target: string; contains(word: string): Sql }[];
}

/** The places in which quick search looks for a word. */
function searchedPlaces(resource: AnyResource, caller: Caller, find: FindResource): SearchedPlaces {
  const searched = namesOfSearchedFields(resource);
  const hasCopiedText = searched.some((name) => resource.fields[name]?.fromSource);
  const visible = (where: Sql) => (hasCopiedText ? whereVisibleInCopy(where, resource, caller, find) : where);
  const through = referencesFollowedByQuickSearch(resource).flatMap((name) => {
    const target = targetOf(resource.fields[name] as AnyField);
    const related = target && find(target.resource);
    if (!related) return [];
    const scope = scopeOfReferenceTitles(resource.fields[name] as AnyField, related, caller, find);
    // as an array, which an index finds in an `or`: of a subquery the planner expects half of all rows
    const holds = (word: string) =>
      sql`t.${sql.id(name)} = any(array(select t.id from ${sql.id(tableOf(related))} t where ${scope ? sql`${scope} and ` : sql.empty}${containsTerm(related, word)}))`;
    return { target: related.name, contains: holds };
  });
  if (searched.length === 0) return { own: undefined, through };
  return {
    own: {
      one: (word) => visible(containsTerm(resource, word)),
      every: (terms) => visible(containsEveryTerm(resource, terms)),
      unindexed: (word) => visible(quickSearchIndexTable(resource) ? containsTerm(resource, word) : occurs(word)),
    },
    through,
  };
}

const occurs = (word: string): Sql => sql`t.search_text like ${contains(word)}`;

/** Words of two and more characters use the bigram index; `like` checks the rest. */
export const containsTerm = (resource: AnyResource, word: string): Sql => containsEveryTerm(resource, [word]);

function containsEveryTerm(resource: AnyResource, terms: readonly string[]): Sql {
  const holds = sql.join(terms.map(occurs), ' and ');
  const long = terms.filter((word) => [...word].length > 1).map((word) => sql`bigrams(${word})`);
  if (long.length === 0) return terms.length === 1 ? holds : sql`(${holds})`;
  const pairs = long.length === 1 ? (long[0] as Sql) : sql`(${sql.join(long, ' || ')})`;
  const indexed = sql`bigrams(t.search_text) @> ${pairs} and ${holds}`;
  const separate = quickSearchIndexTable(resource);
  return separate ? sql`t.id in (select t.id from ${sql.id(separate)} t where ${indexed})` : sql`(${indexed})`;
}

/** Pattern of texts that contain a value. */
export const contains = (value: string) => `%${value.replace(/[\\%_]/g, '\\$&')}%`;
