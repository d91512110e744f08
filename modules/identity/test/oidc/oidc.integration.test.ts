import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { ensureMinuteLasts } from '../../../../test/support/rate-limit-minute.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../../test/support/test-engine.ts';
import { oidcSettings } from '../../contract/single-sign-on-oidc-settings.ts';
import { resetAdminPassword } from '../../server/account/reset-admin-password.ts';
import { type RunningProvider, startProvider } from './provider.ts';

let app: TestApp;
let nobody: Client;
let chief: Client;
let provider: RunningProvider;
let issuer: string;
let people: RunningProvider['people'];

beforeAll(async () => {
  app = await startApp();
  nobody = await app.client('nobody');
  chief = await app.client({ officer: 'admin' });
  provider = await startProvider('http://localhost');
  ({ issuer, people } = provider);
  await set(provider.settings);
});
afterAll(async () => {
  provider.close();
  await app.close();
});

const set = async (values: Record<string, unknown>) => {
  const saved = await chief.post('/admin/system.setting/save', { section: 'auth/oidc', values, versions: {} });
  expect(saved.code, saved.msg).toBe(1);
};

/** Follows the provider's redirects like a browser; returns the query of the final URL, from `?` on. */
async function visit(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: Record<string, string> | undefined;
  for (let hop = 0; hop < 20; hop++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const one of answer.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    form = undefined;
    const next = answer.headers.get('location');
    if (next) {
      url = new URL(next, url).href;
      if (url.includes('/admin/login')) return new URL(url).search;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(page);
    form = prompt === 'login' ? { prompt, login, password: 'x' } : { prompt };
  }
  throw new Error('the provider led round in circles');
}

interface Begun {
  url: string;
  binder: string;
}
async function through(login: string, client = nobody, body: object = {}) {
  const begun = await client.post<Begun>('/admin/oidc/start', body);
  expect(begun.code, begun.msg).toBe(1);
  const search = await visit(begun.data.url, login);
  const finish = (more: object = {}) =>
    client.post<{ userInfo: { username: string; token: string }; linked?: boolean; reason?: string; step?: string }>(
      '/admin/oidc/finish',
      { search, binder: begun.data.binder, ...more },
    );
  return { search, finish };
}

test('an account is linked by its owner, who then signs in by the provider; no account is created', async () => {
  const before = await app.db.row<{ n: number }>('select count(*)::int as n from auth_admin');
  const stranger = await (await through('wang')).finish();
  expect([stranger.code, stranger.msg]).toEqual([0, expect.stringContaining('没有与此身份关联的账号')]);
  const city = await app.client({ officer: 'city' });
  expect((await city.post<Begun>('/admin/oidc/start', { link: true, password: 'wrong' })).code).toBe(0);
  expect((await nobody.post<Begun>('/admin/oidc/start', { link: true, password: testPassword })).code).not.toBe(1);
  const linking = await through('wang', city, { link: true, password: testPassword });
  const elsewhere = await app.client({ officer: 'county1' });
  expect((await linking.finish()).data.linked).toBe(true);
  expect((await city.get<{ list: object[] }>('/admin/oidc/index')).data.list).toMatchObject([{ label: 'wang' }]);
  const stolen = await through('wang', elsewhere, { link: true, password: testPassword });
  expect((await stolen.finish()).data.reason, 'one identity, one account').toBe('duplicate');
  const inside = await (await through('wang')).finish();
  expect([inside.code, inside.data.userInfo.username]).toEqual([1, 'city']);
  const unlinked = await city.post('/admin/oidc/unlink', { issuer, subject: 'wang', password: testPassword });
  expect(unlinked.code, unlinked.msg).toBe(1);
  expect((await (await through('wang')).finish()).code).toBe(0);
  expect(await app.db.row('select count(*)::int as n from auth_admin')).toEqual(before);
});

test('a sign-in by the provider completes once, in the browser in which it began', async () => {
  const other = await nobody.post<Begun>('/admin/oidc/start');
  const one = await through('li');
  expect((await one.finish({ binder: other.data.binder })).data.reason, 'another browser').toBe('not_found');
  expect((await one.finish({ search: one.search.replace(/state=[^&]+/, 'state=x') })).data.reason).toBe('not_found');
  const foreign = await through('li');
  const swapped = await foreign.finish({ search: foreign.search.replace(/code=[^&]+/, 'code=made-up') });
  expect(swapped.msg).toBe('统一身份认证未通过');
  expect((await foreign.finish()).data.reason, 'not again').toBe('not_found');
  expect((await nobody.post('/admin/oidc/finish', {})).code).toBe(0);
});

test('no e-mail or number confirmed by a provider links an account, even if verified: only its owner does, in a session', async () => {
  const vouched = { email: 'County1@example.cn', email_verified: true, phone_number: '13800000077' };
  people.zhao = { ...vouched, phone_number_verified: true };
  for (const username of ['county1', 'city', 'admin']) {
    await app.db.query(
      sql`update auth_admin set email = 'county1@example.cn', mobile = '13800000077' where username = ${username}`,
    );
    await app.db.query(sql`insert into message_proven_email (admin_id, email) select id, email from auth_admin
      where username = ${username} on conflict (admin_id) do update set email = excluded.email`);
    const outside = await (await through('zhao')).finish();
    expect([username, outside.data.reason]).toEqual([username, 'invalid']);
    await app.db.query(sql`delete from message_proven_email`);
    await app.db.query(sql`update auth_admin set email = null, mobile = null where username = ${username}`);
  }
  expect(await app.db.rows('select 1 from auth_identity')).toEqual([]);
  const body = { section: 'auth/oidc', values: { link_by: 'email' }, versions: {} };
  expect((await chief.post('/admin/system.setting/save', body)).code, 'and no setting allows it').toBe(0);
});

test('a second factor is still required, an account is notified of every link, and a disabled account cannot sign in', async () => {
  const county = await app.client({ officer: 'county1' });
  expect((await (await through('zhao', county, { link: true, password: testPassword })).finish()).data.linked).toBe(
    true,
  );
  const log = await app.db.row(
    sql`select 1 from auth_admin_log where username = 'county1' and title = '统一身份认证-关联'`,
  );
  expect(log).toBeDefined();
  const notices = await app.db.rows(sql`select content from message_notice n join auth_admin a on a.id = n.admin_id
    where a.username = 'county1' and n.template_code = 'account_changed' and n.content like '%统一身份认证%'`);
  expect(notices.length).toBeGreaterThan(0);
  expect((await (await through('zhao')).finish()).code).toBe(1);
  await app.db.query(
    sql`insert into auth_factor (admin_id, kind, name) select id, 'totp', 'x' from auth_admin where username = 'county1'`,
  );
  expect((await (await through('zhao')).finish()).data).toMatchObject({ reason: 'next_step', step: 'second_factor' });
  await app.db.query(sql`update auth_admin set status = '0' where username = 'county1'`);
  expect((await (await through('zhao')).finish()).code, 'a disabled account').toBe(0);
});

test('a token must be signed by its provider', async () => {
  const county = await app.client({ officer: 'county2' });
  const linked = await (await through('zhou', county, { link: true, password: testPassword })).finish();
  expect(linked.data.linked, linked.msg).toBe(true);
  expect((await (await through('zhou')).finish()).data.userInfo.username).toBe('county2');
  provider.forges = 'zhou';
  try {
    const forged = await (await through('mallory')).finish();
    expect([forged.code, forged.msg]).toEqual([0, '统一身份认证未通过']);
  } finally {
    provider.forges = undefined;
  }
});

test('a reset by an administrator ends sign-ins that still require a factor, and removes linked identities', async () => {
  const city = await app.client({ officer: 'city' });
  expect((await (await through('wu', city, { link: true, password: testPassword })).finish()).data.linked).toBe(true);
  const row = await app.db.row<{ id: number }>(sql`insert into auth_factor (admin_id, kind, name)
    select id, 'totp', 'x' from auth_admin where username = 'city' returning admin_id as id`);
  const owing = await (await through('wu')).finish();
  expect(owing.data).toMatchObject({ reason: 'next_step', step: 'second_factor' });
  const { ticket } = owing.data as unknown as { ticket: string };
  const reset = await chief.post('/admin/auth.admin/edit', { id: row?.id, password: 'Quite-Another-2026' });
  expect(reset.code, reset.msg).toBe(1);
  const resumed = await nobody.post<{ reason: string }>('/admin/signIn/resume', { ticket });
  expect(resumed.data.reason).toBe('not_found');
  expect((await (await through('wu')).finish()).data.reason, 'no longer linked').toBe('invalid');
});

test('so does a reset of the factor, and one at the command line', async () => {
  const of = await app.db.row<{ id: number }>(sql`select id from auth_admin where username = 'county2'`);
  const id = of?.id ?? 0;
  const resets = [
    () => chief.post('/admin/auth.admin/resetFactor', { id, reason: '手机丢失，已核实本人' }),
    () => resetAdminPassword(app.engine, 'county2', 'Quite-Another-2026'),
  ];
  for (const [at, reset] of resets.entries()) {
    const officer = await app.client({ officer: 'county2' });
    const linked = await (await through('feng', officer, { link: true, password: testPassword })).finish();
    expect(linked.data.linked, linked.msg).toBe(true);
    expect((await officer.post('/admin/oidc/start', { link: true, password: testPassword })).code).toBe(1);
    await app.db.query(sql`insert into auth_factor (admin_id, kind, name) values (${id}, 'totp', 'x')`);
    const { ticket } = (await (await through('feng')).finish()).data as unknown as { ticket: string };
    await reset();
    const resumed = await nobody.post<{ reason: string }>('/admin/signIn/resume', { ticket });
    expect([at, resumed.data.reason]).toEqual([at, 'not_found']);
    expect((await (await through('feng')).finish()).data.reason, 'no longer linked').toBe('invalid');
    const left = sql`select 1 from one_time_ticket where holder = ${`admin ${id}`}`;
    expect(await app.db.rows(left)).toEqual([]);
    await app.db.query(sql`delete from auth_factor where admin_id = ${id}`);
  }
});

test('the last slot for a sign-in by provider goes to one of several concurrent ones', async () => {
  await app.db.query(sql`insert into one_time_ticket (hash, purpose, content, uses_left, expires_at)
    select 'full ' || n, 'identity provider', '{}', 1, now() + interval '1 minute' from generate_series(1, 4999 -
      (select count(*)::int from one_time_ticket where purpose = 'identity provider' and expires_at > now())) n`);
  const begun = await Promise.all(Array.from({ length: 8 }, () => nobody.post('/admin/oidc/start')));
  await app.db.query(sql`delete from one_time_ticket where hash like 'full %'`);
  expect(begun.filter(({ code }) => code === 1)).toHaveLength(1);
});

test('expired sign-ins by the provider take no slot, and only super administrators change its settings', async () => {
  await app.db.query(sql`insert into one_time_ticket (hash, purpose, content, uses_left, expires_at)
    select 'past ' || n, 'identity provider', '{}', 1, now() - interval '1 minute' from generate_series(1, 5000) n`);
  expect((await nobody.post('/admin/oidc/start')).code).toBe(1);
  await app.db.query(sql`delete from one_time_ticket where hash like 'past %'`);
  await app.db.query(sql`update auth_group set rules = rules || (select array_agg(id) from auth_menu where name like 'system/setting%')
    where id = any((select group_arr from auth_admin where username = 'county2')::bigint[])`);
  const clerk = await app.client({ officer: 'county2' });
  const sections = await clerk.get<{ sections: { name: string }[] }>('/admin/system.setting/sections');
  expect(sections.code, sections.msg).toBe(1);
  const names = sections.data.sections.map(({ name }) => name);
  expect(names).toContain('site');
  for (const name of ['auth/oidc', 'auth/security', 'sms', 'mail', 'upload', 'access'])
    expect(names).not.toContain(name);
  const body = { section: 'auth/oidc', values: { issuer: 'https://evil.example' }, versions: {} };
  expect((await clerk.post('/admin/system.setting/save', body)).code).toBe(0);
  expect((await clerk.post('/admin/routine.config/edit', { auth_oidc_issuer: 'https://evil.example' })).code).toBe(0);
  expect(app.engine.settings(oidcSettings).issuer).toBe(issuer);
  await app.db.query(sql`update session set confirmtime = null`);
  const anew = await chief.post<{ reason: string }>('/admin/system.setting/save', {
    ...body,
    values: { name: '登录' },
  });
  expect(anew.data.reason).toBe('confirm_first');
  expect((await chief.post('/admin/index/confirm', { password: testPassword })).code).toBe(1);
  await set({ name: '登录' });
  const notices = await app.db.rows(
    sql`select content from message_notice where template_code = 'guarded_setting_changed' and content like '%按钮名称%'`,
  );
  expect(notices.length).toBeGreaterThan(0);
});

test('a change of a guarded setting is announced to super administrators on all their channels, once per section', async () => {
  await app.db.query(
    sql`update auth_admin set mobile = '13800000066', email = 'chief@example.cn' where username = 'admin'`,
  );
  const notices = async () =>
    app.db.row(sql`select (select count(*)::int from message_sms where template_code = 'guarded_setting_changed' and mobile = '13800000066' and content like '%OIDC%') as sms,
      (select count(*)::int from message_email where template_code = 'guarded_setting_changed' and email = 'chief@example.cn' and content like '%OIDC%') as mail,
      (select count(*)::int from message_notice where template_code = 'guarded_setting_changed' and content like '%英文名称%') as inbox`);
  await ensureMinuteLasts(5);
  await set({ name: '单点登录', name_en: 'sign-on' });
  expect(await notices()).toEqual({ sms: 1, mail: 1, inbox: 1 });
});

test('a disabled or unreachable provider is reported', async () => {
  await set({ issuer: 'http://127.0.0.1:1' });
  expect((await nobody.post<{ reason: string }>('/admin/oidc/start')).data.reason).toBe('unavailable');
  let requests = 0;
  const broken = http.createServer((_request, response) => {
    requests++;
    response.writeHead(500).end();
  });
  broken.listen(0, '127.0.0.1');
  await once(broken, 'listening');
  try {
    await set({ issuer: `http://127.0.0.1:${(broken.address() as AddressInfo).port}` });
    const start = () => nobody.post<{ reason: string }>('/admin/oidc/start');
    const answers = [...(await Promise.all([start(), start(), start()])), await start()];
    expect(answers.map(({ data }) => data.reason)).toEqual(Array(4).fill('unavailable'));
    expect(requests, 'that it does not answer is cached for a while').toBe(1);
  } finally {
    broken.close();
  }
  await set({ issuer: 'http://example.com' });
  expect((await nobody.post('/admin/oidc/start')).code, 'never in the clear over a network').toBe(0);
  await set({ enabled: '0' });
  expect((await nobody.post('/admin/oidc/start')).msg).toBe('未启用统一身份认证');
});
