import { describe, expect, test } from 'vitest';
import { iframePath, isGranted, type MenuRule, readMenus } from '#web/session/menu-of-signed-in-user.ts';
import { loadingRoutePath, targetOfLoadingRoute } from './loading-route-path.ts';
import { openableEntries, resolveRouteTarget, tabKey } from './resolve-route-target.ts';

let id = 0;
const rule = (given: Partial<MenuRule> & { name: string }): MenuRule => ({
  id: ++id,
  pid: 0,
  type: 'menu',
  title: given.name,
  path: given.name,
  icon: '',
  menu_type: 'tab',
  url: '',
  component: 'resource',
  keepalive: 0,
  extend: 'none',
  ...given,
});
const button = (name: string) => rule({ name, type: 'button', menu_type: null, path: '' });

const menus = readMenus(
  [
    rule({ name: 'empty', type: 'menu_dir', children: [] }),
    rule({ name: 'workbench', type: 'menu_dir', children: [rule({ name: 'dashboard', component: 'screen' })] }),
    rule({
      name: 'enterprise',
      type: 'menu_dir',
      children: [
        rule({
          name: 'enterprise/enterprise',
          children: [button('enterprise/enterprise/edit'), button('enterprise/enterprise/approve:first')],
        }),
        rule({ name: 'enterprise/licence' }),
        rule({ name: 'enterprise/hidden', extend: 'add_rules_only' }),
        rule({ name: 'enterprise/shown', extend: 'add_menu_only' }),
      ],
    }),
    rule({ name: 'other', menu_type: 'iframe', component: '', url: 'https://example.com/a?b=1' }),
    rule({ name: 'odd', menu_type: 'iframe', component: '', url: 'javascript:alert(1)' }),
    rule({ name: 'wall', menu_type: 'link', url: '/admin/largedatascreen' }),
  ],
  '/admin',
);
const sources = {
  isResource: (name: string) =>
    ['enterprise/enterprise', 'enterprise/licence', 'auth/admin'].includes(name.toLowerCase()),
  isScreen: (name: string) => name === 'dashboard',
};
const resolve = (path: string) => resolveRouteTarget(path, '/admin', menus, sources);

describe('a rule tree', () => {
  test('becomes menu entries; empty folders, buttons and hidden rules are left out', () => {
    expect(menus.entries.map((entry) => entry.key)).toEqual(['workbench', 'enterprise', 'other', 'odd', 'wall']);
    expect(menus.entries[1]?.children?.map((entry) => entry.key)).toEqual([
      'enterprise/enterprise',
      'enterprise/licence',
      'enterprise/shown',
    ]);
    expect(menus.entries[2]?.to).toBe(iframePath('/admin', 'https://example.com/a?b=1'));
    expect(menus.entries[4]).toMatchObject({ href: '/admin/largedatascreen' });
  });

  test('of a member begins with their home page, or with the screen the server names', () => {
    const rules = [
      rule({ name: 'travel/road', component: 'screen' }),
      rule({ name: 'account', type: 'menu_dir', children: [rule({ name: 'account/overview' })] }),
    ];
    const { entries, first } = readMenus(rules, '/user');
    expect([entries.map(({ key }) => key), first]).toEqual([
      ['account/overview', 'travel/road'],
      '/user/account/overview',
    ]);
    expect(readMenus(rules, '/user', 'travel/road').first).toBe('/user/travel/road');
    expect(readMenus(rules, '/admin').first).toBe('/admin/travel/road');
  });

  test('draws our screens by name, whatever it has for other clients', () => {
    const url = '//127.0.0.1:8000/admin/index/elsewhere?server=1&page=enterprise/licence';
    const read = readMenus(
      [
        rule({ name: 'enterprise/licence', menu_type: 'iframe', url }),
        rule({ name: 'auth/admin', component: '/src/views/backend/auth/admin/index.vue' }),
        rule({ name: 'wall', menu_type: 'link', component: 'screen', url: '//127.0.0.1:8000/admin/largedatascreen' }),
        rule({ name: 'foreign', menu_type: 'link', component: '', url: '//example.com/a' }),
        rule({ name: 'enterprise/staff', menu_type: 'iframe', component: '', url: 'https://example.com/' }),
      ],
      '/admin',
    );
    expect([...read.routes.keys()]).toEqual(['/admin/enterprise/licence', '/admin/auth/admin']);
    expect(read.entries.map(({ to, href }) => to ?? href)).toEqual([
      '/admin/enterprise/licence',
      '/admin/auth/admin',
      '/admin/largedatascreen',
      '//example.com/a',
      iframePath('/admin', 'https://example.com/'),
    ]);
  });

  test('registers routes, also of hidden rules, and opens with the first', () => {
    expect([...menus.routes.keys()]).toEqual([
      '/admin/dashboard',
      '/admin/enterprise/enterprise',
      '/admin/enterprise/licence',
      '/admin/enterprise/hidden',
    ]);
    expect(menus.first).toBe('/admin/dashboard');
  });

  test('grants what its nodes name', () => {
    expect(menus.names.has('enterprise/enterprise/approve:first')).toBe(true);
    const page = '/admin/enterprise/enterprise';
    expect(isGranted(menus.nodes, page, 'edit')).toBe(true);
    expect(isGranted(menus.nodes, page, 'del')).toBe(false);
    expect(isGranted(menus.nodes, page, { name: page, subNodeName: 'edit' })).toBe(true);
    expect(isGranted(menus.nodes, '/admin/other', { name: page, subNodeName: 'del' })).toBe(false);
    // A page without nodes keeps its buttons; a page addressed by name needs a node.
    expect(isGranted(menus.nodes, '/admin/enterprise/licence', 'edit')).toBe(true);
    expect(isGranted(menus.nodes, page, { name: '/admin/nowhere' })).toBe(false);
  });
});

