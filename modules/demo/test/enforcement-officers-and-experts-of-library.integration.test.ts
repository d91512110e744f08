import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { addDemoOfficersAndExperts } from '#modules/demo/server/load/add-demo-officers-and-experts.ts';
import { addDemoPhrasesAndTypicalCases } from '#modules/demo/server/load/add-demo-phrases-and-typical-cases.ts';
import { sql } from '#server/db/sql.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

let on: TestEngine;
const areaCode = '530100';
beforeAll(async () => {
  on = await createTestEngine();
  await addDemoOfficersAndExperts(on.engine, { counties: await loadCounties(areaCode), areaCode, seed: 1 });
  await addDemoPhrasesAndTypicalCases(on.engine, areaCode);
});
afterAll(() => on.close());

test('every county has two officers who can be drawn for any domain', async () => {
  const counties = await on.db.rows<{ area: string; officers: number }>(
    sql`select area, count(*)::int as officers from library_eligible_officer where 'entertainment' = any(domains) group by area order by area`,
  );
  expect(counties.length).toBeGreaterThan(10);
  expect(counties.reduce((sum, one) => sum + one.officers, 0)).toBeGreaterThan(24);
  // those of the prefecture act everywhere
  expect(counties[0]).toMatchObject({ area: '5301', officers: 4 });
});

test('among them are officers of each kind that is not drawn', async () => {
  const rows = await on.db.rows<{ status: string; validity: string | null }>(
    sql`select distinct status, validity from library_officer where id not in (select id from library_eligible_officer)`,
  );
  expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(['entered', 'suspended', 'verified']));
  expect(rows.map(({ validity }) => validity)).toContain('expired');
});

test('experts of several fields can be drawn', async () => {
  const row = await on.db.row<{ experts: number; fields: number }>(
    sql`select count(distinct id)::int as experts, count(distinct f)::int as fields from library_eligible_expert, unnest(fields) f`,
  );
  expect(row?.experts).toBe(12);
  expect(row?.fields).toBeGreaterThan(7);
});

test('a second run changes nothing', async () => {
  const count = () =>
    on.db.row(sql`select (select count(*) from library_officer) as officers, (select count(*) from library_expert) as experts,
      (select count(*) from library_phrase) as phrases, (select count(*) from library_typical_case) as cases`);
  const before = await count();
  await addDemoOfficersAndExperts(on.engine, { counties: await loadCounties(areaCode), areaCode, seed: 2 });
  await addDemoPhrasesAndTypicalCases(on.engine, areaCode);
  expect(await count()).toEqual(before);
});
