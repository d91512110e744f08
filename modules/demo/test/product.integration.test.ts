import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoEnterprisesAndAddAllOtherDemoData } from '#modules/demo/server/load-demo-enterprises-and-add-all-other-demo-data.ts';
import { updatePriceChecksOfProducts } from '#modules/travel/server/product/most-specific-guidance-price-sql-and-price-check-update.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { pathOfStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { storageFolder } from '#server/http/files/upload-controllers-and-storage-route.ts';
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

test('some closed correction orders show each problem before and after its correction', async () => {
  const orders = await on.db.rows<{ agency: number; problems: number; before: string[]; after: string[] }>(sql`
    select o.enterprise_id as agency, count(distinct p.id)::int as problems, array_agg(p.before[1]) as before, array_agg(e.photos[1]) as after
    from reform_order o join reform_problem p on p.order_id = o.id join reform_evidence e on e.problem_id = p.id and e.order_id = o.id
    where o.status = 'closed' and e.captured_at between o.issued_at and o.submitted_at group by o.id order by o.id`);
  expect(orders).toHaveLength(2);
  for (const { problems, before, after } of orders) {
    expect(problems).toBe(2);
    for (const url of [...before, ...after])
      expect(
        fs
          .readFileSync(pathOfStoredFile(storageFolder(on.engine), url))
          .subarray(0, 3)
          .toString('hex'),
      ).toBe('ffd8ff');
  }
  const opened = await on.db.row(sql`
    select count(*)::int as n from attachment_reference r join routine_attachment a on a.url = r.url and a.private
    where (r.resource, r.field) in (('reform/problem', 'before'), ('reform/evidence', 'photos'))`);
  expect(opened, 'whoever sees the row may open its pictures').toEqual({ n: 8 });
});