describe('an address', () => {
  test('opens resources, records and screens, whatever its case', () => {
    expect(resolve('/admin/enterprise/enterprise')).toMatchObject({
      kind: 'resource',
      resource: 'enterprise/enterprise',
    });
    expect(resolve('/admin/Enterprise/Licence/')).toMatchObject({ kind: 'resource', resource: 'enterprise/licence' });
    expect(resolve('/admin/enterprise/enterprise/12')).toMatchObject({ kind: 'record', id: '12' });
    expect(resolve('/admin/dashboard')).toMatchObject({ kind: 'screen' });
    expect(resolve('/admin/table')).toEqual({ kind: 'table' });
    expect(tabKey('/admin/Enterprise/Licence/')).toBe('/admin/enterprise/licence');
  });

  test('is forbidden if it exists without a grant, and missing if it does not exist', () => {
    expect(resolve('/admin/auth/admin')).toEqual({ kind: 'forbidden' });
    expect(resolve('/admin/auth/admin/3')).toEqual({ kind: 'forbidden' });
    expect(resolve('/admin/nowhere')).toEqual({ kind: 'missing' });
    expect(resolve('/admin/enterprise/enterprise/12/x')).toEqual({ kind: 'missing' });
    expect(resolve('/admin/enterprise/enterprise/abc')).toEqual({ kind: 'missing' });
    expect(resolve('/admin/enterprise/shown')).toEqual({ kind: 'missing' });
  });

  test('is framed only if it is in the menu, and only as a web page', () => {
    expect(resolve(iframePath('/admin', 'https://example.com/a?b=1'))).toMatchObject({
      kind: 'iframe',
      url: 'https://example.com/a?b=1',
      title: 'other',
    });
    expect(resolve(iframePath('/admin', 'https://evil.example/'))).toEqual({ kind: 'missing' });
    expect(resolve(iframePath('/admin', 'javascript:alert(1)'))).toEqual({ kind: 'missing' });
    expect(resolve('/admin/iframe/%E0%A4%A')).toEqual({ kind: 'missing' });
  });
});

describe('the loading route', () => {
  test('carries the wanted path and query as JSON', () => {
    const path = loadingRoutePath('/admin', { pathname: '/admin/a/b', search: '?x=1&ids[]=1&ids[]=2&t=%E4%BA%91' });
    expect(decodeURIComponent(path)).toBe(
      '/admin/loading/{"path":"/admin/a/b","query":{"x":"1","ids[]":["1","2"],"t":"云"}}',
    );
    expect(targetOfLoadingRoute('/admin', path)).toBe('/admin/a/b?x=1&ids%5B%5D=1&ids%5B%5D=2&t=%E4%BA%91');
    // An address within the address stays as it is.
    const framed = iframePath('/user', 'https://example.com/a?b=1');
    expect(targetOfLoadingRoute('/user', loadingRoutePath('/user', { pathname: framed, search: '' }))).toBe(framed);
  });

  test.each([
    '',
    'not json',
    '%E0%A4%A',
    '[]',
    '{"path":"/user/x"}',
    '{"path":"//evil.example"}',
    '{"path":"https://evil.example"}',
    '{"path":"/admin/loading/x"}',
  ])('ignores %s', (to) => {
    expect(targetOfLoadingRoute('/admin', `/admin/loading/${to}`)).toBeUndefined();
  });
});

test('a menu omits pages that only another client has', () => {
  const drawn = openableEntries(menus, '/admin', sources);
  expect(drawn.map((one) => [one.key, one.children?.map((child) => child.key)])).toEqual([
    ['workbench', ['dashboard']],
    ['enterprise', ['enterprise/enterprise', 'enterprise/licence']],
    ['other', undefined],
    ['wall', undefined],
  ]);
});

test('a page known to other clients by another name has our screen and nodes', () => {
  const own = (name: string) => ({ own: { name, path: name } });
  const button = rule({ name: 'routine/config/edit', type: 'button', ...own('system/setting/edit') });
  const menus = readMenus(
    [rule({ name: 'routine/config', component: '/src/views/a.vue', children: [button], ...own('system/setting') })],
    '/admin',
  );
  expect(menus.entries).toMatchObject([{ key: 'system/setting', to: '/admin/system/setting' }]);
  expect([...menus.routes.keys()]).toEqual(['/admin/system/setting']);
  expect([...menus.names]).toEqual(['system/setting', 'system/setting/edit']);
  expect([...(menus.nodes.get('/admin/system/setting') ?? [])]).toEqual(['/admin/system/setting/edit']);
});
