import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/test-engine.ts';
import { type BuildAdminClient, openBuildAdminClient, type Rule } from './client.ts';

/**
 * Every stock page of a BuildAdmin client is found in the menu, with the nodes that its buttons need (wire contract
 * §2.7, §3).
 */
let app: TestApp;
let client: BuildAdminClient;
let menus: Rule[];
beforeAll(async () => {
  app = await startApp();
  client = openBuildAdminClient(app);
  await client.signIn('admin');
  ({ menus } = await client.boot());
});
afterAll(() => app.close());

const written = ['index', 'add', 'edit', 'del'];
/** The path of each page, the nodes of its buttons, and its first call. */
const pages: readonly [path: string, nodes: readonly string[], call?: string][] = [
  ['auth/group', written],
  ['auth/admin', written],
  ['auth/menu', [...written, 'sortable']],
  ['auth/adminLog', ['index']],
  ['user/user', written],
  ['user/group', written],
  ['user/rule', [...written, 'sortable']],
  ['user/moneyLog', ['index', 'add']],
  ['user/scoreLog', ['index', 'add']],
  ['routine/config', written],
  ['routine/attachment', ['index', 'edit', 'del']],
  ['routine/adminInfo', ['index', 'edit'], '/admin/routine.AdminInfo/index'],
  ['security/dataRecycle', written],
  ['security/dataRecycleLog', ['index', 'del', 'restore', 'info']],
  ['security/sensitiveData', written],
  ['security/sensitiveDataLog', ['index', 'del', 'rollback', 'info']],
  ['dashboard', [], '/admin/Dashboard/dashboard'],
];
const viewOf = (path: string) =>
  `/src/views/backend/${['dashboard', 'routine/adminInfo'].includes(path) ? path : `${path}/index`}.vue`;

const flat = (rules: readonly Rule[]): Rule[] => rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])]);

test.each(pages)('the menu leads to %s', async (path, nodes, call) => {
  const [rule, ...others] = flat(menus).filter((one) => one.type === 'menu' && one.path === path);
  expect(others).toEqual([]);
  expect(rule).toMatchObject({ name: path, menu_type: 'tab', component: viewOf(path) });
  // a page that only has a route is opened from elsewhere, like one's own profile from the page header
  expect(rule?.extend).toBe(path === 'routine/adminInfo' ? 'add_rules_only' : 'none');
  expect(client.open(path)).toEqual({ view: viewOf(path) });
  expect(nodes.filter((action) => !client.shows(path, action))).toEqual([]);
  await client.get(call ?? `/admin/${path.replace('/', '.')}/index`);
});

test('no page is in the menu twice', () => {
  const views = flat(menus).flatMap(({ component }) => (component.startsWith('/src/') ? [component] : []));
  expect(views).toEqual([...new Set(views)]);
  expect(flat(menus).filter(({ name }) => name.startsWith('system/setting'))).toEqual([]);
});

test('who may only read the settings sees no buttons for writing', async () => {
  const group = await app.db.row<{ id: number }>(`insert into auth_group (name, rules)
    select 'reads settings', array_agg(id) from auth_menu where name in ('system/setting', 'system/setting/index') returning id`);
  await app.db.query(`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'reads_only', 'reads_only', password, '{${group?.id ?? 0}}', area_code from auth_admin where username = 'admin'`);
  const reader = openBuildAdminClient(app);
  await reader.signIn('reads_only');
  await reader.boot();
  expect(reader.open('routine/config')).toEqual({ view: viewOf('routine/config') });
  expect(written.map((action) => reader.shows('routine/config', action))).toEqual([true, false, false, false]);
});
