import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from './test-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('the prepared officers sign in and see their menus', async () => {
  for (const officer of ['admin', 'city', 'county1'] as const) {
    const client = await app.client({ officer });
    const boot = await client.get<{ adminInfo: { username: string; super: boolean } }>('/admin/index/index');
    expect(boot.code).toBe(1);
    expect(boot.data.adminInfo).toMatchObject({ username: officer, super: officer === 'admin' });
  }
});

test('two engines in one process do not share permissions', async () => {
  const other = await startApp();
  try {
    const movesOf = async (on: TestApp, officer: string) => {
      await on.db.query(`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, status)
        values ('企业', 'U', 'hotel', '王', '1', '王', '1', '530102', '人民路1号', 'final_review') on conflict do nothing`);
      const client = await on.client({ officer });
      const answer = await client.get<{ list: { _moves: string[] }[] }>('/admin/enterprise.enterprise/index');
      return answer.data.list[0]?._moves;
    };
    await other.db.query(
      `update auth_group set rules = array(select id from auth_menu where name = 'enterprise/enterprise/index') where name = '县级市场管理'`,
    );
    other.platform.authenticator.forget();
    expect(await movesOf(app, 'city')).toContain('finalPass');
    expect(await movesOf(other, 'admin')).toContain('finalPass');
    expect(await movesOf(other, 'county1')).toEqual([]);
  } finally {
    await other.close();
  }
});
