import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { quickSearchIndexTable, referencesFollowedByQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { contains } from '../condition/compile-quick-search-to-sql.ts';

/**
 * Those of the resources that may have a row with all words of a way: in which its longest word occurs, or to whose rows
 * they refer, or by whose names it is found. Planning the search itself takes two milliseconds for every resource, this
 * a tenth of one. Whether the caller may see the rows does not matter here.
 */
export async function resourcesThatMayContainSearchTerms(
  db: Queryable,
  searched: readonly AnyResource[],
  ways: readonly (readonly string[])[],
): Promise<readonly AnyResource[]> {
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
  const probes = [...targets]
    .filter(([, table]) => table !== '')
    .map(
      ([name, table]) =>
        sql`select ${name}::text as resource where exists (select from ${sql.id(table)} t where ${sql.join(
          longest.map(
            (word) => sql`(bigrams(t.search_text) @> bigrams(${word}) and t.search_text like ${contains(word)})`,
          ),
          ' or ',
        )})`,
    );
  const named = longest.map(
    (word) =>
      sql`(bigrams(n.name || chr(31) || n.initials) @> bigrams(${word}) and n.name || chr(31) || n.initials like ${contains(word)})`,
  );
  const rows = await db.rows<{ resource: string }>(
    sql`${sql.join(probes, ' union all ')} union all select distinct n.resource from (select n.resource from search_name n where ${sql.join(named, ' or ')} limit 100000) n`,
  );
  const found = new Set(rows.map(({ resource }) => resource));
  return searched.filter(
    (one) =>
      found.has(one.name) ||
      referencesFollowedByQuickSearch(one).some((name) => {
        const field = one.fields[name];
        const target = field && targetOf(field)?.resource;
        // rows of a resource that the caller may not list are not probed
        return target !== undefined && (found.has(target) || targets.get(target) === '');
      }),
  );
}
