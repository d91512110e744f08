import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from '#server/open-api/describe-api.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { portionControllers } from '../zoo/portion-calls.ts';
import { zoo } from '../zoo/zoo.ts';

/** `call()`: a declared call validates its input, is restricted, and describes itself. */
let app: TestApp;
let officer: Client;
beforeAll(async () => {
  app = await startApp({ max: 4, also: zoo });
  officer = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const ask = (client: Client, input: Record<string, unknown>, area = 'admin') =>
  client.get(`/${area}/zoo.animal/portion`, input);

test('validated input is typed, with the language of the caller', async () => {
  expect(await ask(officer, { diet: 'hay', weight: '３００', day: '2027/5/3' })).toMatchObject({
    code: 1,
    data: { food: '干草', grams: 6_000, day: '2027-05-03' },
  });
  const member = await app.client({ member: 'visitor' }, 'en');
  expect(await ask(member, { diet: 'meat', weight: 2, unknown: 'x' }, 'api')).toMatchObject({
    code: 1,
    data: { food: 'Meat', grams: 100, day: null },
  });
});

test('every invalid input is reported at its field', async () => {
  const refused = await ask(officer, { diet: 'stones', day: '2027-02-30' });
  expect(refused).toMatchObject({ status: 200, code: 0, data: { reason: 'invalid' } });
  expect(Object.keys((refused.data as unknown as { errors: object }).errors).toSorted()).toEqual([
    'day',
    'diet',
    'weight',
  ]);
  for (const weight of ['', '0', '1.5', 'x', '9001', [1], { a: 1 }, null])
    expect(await ask(officer, { diet: 'hay', weight }), JSON.stringify(weight)).toMatchObject({
      code: 0,
      data: { reason: 'invalid', errors: { weight: [expect.any(String)] } },
    });
});

test('a call is refused to unauthorised callers before its input is validated', async () => {
  const guest = await app.client('nobody');
  expect((await ask(guest, {}, 'admin')).code).toBe(302);
  expect((await ask(guest, {}, 'api')).code).toBe(302);
  await app.db.query(
    `insert into auth_admin (username, nickname, password, group_arr, area_code) values ('bare', '无权限', '', '{}', '')`,
  );
  expect((await ask(await app.client({ officer: 'bare' }), {})).code).toBe(401);
});

test('two methods of one action are two calls', async () => {
  const address = '/admin/zoo.animal/order';
  expect(await officer.get(address)).toMatchObject({ code: 1, data: { meal: 'breakfast' } });
  expect(await officer.post(address, { meal: 'lunch' })).toMatchObject({ code: 1, msg: 'lunch', data: null });
  expect(await officer.post(address, { meal: 'too long a meal' })).toMatchObject({
    data: { errors: { meal: [expect.any(String)] } },
  });
});

test('a secret is accepted in the body only, and what run checks itself reaches it as it was sent', async () => {
  const address = '/admin/zoo.animal/unlock';
  expect(await officer.post(address, { code: 'open', cages: ['a', 'b'] })).toMatchObject({ data: { opened: 2 } });
  expect(await officer.post(`${address}?code=open`, { cages: 'none' })).toMatchObject({
    data: { reason: 'invalid', errors: { code: [expect.any(String)] } },
  });
});

test('its entry in the API document contains parameters, body, answer and permission', () => {
  const calls = portionControllers.flatMap(({ app: area, name, actions }) =>
    Object.entries(actions).map(([action, serves]) => ({ app: area, controller: name, action, serves })),
  );
  const { paths } = describeApi({ resources: [], calls, descriptions: {}, version: '1' }, 'en');
  const portion = paths['/admin/zoo.animal/portion']?.get;
  expect(portion).toMatchObject({ summary: 'How much an animal eats a day', 'x-permission': 'zoo/animal/index' });
  expect(portion?.parameters?.slice(0, 3)).toMatchObject([
    { name: 'diet', in: 'query', required: true },
    { name: 'weight', required: true, schema: { minimum: 1, maximum: 9_000 } },
    { name: 'day' },
  ]);
  const order = paths['/api/zoo.animal/order'];
  expect(order?.get).toMatchObject({ summary: 'The next meal' });
  expect(order?.post?.requestBody?.content['application/json']?.schema).toMatchObject({ required: ['meal'] });
  expect(paths['/api/zoo.animal/unlock']?.post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['code', 'cages'] } } } },
  });
  expect(JSON.stringify(portion?.responses['200'])).toContain('"grams":{"type":"integer"}');
});
