import { afterAll, beforeAll, expect, test } from 'vitest';
import { findResource, resources } from '#modules/registry.ts';
import { sql } from '#server/db/sql.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a member is never mistaken for the administrator with the same id', async () => {
  const admin = await app.officer('admin');
  const member = { ...(await app.member('somebody')), id: admin.id };
  await app.db.query(
    sql`insert into auth_admin_log (admin_id, username, title, url) values (${admin.id}, 'admin', '登录', '/admin/index/login')`,
  );
  const log = findResource('auth/adminLog');
  if (!log) throw new Error('no operation log');
  expect((await readListPage(app.engine, log, admin, readListQuery(log, {}))).total).toBeGreaterThan(0);
  for (const resource of resources.filter((one) => one.scope === 'own')) {
    const page = await readListPage(app.engine, resource, member, readListQuery(resource, {}));
    expect(page.total, resource.name).toBe(0);
    if (resource.member) continue; // members have some rows of their own there
    const answer = await (await app.client({ member: 'somebody' })).get(
      `/api/${resource.name.replace('/', '.')}/index`,
    );
    expect(answer.status, resource.name).toBe(404);
  }
});
