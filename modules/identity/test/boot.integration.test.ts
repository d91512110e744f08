import { afterAll, beforeAll, expect, test } from 'vitest';
import { titleFieldInLanguage } from '#kernel/resource/title-field-in-each-language.ts';
import type { Locale } from '#kernel/text/text.ts';
import { modules } from '#modules/registry.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { menuEntryOrPermission } from '../contract/menu-entry-or-permission.ts';
import { menuRowsDeclaredByModules } from '../server/menu/menu-folders-screens-and-permissions-of-modules.ts';

type WireRow = Readonly<Record<string, unknown>> & { readonly children?: readonly WireRow[] };

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Rule {
  id: number;
  name: string;
  own?: { name: string };
  title: string;
  children?: Rule[];
}
const menuOf = async (client: Client) => (await client.get<{ menus: Rule[] }>('/admin/index/index')).data.menus;
const titles = (rules: readonly Rule[]): string[] =>
  rules.flatMap((rule) => [rule.title, ...titles(rule.children ?? [])]);
const find = (rules: readonly Rule[], name: string): Rule | undefined =>
  rules.flatMap((rule) => [rule, ...(rule.children ?? [])]).find((rule) => rule.name === name);

test('the cached menu follows every change of a rule, in both languages and for each set of permissions', async () => {
  const county = await app.client({ officer: 'county1' });
  const english = await app.client({ officer: 'admin' }, 'en');
  expect(titles(await menuOf(chief))).toContain('许可证');
  expect(titles(await menuOf(english))).toContain('Licences');
  const before = titles(await menuOf(county));
  expect(before).toContain('许可证');
  expect(before).not.toContain('管理组');
  expect(titles(await menuOf(chief)), 'what is kept for one is not shown to another').toContain('管理组');

  const { id } = find(await menuOf(chief), 'enterprise/licence') as Rule;
  const renamed = await chief.post('/admin/auth.menu/edit', { id, title: '证照' });
  expect(renamed.code, renamed.msg).toBe(1);
  for (const client of [chief, county]) {
    expect(titles(await menuOf(client))).toContain('证照');
    expect(titles(await menuOf(client))).not.toContain('许可证');
  }
  // another process, or an upgrade, also writes rules
  await app.db.query(`insert into auth_menu (pid, type, title, name) values (null, 'menu_dir', '新栏目', 'fresh')`);
  expect(titles(await menuOf(chief))).toContain('新栏目');
  await app.db.query(`delete from auth_menu where name = 'fresh'`);
  expect(titles(await menuOf(chief))).not.toContain('新栏目');
});

/** Names of the rules in the permission tree of the group form, as the browser renders them. */
const named = (rows: readonly WireRow[], locale: Locale): [string, string][] =>
  rows.flatMap((row) => [
    [String(row.name), String(row[titleFieldInLanguage(menuEntryOrPermission, row, locale)])] as [string, string],
    ...named(row.children ?? [], locale),
  ]);
const titlesIn = (rules: readonly Rule[]): [string, string][] =>
  rules.flatMap(({ name, own, title, children }) => [
    [own?.name ?? name, title] as [string, string],
    ...titlesIn(children ?? []),
  ]);

test.each(['zh-cn', 'en'] as const)(
  'a permission has the name of its menu and screen, wherever it is chosen or compared (%s)',
  async (locale) => {
    const client = await app.client({ officer: 'admin' }, locale);
    const inMenu = new Map(titlesIn(await menuOf(client)));
    expect(inMenu.size).toBeGreaterThan(200);
    const tree = await client.get<{ list: WireRow[] }>('/admin/auth.menu/index');
    const { data: rights } = await client.get<{ rules: Rule[] }>('/admin/auth.access/rights');
    const { data: chosen } = await client.get<{ options: { id: number; title: string }[] }>('/admin/auth.menu/index', {
      select: 'true',
    });
    const inTree = new Map(named(tree.data.list, locale));
    for (const [name, title] of inMenu) expect([name, inTree.get(name)]).toEqual([name, title]);
    for (const { name, title } of rights.rules) expect([name, title]).toEqual([name, inTree.get(name)]);
    for (const { name, label } of menuRowsDeclaredByModules(modules))
      if (name !== 'enterprise/licence') expect([name, inTree.get(name)]).toEqual([name, label[locale]]);
    const titles = new Set(inTree.values());
    for (const { title } of chosen.options) expect(titles).toContain(title.replace(/^[\s│]*[├└]/, ''));
  },
);
