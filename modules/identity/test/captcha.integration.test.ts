import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/engine.ts';

let app: TestApp;
let nobody: Client;
beforeAll(async () => {
  app = await startApp({ config: { captcha: true } });
  nobody = await app.client('nobody');
});
afterAll(() => app.close());

const picture = (id: string) => nobody.get('/api/common/captcha', { id });
const digits = async (id: string) =>
  (await app.db.row<{ code: string }>(sql`select code from captcha where key = ${id}`))?.code;
const signIn = (captcha_id: unknown, captcha: unknown, password = testPassword) =>
  nobody.post('/admin/index/login', { username: 'admin', password, captcha_id, captcha });

test('the sign-in page is told that a picture is needed', async () => {
  expect((await nobody.get('/admin/index/login')).data).toEqual({ captcha: true });
});

test('a picture shows four digits, the same while it lives', async () => {
  const first = await picture('page-1');
  expect([first.status, first.headers['content-type'], first.text.slice(1, 4)]).toEqual([200, 'image/png', 'PNG']);
  const shown = await digits('page-1');
  expect(shown).toMatch(/^[1-9]{4}$/);
  await picture('page-1');
  expect(await digits('page-1')).toBe(shown);
  await app.db.query(`update captcha set expiretime = now() - interval '1 second'`);
  await picture('page-1');
  expect(
    (await app.db.row<{ live: boolean }>(`select expiretime > now() as live from captcha where key = 'page-1'`))?.live,
  ).toBe(true);
});

test('without the right digits nobody gets as far as the password', async () => {
  await picture('page-2');
  const right = (await digits('page-2')) as string;
  const wrong = right === '1111' ? '2222' : '1111';
  for (const [id, code] of [
    ['page-2', wrong],
    ['page-2', ''],
    ['', right],
    ['other', right],
    ['page-2', '12345678'],
    [['page-2'], right],
    [null, null],
    ['page-2', `${right}' or '1'='1`],
  ]) {
    const answer = await signIn(id, code);
    expect([id, code, answer.code, answer.msg]).toEqual([id, code, 0, '请输入正确的验证码！']);
  }
  expect((await signIn('page-2', right)).code, 'wrong digits do not use it up').toBe(1);
  expect((await signIn('page-2', right)).msg, 'right ones do').toBe('请输入正确的验证码！');
});

test('digits that expired are wrong', async () => {
  await picture('page-3');
  const right = await digits('page-3');
  await app.db.query(`update captcha set expiretime = now() - interval '1 second' where key = 'page-3'`);
  expect((await signIn('page-3', right)).msg).toBe('请输入正确的验证码！');
});

test('one picture serves one of many tries at once', async () => {
  await picture('page-4');
  const right = await digits('page-4');
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn('page-4', right)));
  expect(answers.filter((one) => one.code === 1)).toHaveLength(1);
});

test('ids of any other shape are refused', async () => {
  for (const id of ['', 'abc', 'x'.repeat(101), '../x', "a'b--c", '图片图片']) expect((await picture(id)).code).toBe(0);
});
