import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { createLog } from '#server/log.ts';
import { checkAnswer } from '../fuzz/check-answer.ts';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { strangeForms } from '../fuzz/strange-forms.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

const errors: string[] = [];
let app: TestApp;
let chief: Client;
let id: number;
beforeAll(async () => {
  app = await startApp({
    max: 16,
    log: createLog({ level: 'error', pretty: true, destination: { write: (line) => void errors.push(line) } }),
  });
  await uploadMaterials(app.engine);
  id = await addEnterprise(app.engine, await app.officer('admin'));
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const at = (action: string) => `/admin/enterprise.enterprise/${action}`;
const rowOf = () =>
  app.db.row<{ version: number; short_name: string | null }>(
    'select version, short_name from enterprise where id = $1',
    [id],
  );

test.each([
  '{}',
  '[]',
  '[1]',
  '{"toString":1}',
  '{"toString":null,"valueOf":null}',
  'true',
  '"x"',
  '1.5',
  '-1',
  '1e999',
])('a version that is %s is refused and writes nothing', async (version) => {
  const before = await rowOf();
  for (const body of [
    `{"id":${id},"version":${version},"short_name":"错"}`,
    `{"id":${id},"version":[${version}],"short_name":"错"}`,
  ]) {
    const answer = await chief.post(at('edit'), body);
    expect([answer.status, answer.code, answer.data]).toEqual([200, 0, { reason: 'parameter' }]);
  }
  expect(await rowOf()).toEqual(before);
});

test.each(['submit', 'edit'])('%s accepts no object and no invalid text as a key', async (action) => {
  for (const key of ['{}', '[]', '{"toString":1}', '"\\ud800"', '"1e1"', '1.5', 'null', '9007199254740993']) {
    const answer = await chief.post(at(action), `{"id":${key},"short_name":"错"}`);
    expect([answer.status, answer.code, answer.data], key).toEqual([200, 0, { reason: 'parameter' }]);
  }
});

const report = { resource: 'enterprise/enterprise', measure: 'registered', by: 'status' };

/** Hand-written calls that take a day; those of resources are tested one by one in `contract/smoke.test.ts`. */
const dayCalls: readonly (readonly [
  method: 'get' | 'post',
  path: string,
  of: (day: string) => Record<string, unknown>,
])[] = [
  ['get', '/admin/travel.itinerary/dayTable', (day) => ({ day })],
  ['get', '/admin/system.calendar/days', (day) => ({ from: day, to: day })],
  ['post', '/admin/system.calendar/mark', (day) => ({ days: [{ date: day, kind: 'holiday' }] })],
  ['get', '/admin/report/index', (day) => ({ ...report, from: day, until: day })],
  ['get', '/admin/screen.audit/index', (day) => ({ range: `${day},${day}` })],
  ['get', '/admin/screen.audit/index', (day) => ({ day, flow: 'returned' })],
  ['get', '/admin/screen.source/index', (day) => ({ range: `${day},${day}` })],
  ['get', '/admin/screen.history/index', (day) => ({ range: `${day},${day}` })],
];

test.each(dayCalls)('%s %s refuses a day that does not exist', async (method, path, of) => {
  for (const day of [
    '2027-02-30',
    '2026-02-29',
    '2026-13-01',
    '0000-01-01',
    '2026-00-10',
    '2026-1-1x',
    '99999-01-01',
  ]) {
    const answer = await chief[method](path, of(day));
    expect([day, answer.status, answer.code]).toEqual([day, 200, 0]);
  }
  for (const day of ['9999-12-31', '0001-01-01']) {
    const answer = await chief[method](path, of(day));
    expect([day, answer.status, checkAnswer({ status: answer.status, type: '', body: '' })]).toEqual([
      day,
      200,
      undefined,
    ]);
  }
});

test.each(['2027-02-30', '2026-13-01', '0000-01-01'])('a member gets no movements of %s', async (day) => {
  const member = await app.client({ member: 'days' });
  for (const action of ['balance', 'integral'])
    for (const query of [{ from: day }, { to: day }]) {
      const answer = await member.get(`/api/account/${action}`, query);
      expect([action, answer.status, answer.code]).toEqual([action, 200, 0]);
    }
});

test('half a surrogate pair becomes the replacement character, wherever it is', async () => {
  const answer = await chief.post(at('edit'), `{"id":${id},"short_name":"饭店\\ud83d","\\ud800":"\\udfff"}`);
  expect([answer.status, answer.code]).toEqual([200, 1]);
  expect((await rowOf())?.short_name).toBe('饭店\ufffd');
  const config = await chief.post(at('edit'), `{"id":${id},"short_name":{"a":"\\ud800"}}`);
  expect([config.status, config.code]).toEqual([200, 0]);
});

test.each(['1.5', '1e999', 'Infinity', '-1', 'x', '%00', '%ED%A0%80', '99999999999999999999'])(
  'a timeline before %s is still a timeline',
  async (before) => {
    const answer = await chief.get(at('timeline'), `id=${id}&before=${before}`);
    expect([answer.status, answer.code]).toEqual([200, 1]);
  },
);

test.each([
  '{"__proto__":{"a":1}}',
  '{"a":{"toString":1}}',
  `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
  '{"a":[{"valueOf":1}]}',
])('a body of %s is refused at the door', async (body) => {
  const answer = await chief.post(at('add'), body);
  expect([answer.status, answer.code, answer.data]).toEqual([200, 0, { reason: 'parameter' }]);
});

test.each(strangeForms.map((one) => [one.what, one] as const))(
  'an upload of %s is refused or stored',
  async (_what, { type, body }) => {
    errors.length = 0;
    for (const path of ['/admin/ajax/upload', at('import'), '/api/enterprise/upload']) {
      const answer = await app.server.app.inject({
        method: 'POST',
        url: path,
        headers: { server: 'true', batoken: chief.token, 'content-type': type },
        payload: body,
      });
      const summary = { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body };
      expect(checkAnswer(summary), `${path}: ${errors.join('')}`).toBeUndefined();
    }
  },
);

test('a form whose sender disconnects in the middle of its file loses only the file', async () => {
  errors.length = 0;
  const { port } = new URL(app.address);
  for (const cut of [60, 150, 4000]) {
    const body =
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'a'.repeat(8000)}`.slice(0, cut);
    const socket = net.connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${at('import')} HTTP/1.1\r\nHost: x\r\nserver: true\r\nbatoken: ${chief.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n${body}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await once(socket, 'close');
  }
  // the answer to a client that has disconnected causes no internal error
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await chief.get('/health')).status).toBe(200);
  expect(errors.filter((line) => line.includes('ERROR fault'))).toEqual([]);
});

/**
 * How many malformed variants of each call are tried; a search for faults uses more, and `npm test -- exhaustive` all
 * of them. All calls that take a file read its form with the same code, and all lists their conditions: each gets a few.
 */
const ways = Number(process.env.FUZZ_WAYS ?? 1);

test('every call gets a proper answer to a few malformed variants', { timeout: 900_000 }, async () => {
  errors.length = 0;
  const report = await runFuzz(app, { seed: 20_261_121, ways, everyForm: ways > 1 ? 1 : 12, conditions: 0.001 });
  expect(report.faults.join('\n\n') + (report.faults.length > 0 ? `\n\n${errors.join('')}` : '')).toBe('');
  expect(report.made).toBeGreaterThan(500);
  expect(report.heard / report.made).toBeGreaterThan(0.5);
});
