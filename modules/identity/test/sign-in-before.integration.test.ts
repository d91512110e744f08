import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/auth/hash-and-verify-password.ts';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Previous {
  readonly lastlogintime: string | number;
  readonly failures: number;
}

const texts = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

for (const type of ['admin', 'member'] as const)
  test(`a sign-in (${type}) returns the previous sign-in, and the failed ones since`, async () => {
    const table = sql.id(type === 'admin' ? 'auth_admin' : 'member');
    const username = type === 'admin' ? 'county2' : 'tourist';
    const { id } = type === 'admin' ? await app.officer(username) : await app.member(username);
    await app.db.query(sql`update ${table} set password = ${await hashPassword(testPassword)} where id = ${id}`);
    const [signInAt, bootAt] =
      type === 'admin' ? ['/admin/index/login', '/admin/index/index'] : ['/api/user/checkIn', '/api/user/index'];
    const nobody = await app.client('nobody');
    const signIn = (password = testPassword) =>
      nobody.post<{ userInfo: { token: string; lastlogintime: string | number } }>(signInAt, {
        tab: 'login',
        username,
        password,
      });
    const enter = async () => {
      const { code, data } = await signIn();
      expect(code).toBe(1);
      const client = await app.client({ token: data.userInfo.token, area: type === 'admin' ? 'admin' : 'api' });
      const boot = async (): Promise<Previous> => {
        const answer = await client.get<{ adminInfo: Previous; userInfo: Previous }>(bootAt);
        const { lastlogintime, failures } = answer.data[type === 'admin' ? 'adminInfo' : 'userInfo'];
        return { lastlogintime, failures };
      };
      return { previous: data.userInfo.lastlogintime, boot, client };
    };
    const none = type === 'admin' ? 'none' : 0;

    const first = await enter();
    expect(first.previous).toBe(none);
    const before = new Date('2026-03-04T01:02:03Z');
    const wire = type === 'admin' ? texts(before) : before.getTime() / 1000;
    await app.db.query(sql`update ${table} set signed_in_at = ${before} where id = ${id}`);
    for (let n = 0; n < 2; n++) expect((await signIn('Wrong-password-1')).code).toBe(0);

    const second = await enter();
    expect(second.previous).toBe(wire);
    expect(await second.boot(), 'not the last use of the session').toEqual({ lastlogintime: wire, failures: 2 });
    expect(await second.boot()).toEqual({ lastlogintime: wire, failures: 2 });
    if (type === 'admin') {
      const { info } = (await second.client.get<{ info: Previous }>('/admin/routine.AdminInfo/index')).data;
      expect(info.lastlogintime, 'on the page of the profile').toBe(wire);
    }
    expect(await first.boot(), 'each session has its own previous sign-in').toEqual({
      lastlogintime: none,
      failures: 0,
    });
    const third = await enter();
    expect((await third.boot()).failures).toBe(0);
    expect([none, wire]).not.toContain(third.previous);
  });
