import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const newer = windows.replace('140', '141');
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
const mark = 'a-mark-of-a-browser-1';

for (const type of ['admin', 'member'] as const)
  test(`an account (${type}) is notified of a device that it has never signed in from, once an hour`, async () => {
    const [table, owner] = type === 'admin' ? ['auth_admin', 'admin_id'] : ['member', 'user_id'];
    const username = type === 'admin' ? 'county2' : 'tourist';
    const mobile = type === 'admin' ? '13800003331' : '13800003332';
    const { id } = type === 'admin' ? await app.officer(username) : await app.member(username);
    await app.db.query(
      sql`update ${sql.id(table)} set mobile = ${mobile}, password = ${await hashPassword(testPassword)} where id = ${id}`,
    );
    const signIn = async (agent: string, more: Record<string, string> = {}) => {
      const client = await app.client('nobody');
      const [address, body] =
        type === 'admin'
          ? ['/admin/index/login', { username, password: testPassword }]
          : ['/api/user/checkIn', { tab: 'login', username, password: testPassword }];
      const answer = await client.post<Record<string, unknown>>(address, body, { 'user-agent': agent, ...more });
      expect(answer).toMatchObject({ code: 1 });
      expect(JSON.stringify(answer.data)).not.toContain('tells');
      return app.db.rows<{ content: string; content_en: string; kind: string; sent: string }>(sql`
        select n.content, n.content_en, n.kind, s.content as sent from message_notice n
        left join message_sms s on s.template_code = n.template_code and s.mobile = ${mobile} and s.content = n.content
        where n.${sql.id(owner)} = ${id} and n.template_code = 'new_device' order by n.id`);
    };
    expect(await signIn(windows, { 'x-device': mark }), 'the first of all').toEqual([]);
    expect(await signIn(newer), 'the same kind at the same address').toEqual([]);
    expect(await signIn(phone, { 'x-device': mark }), 'the same mark').toEqual([]);
    const signedIn = await signIn('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', {
      'x-device': 'a-mark-of-a-browser-2',
    });
    expect(signedIn).toMatchObject([{ kind: 'system', sent: signedIn[0]?.content }]);
    expect(signedIn[0]?.content).toMatch(
      new RegExp(`^您的账号 ${username} 于 .* 在新设备上登录：Firefox（Linux），IP 地址 127\\.0\\.0\\.1。`),
    );
    expect(signedIn[0]?.content_en).toContain('Firefox on Linux');
    expect(await signIn('curl/8'), 'another within the hour').toHaveLength(1);
    await app.db.query(
      sql`update ${sql.id(table)} set device_notified = now() - interval '61 minutes' where id = ${id}`,
    );
    expect(await signIn('curl/8'), 'known by now').toHaveLength(1);
    const next = await Promise.all(['evil 13900000000', 'evil 13900000001'].map((agent) => signIn(agent)));
    expect(Math.max(...next.map(({ length }) => length)), 'one of two at once').toBe(2);
    expect((await signIn(windows))[1]?.content, 'in no words of whoever came').toContain('未知设备');
  });
