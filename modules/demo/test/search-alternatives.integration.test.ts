import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { targetOf } from '#kernel/field/field.ts';
import { namesOfSearchedFields, referencesFollowedByQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import {
  alternativesContainingAllTerms,
  compileQuickSearch,
} from '#server/read/condition/compile-quick-search-to-sql.ts';
import { resourcesThatMayContainSearchTerms } from '#server/read/search/resources-that-may-contain-search-terms.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

let on: TestEngine;
let chief: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  await loadDemoEnterprisesAndAddAllOtherDemoData(on.engine, { areaCode: '530100', count: 60, seed: 11 });
  chief = await on.officer('admin');
}, 120_000);
afterAll(() => on.close());

/** Words of Chinese characters of the last row of a resource and of rows it refers to. */
async function wordsOf(one: AnyResource): Promise<string[][]> {
  const references = referencesFollowedByQuickSearch(one).flatMap((name) => {
    const field = one.fields[name];
    const related = field && on.engine.find(targetOf(field)?.resource ?? '');
    return related && namesOfSearchedFields(related).length > 0
      ? [sql`(select r.search_text from ${sql.id(tableOf(related))} r where r.id = t.${sql.id(name)})`]
      : [];
  });
  const rows = await on.db.rows<{ texts: (string | null)[] }>(
    sql`select array[${sql.join([sql`t.search_text`, ...references])}]::text[] as texts from ${sql.id(tableOf(one))} t order by t.id desc limit 1`,
  );
  return rows.map(({ texts }) => texts.flatMap((each) => each?.match(/\p{Script=Han}{2,4}/gu)?.slice(0, 1) ?? []));
}

test('the alternatives of a search find the rows that one condition with all words finds, in every resource', async () => {
  const searched = on.engine.resources.filter((one) => namesOfSearchedFields(one).length > 0);
  let compared = 0;
  let found = 0;
  for (const one of searched) {
    const words = (await wordsOf(one)).filter((some) => some.length > 0);
    for (const terms of words.flatMap((some) => [some.slice(0, 1), some.slice(-1), some.slice(0, 2)])) {
      const { inTexts } = await resourcesThatMayContainSearchTerms(on.db, searched, [terms]);
      const alternatives = alternativesContainingAllTerms(one, terms, { caller: chief, find: on.engine.find, inTexts });
      const ids = async (where: ReturnType<typeof compileQuickSearch>) =>
        (await on.db.rows<{ id: number }>(sql`select t.id from ${sql.id(tableOf(one))} t where ${where}`))
          .map(({ id }) => id)
          .toSorted((a, b) => a - b);
      const together = new Set((await Promise.all(alternatives.map(ids))).flat());
      const expected = await ids(compileQuickSearch(one, terms.join(' '), chief, on.engine.find));
      expect([one.name, terms, [...together].toSorted((a, b) => a - b)]).toEqual([one.name, terms, expected]);
      compared += 1;
      if (expected.length > 0) found += 1;
    }
  }
  expect([compared > 60, found > 60]).toEqual([true, true]);
}, 240_000);
