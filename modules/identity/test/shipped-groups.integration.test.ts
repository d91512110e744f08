import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '#modules/registry.ts';
import { createTestEngine, type TestEngine } from '../../../test/engine.ts';
import { grantAdded } from '../server/shipped-groups.ts';
import { syncMenus } from '../server/sync-menus.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
});
afterAll(() => on.close());

const holds = async (where: string) =>
  (
    await on.db.rows<{ name: string }>(
      `select m.name from auth_group g join auth_menu m on m.id = any(g.rules) where g.${where} order by m.id`,
    )
  ).map(({ name }) => name);

/** As before an upgrade: these rules are not there yet. */
const forget = (pattern: string) =>
  on.db.transaction(async (tx) => {
    const gone = `select id from auth_menu where name ~ '${pattern}'`;
    await tx.query(
      `update auth_group set rules = array(select k from unnest(rules) k where k <> all(array(${gone}))) where rules is not null`,
    );
    await tx.query(`delete from auth_menu where name ~ '${pattern}'`);
  });

test('what an upgrade brings is granted to shipped groups by their matrix, and nothing an administrator took away', async () => {
  await on.db.query(`insert into auth_group (name, shipped, rules)
    select 'without staff', 'county', array_agg(k) from auth_group g, unnest(g.rules) k, auth_menu m
    where g.shipped = 'county' and m.id = k and m.name !~ '^enterprise/staff'`);
  await on.db.query(
    `insert into auth_group (name, rules) select 'own', rules from auth_group where shipped = 'county' limit 1`,
  );
  const whole = await holds(`name = '县级市场管理'`);
  await forget('^(reports?|enterprise/(licence|staff)/export)$');
  const licence = `name = '县级市场管理'`;
  expect(await holds(licence)).not.toContain('reports');

  const added = await syncMenus(on.db, modules);
  expect(added.toSorted()).toEqual(['enterprise/licence/export', 'enterprise/staff/export', 'report', 'reports']);
  await grantAdded(on.engine, added);
  expect((await holds(licence)).toSorted()).toEqual(whole.toSorted());
  expect(await holds(`name = 'own'`)).not.toContain('reports');
  const edited = await holds(`name = 'without staff'`);
  expect(edited).toContain('enterprise/licence/export');
  expect(edited, 'nothing under what it does not hold').not.toContain('enterprise/staff/export');
  expect(
    await on.db.row(`select count(*)::int as n from history where resource = 'auth/group' and changes ? 'rules'`),
  ).toEqual({ n: 4 });

  expect(await syncMenus(on.db, modules), 'nothing is missing now').toEqual([]);
});
