import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { quickSearchIndexTable, referencesFollowedByQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { contains } from '../condition/compile-quick-search-to-sql.ts';

/** Where the rows with all words of a search may be. */
export interface PlacesOfSearchTerms {
  readonly resources: readonly AnyResource[];
  /** Whether texts of the rows of a resource may contain the longest word of a way. */
  inTexts(resource: string): boolean;
  /** Whether rows of a resource may be found by their names or first letters. */
  inNames(resource: string): boolean;
}

/**
 * Those of the resources that may have a row with all words of a way: in which its longest word occurs, or to whose rows
 * they refer, or by whose names it is found. Planning the search itself takes two milliseconds for every resource, this
 * a tenth of one. Whether the caller may see the rows does not matter here.
 */
export async function resourcesThatMayContainSearchTerms(
  db: Queryable,
  searched: readonly AnyResource[],
  ways: readonly (readonly string[])[],
): Promise<PlacesOfSearchTerms> {
  const longest = [...new Set(ways.map((terms) => terms.toSorted((a, b) => b.length - a.length)[0] ?? ''))];
  const targets = new Map<string, string>();
  for (const one of searched) {
    targets.set(one.name, quickSearchIndexTable(one) ?? tableOf(one));
    for (const name of referencesFollowedByQuickSearch(one)) {
      const field = one.fields[name];
      const target = field && targetOf(field)?.resource;
      const probed = target && searched.find((each) => each.name === target);
      if (target && !probed) targets.set(target, '');
    }
  }
  // the pairs of all words, then the words: with `or` between words, each row found would compute its pairs once more
  const anyOf = (text: Sql) => {
    const pairs = longest.map((word) => sql`bigrams(${text}) @> bigrams(${word})`);
    const occurring = longest.map((word) => sql`${text} like ${contains(word)}`);
    return sql`(${sql.join(pairs, ' or ')}) and (${sql.join(occurring, ' or ')})`;
  };
  const probes = [...targets]
    .filter(([, table]) => table !== '')
    .map(
      ([name, table]) =>
        sql`select ${name}::text as resource, false as named where exists (select from ${sql.id(table)} t where ${anyOf(sql`t.search_text`)})`,
    );
  const named = anyOf(sql`n.name || chr(31) || n.initials`);
  const rows = await db.rows<{ resource: string; named: boolean }>(
    sql`${sql.join(probes, ' union all ')} union all select distinct n.resource, true from (select n.resource from search_name n where ${named} limit 100000) n`,
  );
  const withText = new Set(rows.flatMap((row) => (row.named ? [] : [row.resource])));
  const withName = new Set(rows.flatMap((row) => (row.named ? [row.resource] : [])));
  // rows of a resource that the caller may not list are not probed
  const inTexts = (name: string) => withText.has(name) || targets.get(name) === '';
  const inNames = (name: string) => withName.has(name);
  const refersToThem = (one: AnyResource) =>
    referencesFollowedByQuickSearch(one).some((name) => {
      const field = one.fields[name];
      const target = field && targetOf(field)?.resource;
      return target !== undefined && inTexts(target);
    });
  return {
    resources: searched.filter((one) => inTexts(one.name) || inNames(one.name) || refersToThem(one)),
    inTexts,
    inNames,
  };
}
