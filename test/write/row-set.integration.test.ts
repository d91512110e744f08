import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { changeRowsInBatches } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
});
afterAll(() => on.close());

test('a scheduled change of many rows runs in batches, each in a transaction of its own, and changes each row once', async () => {
  const count = 1203;
  await on.db.query(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
    select 'piece', 'piece ' || n, 'hotel', 'x', '13800000001', 'x', '13800000001', '530111', 'x', 'active' from generate_series(1, ${count}) n`);
  const waits = sql`t.name = 'piece' and t.employees is null`;
  const order = { where: waits, set: { employees: 7 } };
  // two simultaneous runs: a row changed by one is no longer changed by the other
  const changed = await Promise.all([
    changeRowsInBatches(on.engine, enterprise, systemCaller(), order),
    changeRowsInBatches(on.engine, enterprise, systemCaller(), order),
  ]);
  const rest = await changeRowsInBatches(on.engine, enterprise, systemCaller(), order);
  expect(changed.reduce((sum, one) => sum + one, rest)).toBe(count);
  const rows = await on.db.rows<{ version: number; n: number }>(
    `select version, count(*)::int as n from enterprise where name = 'piece' and employees = 7 group by version`,
  );
  expect(rows).toEqual([{ version: 2, n: count }]);
  const pieces = await on.db.rows<{ n: number }>(
    `select count(*)::int as n from event where resource = 'enterprise/enterprise' and row_id in (select id from enterprise where name = 'piece') group by tx`,
  );
  expect(pieces.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...pieces.map(({ n }) => n))).toBeLessThanOrEqual(500);
});
