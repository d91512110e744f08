import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '#modules/registry.ts';
import { recycleBinEntry } from '#modules/security/contract/recycle-bin-entry.ts';
import { sql } from '#server/db/sql.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';
import { grantNewRules } from '../server/administrator/shipped-permission-groups.ts';
import { addAndUpdateDeclaredMenuRows } from '../server/menu/add-and-update-declared-menu-rows.ts';

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

/** Removes rules, as before an upgrade. */
const forget = (pattern: string) =>
  on.db.transaction(async (tx) => {
    const gone = `select id from auth_menu where name ~ '${pattern}'`;
    await tx.query(
      `update auth_group set rules = array(select k from unnest(rules) k where k <> all(array(${gone}))) where rules is not null`,
    );
    await tx.query(`delete from auth_menu where name ~ '${pattern}'`);
  });

test('every list in the menu may be read', async () => {
  const shut = await on.db.rows(`select g.name, m.name as list from auth_group g join auth_menu m on m.id = any(g.rules)
    join auth_menu i on i.name = m.name || '/index' where g.shipped is not null and i.id <> all(g.rules) order by 1, 2`);
  expect(shut).toEqual([]);
});

test('new rules of an upgrade are granted to predefined groups by their patterns, and nothing an administrator removed', async () => {
  await on.db.query(`insert into auth_group (name, shipped, rules)
    select 'without staff', 'county', array_agg(k) from auth_group g, unnest(g.rules) k, auth_menu m
    where g.shipped = 'county' and m.id = k and m.name !~ '^enterprise/staff'`);
  await on.db.query(
    `insert into auth_group (name, rules) select 'own', rules from auth_group where shipped = 'county' limit 1`,
  );
  const whole = await holds(`name = '县级市场管理'`);
  await forget('^(reports?($|/)|enterprise/(licence|staff)/export$)');
  const licence = `name = '县级市场管理'`;
  expect(await holds(licence)).not.toContain('reports');

  const added = await addAndUpdateDeclaredMenuRows(on.db, modules);
  const withoutActions = added.filter((name) => !name.startsWith('reports/'));
  expect(withoutActions.toSorted()).toEqual([
    'enterprise/licence/export',
    'enterprise/staff/export',
    'report',
    'reports',
  ]);
  await grantNewRules(on.engine, added);
  expect((await holds(licence)).toSorted()).toEqual(whole.toSorted());
  expect(await holds(`name = 'own'`)).not.toContain('reports');
  const edited = await holds(`name = 'without staff'`);
  expect(edited).toContain('enterprise/licence/export');
  expect(edited, 'no rules below a rule that it does not hold').not.toContain('enterprise/staff/export');
  expect(
    await on.db.row(`select count(*)::int as n from history where resource = 'auth/group' and changes ? 'rules'`),
  ).toEqual({ n: 4 });

  expect(await addAndUpdateDeclaredMenuRows(on.db, modules), 'nothing is missing now').toEqual([]);
});

test('an untouched rule follows its declaration, an edited one keeps its text', async () => {
  const names = sql`name in ('security/dataRecycleLog', 'crew/guide')`;
  await on.db.query(
    sql`update auth_menu set remark = 'of an older version', title = '旧名', title_en = 'Old', version = 1 where ${names}`,
  );
  await on.db.query(sql`update auth_menu set version = 2 where name = 'crew/guide'`);
  expect(await addAndUpdateDeclaredMenuRows(on.db, modules)).toEqual([]);
  expect(
    await on.db.rows(sql`select name, title, title_en, remark from auth_menu where ${names} order by name`),
  ).toEqual([
    { name: 'crew/guide', title: '旧名', title_en: 'Old', remark: 'of an older version' },
    {
      name: 'security/dataRecycleLog',
      title: recycleBinEntry.label['zh-cn'],
      title_en: recycleBinEntry.label.en,
      remark: '删除的记录保留 180 天；已恢复的不在列表中，按“已恢复”筛选可查看。',
    },
  ]);
});

test('documents and wall duty reach predefined groups of older installations, except customised ones', async () => {
  const late = /^(document$|document\/document($|\/)|screen\/duty($|\/))/;
  const everything = (await on.db.rows<{ name: string }>('select name from auth_menu order by id'))
    .map(({ name }) => name)
    .filter((name) => late.test(name));
  expect(everything).toEqual(expect.arrayContaining(['document/document/issue', 'screen/duty/index']));
  for (const post of ['province', 'city', 'county'])
    expect(await holds(`id = (select min(id) from auth_group where shipped = '${post}')`)).toEqual(
      expect.arrayContaining(everything),
    );

  await on.db.query(`update auth_group set rules = array(select k from unnest(rules) k
    where k not in (select id from auth_menu where name ~ '${late.source}')) where rules is not null`);
  await on.db.query(
    `insert into auth_group (name, shipped, rules) select 'chosen', 'city', rules from auth_group where name = '市级市场管理'`,
  );
  await on.db.query(`insert into history (resource, row_id, action, actor_type, actor_id, actor_name, changes)
    select 'auth/group', id, 'edit', 'admin', 1, 'admin', '{"rules": [[], []]}' from auth_group where name = 'chosen'`);
  await on.db.query(fs.readFileSync('migrations/202611230052_identity_papers_of_groups.sql', 'utf8'));

  for (const name of ['省级市场管理', '市级市场管理', '县级市场管理']) {
    const held = await holds(`name = '${name}'`);
    expect(held.filter((one) => late.test(one))).toEqual(everything);
    expect(new Set(held).size, 'nothing twice').toBe(held.length);
  }
  for (const name of ['chosen', 'own'])
    expect((await holds(`name = '${name}'`)).filter((one) => late.test(one))).toEqual([]);
  const changes = await on.db.rows<{ actor_type: string; changes: { rules: [number[], number[]] } }>(
    `select h.actor_type, h.changes from history h join auth_group g on g.id = h.row_id
     where h.resource = 'auth/group' and g.name = '县级市场管理' order by h.id desc limit 1`,
  );
  expect(changes[0]?.actor_type).toBe('system');
  expect(changes[0]?.changes.rules[1].length).toBe((changes[0]?.changes.rules[0].length ?? 0) + everything.length);
});
