import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import { updatePriceChecksOfProducts } from '#modules/travel/server/product/most-specific-guidance-price-sql-and-price-check-update.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { cascadeChange } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
  await loadDemoEnterprisesAndAddAllOtherDemoData(on.engine, { areaCode: '530100', count: 300, seed: 7 });
}, 120_000);
afterAll(() => on.close());

test('agencies sell routes with days, stops and prices, with the flags that the rules set', async () => {
  const found = await on.db.row<Record<string, number>>(sql`
    select count(*)::int as products, count(distinct category)::int as kinds,
      count(*) filter (where price_check = 'low')::int as low, count(*) filter (where listing_check = 'unlisted')::int as unlisted,
      count(*) filter (where day_count <> (select count(*) from travel_product_day d where d.product_id = p.id))::int as wrong,
      count(*) filter (where destination_areas = '{}')::int as nowhere
    from travel_product p`);
  expect(found).toMatchObject({ products: 150, wrong: 0, nowhere: 0 });
  expect(found?.kinds).toBeGreaterThan(7);
  expect(found?.low).toBeGreaterThan(5);
  expect(found?.unlisted).toBeGreaterThan(0);
  const changed = await on.db.transaction((tx) =>
    updatePriceChecksOfProducts(cascadeChange(on.engine, tx, systemCaller())),
  );
  expect(changed).toBe(0);
});

test('agencies have templates, some of which are for everybody', async () => {
  const found = await on.db.row(sql`
    select count(*)::int > 10 as several, count(*) filter (where sharing = 'shared')::int as shared from travel_template`);
  expect(found).toEqual({ several: true, shared: 4 });
});
