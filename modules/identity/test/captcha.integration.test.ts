import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';

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

test('the sign-in page learns that a captcha is required', async () => {
  expect((await nobody.get('/admin/index/login')).data).toEqual({ captcha: true });
});

test('a captcha shows four different digits, and new ones on each request', async () => {
  const first = await picture('page-1');
  expect([first.status, first.headers['content-type'], first.text.slice(1, 4)]).toEqual([200, 'image/png', 'PNG']);
  const shown: (string | undefined)[] = [];
  for (let time = 0; time < 25; time++) {
    await picture('page-1');
    const code = await digits('page-1');
    expect(code).toMatch(/^[1-9]{4}$/);
    expect(new Set(code).size).toBe(4);
    expect(code).not.toBe(shown.at(-1));
    shown.push(code);
  }
  expect((await signIn('page-1', shown.at(-2))).code, 'its previous digits are wrong').toBe(0);
  await app.db.query(`update captcha set expiretime = now() - interval '1 second'`);
  await picture('page-1');
  expect(
    (await app.db.row<{ live: boolean }>(`select expiretime > now() as live from captcha where key = 'page-1'`))?.live,
  ).toBe(true);
});

test('a captcha can be heard in either language, as a whole or by range, as long as it is valid', async () => {
  await picture('page-8');
  const sound = (more: object = {}, headers: Record<string, string> = {}) =>
    nobody.get('/api/common/captchaSound', { id: 'page-8', ...more }, headers);
  const [whole, again, english] = [await sound(), await sound(), await sound({ lang: 'en' }, { 'think-lang': 'en' })];
  expect([whole.status, whole.headers['content-type'], whole.text.slice(0, 4)]).toEqual([200, 'audio/wav', 'RIFF']);
  expect(again.text, 'the recording is the same each time').toBe(whole.text);
  expect(english.text).not.toBe(whole.text);
  const part = await sound({}, { range: 'bytes=0-3' });
  expect([part.status, part.text]).toEqual([206, 'RIFF']);
  expect(part.headers['content-range']).toMatch(/^bytes 0-3\/\d{5,}$/);
  expect((await sound({}, { range: 'bytes=9000000-' })).status).toBe(416);
  const code = await digits('page-8');
  expect((await signIn('page-8', code)).code, 'hearing it does not invalidate it').toBe(1);
  for (const id of ['page-8', 'never-drawn', '../x'])
    expect((await sound({ id })).data, id).toMatchObject({ reason: 'captcha' });
  expect((await sound({ id: '' })).data).toMatchObject({ reason: 'invalid', errors: { id: [expect.any(String)] } });
});

test('three wrong answers, also concurrent ones, invalidate a captcha; a new one with its id is fresh', async () => {
  for (const atOnce of [3, 20]) {
    await picture('page-5');
    const right = (await digits('page-5')) as string;
    const wrong = right === '1234' ? '5678' : '1234';
    await Promise.all(Array.from({ length: atOnce }, () => signIn('page-5', wrong)));
    expect((await signIn('page-5', right)).msg).toBe('请输入正确的验证码！');
    expect(await app.db.row(`select tries from captcha where key = 'page-5'`)).toEqual({ tries: 3 });
  }
  await picture('page-5');
  for (let time = 0; time < 2; time++) expect((await signIn('page-5', '0000')).code).toBe(0);
  expect((await signIn('page-5', await digits('page-5'))).code).toBe(1);
});

test('also for a code requested with a repeated idempotency key', async () => {
  await picture('page-6');
  const right = await digits('page-6');
  const sendSms = (captcha: unknown) =>
    nobody.post(
      '/api/Sms/send',
      { mobile: '13800007777', template_code: 'enterprise_register', captcha_id: 'page-6', captcha },
      { 'idempotency-key': 'again' },
    );
  for (let time = 0; time < 3; time++) expect(await sendSms('0000')).toMatchObject({ data: { reason: 'captcha' } });
  expect(await sendSms(right)).toMatchObject({ code: 0, data: { reason: 'captcha' } });
});

test('a BuildAdmin client registers without a picture, a few times within the hour', async () => {
  await app.db.query('delete from attempt');
  const n = String(Date.now()).slice(-6);
  const mobileOf = (at: number) => `139${n}${String(at).padStart(2, '0')}`;
  const sendSms = (mobile: string, more: object = {}) =>
    nobody.post('/api/Sms/send', { mobile, template_code: 'user_register', ...more });
  expect((await sendSms(mobileOf(0))).code).toBe(1);
  const text = app.engine.smsSink?.list().find((one) => one.mobile === mobileOf(0))?.text ?? '';
  const form = { tab: 'register', registerType: 'mobile', email: '', mobile: mobileOf(0), username: `fam${n}` };
  const code = /\d{6}/.exec(text)?.[0];
  const entered = await nobody.post('/api/user/checkIn', {
    ...form,
    password: 'Family-1',
    captcha: code,
    captchaId: 'picture-of-no-use',
    captchaInfo: '',
    keep: false,
  });
  expect(entered.code, entered.msg).toBe(1);
  const answers = await Promise.all(Array.from({ length: 34 }, (_, at) => sendSms(mobileOf(at + 1))));
  expect(answers.filter((one) => one.code === 1)).toHaveLength(29);
  expect(answers.find((one) => one.code === 0)).toMatchObject({ data: { reason: 'captcha' } });
  // a correct captcha, under the names of either client, passes; a wrong one does not, and neither does a missing one
  // if only our own pages call
  await picture('page-7');
  expect((await sendSms(mobileOf(50), { captcha: '0000', captchaId: 'page-7' })).data).toMatchObject({
    reason: 'captcha',
  });
  const right = { captchaInfo: await digits('page-7'), captchaId: 'page-7' };
  expect((await sendSms(mobileOf(50), right)).code).toBe(1);
  await app.db.query('delete from attempt');
  for (const template_code of ['enterprise_register', 'enterprise_query', 'admin_retrieve_pwd'])
    expect((await sendSms(mobileOf(51), { template_code })).data, template_code).toMatchObject({ reason: 'captcha' });
});

test('without the right digits the password is not checked', async () => {
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

test('expired digits are wrong', async () => {
  await picture('page-3');
  const right = await digits('page-3');
  await app.db.query(`update captcha set expiretime = now() - interval '1 second' where key = 'page-3'`);
  expect((await signIn('page-3', right)).msg).toBe('请输入正确的验证码！');
});

test('one captcha serves one of many concurrent attempts', async () => {
  await picture('page-4');
  const right = await digits('page-4');
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn('page-4', right)));
  expect(answers.filter((one) => one.code === 1)).toHaveLength(1);
});

test('ids of any other shape are refused', async () => {
  for (const id of ['', 'abc', 'x'.repeat(101), '../x', "a'b--c", '图片图片']) expect((await picture(id)).code).toBe(0);
});
