import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { quickSearchInterpretations } from '#kernel/field/search-terms-with-recognised-field-values.ts';
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
  const searched = searchedPlaces(resource, caller, find);
  if (!searched) return /^\d{1,15}$/.test(text) ? sql`t.id = ${Number(text)}` : sql`false`;
  const [typed = [], meant] = quickSearchInterpretations(text);
  return meant ? sql`(${searched(typed)} or ${searched(meant)})` : searched(typed);
}

/** Condition on alias `t`: every word occurs in the row or in a referenced row that the caller sees. */
export const containsAllTerms = (
  resource: AnyResource,
  terms: readonly string[],
  caller: Caller,
  find: FindResource,
): Sql => searchedPlaces(resource, caller, find)?.(terms) ?? sql`false`;

/** Compiles a list of words for the places in which quick search looks; undefined: there are none. */
function searchedPlaces(
  resource: AnyResource,
  caller: Caller,
  find: FindResource,
): ((terms: readonly string[]) => Sql) | undefined {
  const own = namesOfSearchedFields(resource).length > 0;
  const hasCopiedText = namesOfSearchedFields(resource).some((name) => resource.fields[name]?.fromSource);
  const through = referencesFollowedByQuickSearch(resource).flatMap((name) => {
    const target = targetOf(resource.fields[name] as AnyField);
    const related = target && find(target.resource);
    if (!related) return [];
    return [{ name, related, scope: scopeOfReferenceTitles(resource.fields[name] as AnyField, related, caller, find) }];
  });
  if (!own && through.length === 0) return undefined;
  return (terms) =>
    sql.join(
      terms.map((word) => {
        const ways = [
          ...(own
            ? [
                hasCopiedText
                  ? whereVisibleInCopy(containsTerm(resource, word), resource, caller, find)
                  : containsTerm(resource, word),
              ]
            : []),
          ...through.map(
            ({ name, related, scope }) =>
              // as an array, which an index finds in an `or`: of a subquery the planner expects half of all rows
              sql`t.${sql.id(name)} = any(array(select t.id from ${sql.id(tableOf(related))} t where ${scope ? sql`${scope} and ` : sql.empty}${containsTerm(related, word)}))`,
          ),
        ];
        return ways.length === 1 ? (ways[0] as Sql) : sql`(${sql.join(ways, ' or ')})`;
      }),
      ' and ',
    );
}

/** Words of two and more characters use the bigram index; `like` checks the rest. */
export function containsTerm(resource: AnyResource, word: string): Sql {
  const holds = sql`t.search_text like ${contains(word)}`;
  if ([...word].length === 1) return holds;
  const indexed = sql`bigrams(t.search_text) @> bigrams(${word}) and ${holds}`;
  const separate = quickSearchIndexTable(resource);
  return separate ? sql`t.id in (select t.id from ${sql.id(separate)} t where ${indexed})` : sql`(${indexed})`;
}

/** Pattern of texts that contain a value. */
export const contains = (value: string) => `%${value.replace(/[\\%_]/g, '\\$&')}%`;
