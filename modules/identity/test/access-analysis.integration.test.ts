import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

interface Why {
  allowed: boolean;
  findings: { rule: string; holds: boolean; text: string }[];
}
const idOf = async (username: string) =>
  (await app.db.row<{ id: number }>(sql`select id from auth_admin where username = ${username}`))?.id ?? 0;
async function why(username: string, action: string, row?: number, asker = chief) {
  const person = await idOf(username);
  return asker.get<Why>('/admin/auth.access/why', {
    person,
    resource: 'enterprise/enterprise',
    action,
    ...(row ? { row } : {}),
  });
}
/** The checks that were made, and their results. */
const findingsOf = ({ data }: { data: Why }) =>
  data.findings.map(({ rule, holds }) => `${rule} ${holds ? 'yes' : 'no'}`);

describe('explanations of permissions', () => {
  test('the answer names group, area, state and condition, and agrees with what happens', async () => {
    const admin = await app.officer('admin');
    const id = await addEnterprise(app.engine, admin);
    expect((await why('city', 'index', id)).data).toMatchObject({ allowed: true });
    const accept = await why('county1', 'accept', id);
    expect(accept.data.findings[1]?.text).toContain('县级市场管理');
    const state = await why('city', 'suspend', id);
    expect([state.data.allowed, findingsOf(state)]).toEqual([
      false,
      ['account yes', 'group yes', 'scope yes', 'state no'],
    ]);
    const node = await why('county1', 'revoke:confirm', id);
    expect(node.data.findings.find(({ rule }) => rule === 'node')?.text).toContain(
      'enterprise/enterprise/revoke:confirm',
    );
    const active = await activeEnterprise(app.engine, admin);
    for (const [username, action] of [
      ['city', 'suspend'],
      ['county1', 'suspend'],
      ['county1', 'cancel'],
      ['county3', 'suspend'],
    ] as const) {
      const answer = await why(username, action, active);
      const client = await app.client({ officer: username });
      const row = await client.get<{ row?: { _moves: string[] } }>('/admin/enterprise.enterprise/edit', { id: active });
      const offered =
        row.code === 1 && (row.data.row?._moves ?? []).some((one) => one === action || one.startsWith(`${action}:`));
      expect([username, action, answer.data.allowed], JSON.stringify(answer.data.findings)).toEqual([
        username,
        action,
        offered,
      ]);
    }
    expect(findingsOf(await why('admin', 'edit', id))).toContain('scope yes');
    await app.db.query(sql`update auth_admin set status = '0' where username = 'county2'`);
    expect(findingsOf(await why('county2', 'index'))).toEqual(['account no']);
    await app.db.query(sql`update auth_admin set status = '1' where username = 'county2'`);
  });

  test('is given about officers and rows visible to the caller, to those with the permission', async () => {
    const city = await app.client({ officer: 'city' });
    expect((await why('county1', 'index', undefined, city)).code, 'has no such node').toBe(401);
    await app.db.query(
      sql`update auth_group set rules = rules || (select id from auth_menu where name = 'auth/access/index') where name = '市级市场管理'`,
    );
    app.platform.authenticator.forget();
    expect((await why('county1', 'index', undefined, city)).code).toBe(1);
    expect((await why('admin', 'index', undefined, city)).data, 'beyond the own area').toMatchObject({
      reason: 'not_found',
    });
    expect((await why('county1', 'index', 999_999, city)).data).toMatchObject({ reason: 'not_found' });
    for (const wrong of [
      {},
      { person: 1, resource: 'x/y', action: 'index' },
      { person: 1, resource: 'auth/admin', action: 'nothing' },
    ])
      expect((await chief.get('/admin/auth.access/why', wrong)).code).toBe(0);
  });
});

test('two groups are compared, and all of them laid out in a workbook', async () => {
  const groups = await app.db.rows<{ id: number; name: string }>(sql`select id, name from auth_group order by id`);
  const id = (name: string) => groups.find((one) => one.name === name)?.id;
  const answer = await chief.get<{ only_a: { name: string }[]; only_b: unknown[]; both: number }>(
    '/admin/auth.access/compare',
    {
      a: id('市级市场管理'),
      b: id('县级市场管理'),
    },
  );
  expect(answer.data.only_a.map(({ name }) => name)).toContain('enterprise/enterprise/finalPass');
  expect(answer.data.both).toBeGreaterThan(5);
  const made = await chief.post<{ url: string }>('/admin/auth.access/matrix');
  expect(made.code, made.msg).toBe(1);
  const [file = ''] = fs.readdirSync(path.join(app.config.dataDir, 'result')).filter((one) => one.endsWith('.xlsx'));
  expect(fs.statSync(path.join(app.config.dataDir, 'result', file)).size).toBeGreaterThan(2000);
  expect((await app.server.app.inject({ url: made.data.url })).statusCode).toBe(200);
});
