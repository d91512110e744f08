import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp, testPassword } from '../support/test-engine.ts';
import { openBuildAdminClient, type Rule } from './client.ts';
import { type Envelope, Refused } from './envelope.ts';
import { int, shape, word } from './row-shapes.ts';

/** The calls of a BuildAdmin client before and around its pages (wire contract §2.1–2.4, 2.6, 2.8). */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A picture of one pixel. */
const face = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A rule of the boot answer: exactly these keys. */
const rule: z.ZodType<Rule> = z.strictObject({
  id: int,
  pid: int,
  type: z.enum(['menu_dir', 'menu', 'button']),
  title: word.min(1),
  name: word,
  path: word,
  icon: z.string().regex(/^(el-icon-\w+|fa fa-[\w-]+|)$/),
  menu_type: z.enum(['tab', 'link', 'iframe']).nullable(),
  url: word,
  component: word,
  keepalive: z.union([z.literal(0), word.min(1)]),
  extend: z.enum(['none', 'add_rules_only', 'add_menu_only']),
  own: shape({ name: word, path: word }).optional(),
  children: z.lazy(() => z.array(rule).min(1)).optional(),
});

test('the answers to signing in, boot and signing out follow the contract', async () => {
  const client = openBuildAdminClient(app);
  const login = await client.call('GET', '/admin/index/login');
  expect([Object.keys(login), login.data]).toEqual([['code', 'msg', 'time', 'data'], { captcha: false }]);
  const info = await client.signIn('admin');
  expect(Object.entries(info).map(([key, value]) => [key, typeof value])).toEqual([
    ['id', 'number'],
    ['username', 'string'],
    ['nickname', 'string'],
    ['avatar', 'string'],
    ['lastlogintime', 'string'],
    ['token', 'string'],
    ['refreshToken', 'string'],
  ]);
  const again = await client.call('POST', '/admin/index/login', {
    username: 'admin',
    password: testPassword,
    keep: true,
  });
  expect([again.code, again.data]).toEqual([302, { routePath: '/admin' }]);

  const boot = await client.boot();
  const { error } = z
    .looseObject({
      adminInfo: shape({
        id: int,
        username: word,
        nickname: word,
        avatar: word,
        lastlogintime: word,
        super: z.literal(true),
      }),
      menus: z.array(rule),
      siteConfig: shape({
        siteName: word,
        version: word,
        cdnUrl: word,
        apiUrl: word,
        upload: shape({ mode: z.literal('local'), maxsize: int, mimetype: word, savename: word }),
      }),
      terminal: shape({ installServicePort: word, npmPackageManager: word }),
    })
    .safeParse(boot);
  if (error) expect.fail(z.prettifyError(error));
  expect(Object.keys(boot.adminInfo as object)).not.toContain('token');
  const { adminInfo, siteConfig } = boot as unknown as Record<string, Record<string, string>>;
  const host = `//${new URL(app.address).host}`;
  expect([adminInfo?.avatar, info.avatar, siteConfig?.cdnUrl]).toEqual([
    expect.stringMatching(new RegExp(`^${host}/api/ajax/defaultAvatar`)),
    adminInfo?.avatar,
    host,
  ]);
  expect((await client.get<{ remark: string }>('/admin/Dashboard/dashboard')).remark).toBeTypeOf('string');

  await client.signOut();
  expect(client.token).toBe('');
  const out = await client.call('GET', '/admin/index/index');
  expect([out.code, out.data]).toEqual([302, { routePath: '/admin/login' }]);
});

test('every page of the menu opens: in a view of the client, or in a frame that says where the page is', async () => {
  const client = openBuildAdminClient(app);
  await client.signIn('admin');
  const { menus } = await client.boot();
  const flat = (rules: readonly Rule[]): Rule[] => rules.flatMap((one) => [one, ...flat(one.children ?? [])]);
  const pages = flat(menus).filter((one) => one.type === 'menu');
  const shown = pages.map((one) => client.open(one.path));
  expect(shown.filter((one) => 'view' in one).length).toBeGreaterThanOrEqual(6);
  const frames = shown.flatMap((one) => ('frame' in one ? [one.frame] : []));
  expect(new Set(frames).size, 'two frames of one address are one page').toBe(frames.length);
  expect(frames.length).toBeGreaterThan(5);
  const host = new URL(app.address).host;
  for (const address of frames) {
    expect(address.startsWith(`//${host}/`), address).toBe(true);
    const answer = await fetch(`http:${address}`, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(html).toContain(`href="/admin/${new URL(`http:${address}`).searchParams.get('page')}"`);
  }
  for (const one of shown.flatMap((each) => ('window' in each ? [each.window] : [])))
    expect(one).toMatch(/^\/\/|^https?:/);
  const odd = await client.call('GET', '/admin/index/elsewhere', { page: '"><script>' });
  expect(odd.code).toBe(0);
});

test("an officer's menu contains the granted pages, and always their own profile", async () => {
  const client = openBuildAdminClient(app);
  await client.signIn('county1');
  await client.boot();
  expect(client.open('routine/adminInfo')).toEqual({ view: '/src/views/backend/routine/adminInfo.vue' });
  expect(() => client.open('auth/admin')).toThrow();
  expect(client.shows('routine/adminInfo', 'edit')).toBe(true);
  await app.db.query("insert into auth_group (name, rules) values ('空', '{}')");
  await app.db.query(
    "update auth_admin set group_arr = array(select id from auth_group where name = '空') where username = 'county3'",
  );
  const none = openBuildAdminClient(app);
  await none.signIn('county3');
  await expect(none.boot()).rejects.toThrow('无后台菜单，请联系超级管理员！');
});

test("one's own profile", async () => {
  const client = openBuildAdminClient(app);
  const { id } = await client.signIn('county2');
  await client.boot();
  type Info = Record<string, unknown>;
  const read = async () => (await client.get<{ info: Info }>('/admin/routine.AdminInfo/index')).info;
  const info = await read();
  const types = { id: int, username: word, nickname: word, avatar: word, email: word, mobile: word, motto: word };
  const { error } = shape({
    ...types,
    lastlogintime: z.string().regex(/^(none|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/),
    token: z.literal(client.token),
    refreshToken: z.literal(''),
  }).safeParse(info);
  if (error) expect.fail(z.prettifyError(error));
  // the form posts what it was given, except what cannot be changed
  const typed: Info = { ...info, motto: '依法行政', mobile: '13800002222' };
  const { lastlogintime: _seen, username: _name, avatar: _picture, ...posted } = typed;
  expect((await client.post('/admin/routine.AdminInfo/edit', posted)).msg).toBe('更新成功!');
  expect(await read()).toMatchObject({ motto: '依法行政', mobile: '13800002222' });
  const form = new FormData();
  form.append('file', new Blob([face], { type: 'image/png' }), 'face.png');
  const uploaded = await fetch(`${app.address}/admin/ajax/upload`, {
    method: 'POST',
    headers: { server: 'true', batoken: client.token },
    body: form,
  });
  const picture = ((await uploaded.json()) as Envelope<{ file: { url: string } }>).data.file.url;
  expect((await client.post('/admin/routine.AdminInfo/edit', { id, avatar: picture })).msg).toBe('头像修改成功！');
  expect((await read()).avatar).toBe(`//${new URL(app.address).host}${picture}`);
  const log = await client
    .get<{ list: Info[]; total: number }>('/admin/auth.adminLog/index', {
      limit: 12,
      search: [{ field: 'admin_id', val: id, operator: '=' }],
    })
    .catch((error: Refused) => error);
  // an officer without the node of the log reads nothing of it
  if (!(log instanceof Refused)) expect(log.list.length).toBeGreaterThan(0);
});

test('a session that has ended leads to the sign-in page, whatever calls are in flight', async () => {
  const client = openBuildAdminClient(app);
  await client.signIn('admin');
  await client.outlive();
  const expired = await client.call('GET', '/admin/index/index');
  expect([expired.code, Object.keys(expired)]).toEqual([409, ['code', 'msg', 'data']]);
  expect(Object.keys(expired.data as object)).toEqual([
    'token',
    'type',
    'user_id',
    'createtime',
    'expiretime',
    'expires_in',
  ]);
  await app.db.query("delete from token where type = 'admin-refresh'");
  const both = await Promise.allSettled([client.boot(), client.get('/admin/auth.group/index')]);
  expect(both.map((one) => (one.status === 'rejected' ? (one.reason as Refused).message : ''))).toEqual([
    '登录过期，请重新登录。',
    '登录过期，请重新登录。',
  ]);
  expect([client.token, (await client.call('GET', '/admin/index/login')).code]).toEqual(['', 1]);
});

test('look-ups of its forms', async () => {
  const client = openBuildAdminClient(app);
  await client.signIn('admin');
  const ajax = (action: string) => `/admin/ajax/${action}`;
  for (const table of ['auth_admin', 'ba_auth_admin', 'AUTH_ADMIN'])
    expect(await client.get(ajax('getTablePk'), { table })).toEqual({ pk: 'id' });
  for (const table of ['token', 'session', 'pg_user', "auth_admin' or '1'='1", '', ['auth_admin']])
    for (const action of ['getTablePk', 'getTableFieldList'])
      await expect(client.get(ajax(action), { table }), String(table)).rejects.toThrow('数据表不存在~');
  const { pk, fieldList } = await client.get<{ pk: string; fieldList: Record<string, unknown> }>(
    ajax('getTableFieldList'),
    {
      table: 'auth_admin',
      clean: 1,
    },
  );
  expect([pk, fieldList.username, fieldList.password]).toEqual(['id', '用户名', undefined]);
  const raw = await client.get<{ fieldList: Record<string, object> }>(ajax('getTableFieldList'), {
    table: 'auth_admin',
    clean: 0,
  });
  expect(Object.keys(raw.fieldList)).toEqual(Object.keys(fieldList));
  expect(raw.fieldList.username).toEqual({
    COLUMN_NAME: 'username',
    DATA_TYPE: 'text',
    COLUMN_KEY: 'UNI',
    IS_NULLABLE: 'NO',
    COLUMN_COMMENT: '用户名',
  });
  for (const type of ['tp', 'all'])
    expect((await client.post(ajax('clearCache'), { type })).msg).toBe('缓存已清理，请刷新后台~');
  await expect(client.post(ajax('clearCache'), { type: 'storage' })).rejects.toThrow('参数错误!');
  const officer = openBuildAdminClient(app);
  await officer.signIn('county1');
  await expect(officer.post(ajax('clearCache'), { type: 'tp' })).rejects.toMatchObject({ code: 401 });
});
