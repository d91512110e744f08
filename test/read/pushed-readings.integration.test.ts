import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReadingLevels } from '#kernel/module/time-series.ts';
import { checkSeriesEventMessagesToRowHolders } from '#kernel/module/time-series-event-messages-to-members.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import {
  measureUsualJumps,
  storeLateReadings,
} from '#server/time-series/find-and-decide-suspect-and-store-late-readings.ts';
import {
  type SignedRequest,
  signedText,
  signWith,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { maxPushedReadings, type PushAnswer } from '#server/time-series/store-pushed-readings.ts';
import { markRowsWithoutReadings } from '#server/time-series/update-reading-states-and-levels-of-rows.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { refuseInvalidTimeSeriesDeclarations } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { crowd, crowded } from '../zoo/crowd.ts';
import { zoo } from '../zoo/zoo.ts';

let app: TestApp;
let chief: Client;
let gate = 0;
let keys = { app_key: '', secret: '' };
let house = 0;

const add = async (name: string, row: Record<string, unknown>): Promise<number> => {
  const answer = await chief.post<{ id: number }>(`/admin/zoo.${name}/add`, row);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
};
const issue = async (id: number) =>
  (await chief.post<{ app_key: string; secret: string }>('/admin/zoo.gate/issueSecret', { id })).data;

beforeAll(async () => {
  app = await startApp({ also: zoo });
  chief = await app.client({ officer: 'admin' });
  gate = await add('gate', { name: '北门', area_code: '530100', open: '1' });
  keys = await issue(gate);
});
beforeEach(async () => {
  house = await add('house', { name: '大象馆', area_code: '530102', most: 1000 });
});
afterAll(() => app.close());

const seconds = () => Math.floor(Date.now() / 1000);
type Rows = readonly Readonly<Record<string, unknown>>[];

/** A signed batch; `change` is made after signing. */
async function push(
  rows: Rows,
  {
    with: { app_key, secret } = keys,
    at = seconds(),
    nonce = randomBytes(12).toString('hex'),
    change = {} as object,
  } = {},
) {
  const body = JSON.stringify({ rows });
  const request = { method: 'POST', path: '/api/zoo.crowd/push', query: '', body, timestamp: String(at), nonce };
  const sent = { ...request, appKey: app_key, sign: signWith(secret, signedText(request)), ...change } as SignedRequest;
  const answer = await fetch(`${app.server.address}${sent.path}${sent.query ? `?${sent.query}` : ''}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-app-key': sent.appKey,
      'x-timestamp': sent.timestamp,
      'x-nonce': sent.nonce,
      'x-sign': sent.sign,
    },
    body: sent.body,
  });
  return (await answer.json()) as { code: number; msg: string; data: PushAnswer & { sign?: string; reason?: string } };
}
const results = async (rows: Rows, options?: Parameters<typeof push>[1]) => {
  const { code, msg, data } = await push(rows, options);
  expect(code, msg).toBe(1);
  return data.rows.map(({ result }) => result);
};
/** Minutes ago, the same for a whole test. */
const ago = (minutes: number, now = seconds()) => now - minutes * 60;
const state = async (of = house) =>
  (await chief.get<{ list: Record<string, unknown>[] }>('/admin/zoo.crowd/state', { of })).data.list[0];
const events = (of = house) =>
  app.db.rows<{ name: string; payload: Record<string, unknown> }>(
    sql`select name, payload from event where resource = 'zoo/house' and row_id = ${of} and name <> 'zoo/house.added' order by id`,
  );

test('a batch is accepted with the right signature only', async () => {
  const rows = [{ of: house, at: ago(1), inside: 1 }];
  const other = randomBytes(32).toString('base64url');
  for (const [options, sign] of [
    [{ with: { ...keys, secret: other } }, 'wrong'],
    [{ with: { ...keys, app_key: '0'.repeat(24) } }, 'wrong'],
    [{ with: { ...keys, app_key: '' } }, 'wrong'],
    [{ change: { body: JSON.stringify({ rows: [{ ...rows[0], inside: 2 }] }) } }, 'wrong'],
    [{ change: { query: 'a=1' } }, 'wrong'],
    [{ change: { path: '/api/zoo.Crowd/push' } }, 'wrong'],
    [{ change: { nonce: 'another-nonce' } }, 'wrong'],
    [{ change: { sign: 'é' } }, 'wrong'],
    [{ at: seconds() - 310 }, 'expired'],
    [{ at: seconds() + 310 }, 'expired'],
  ] as const) {
    const { code, data } = await push(rows, options).catch(() => ({ code: 401, data: { sign: 'wrong' } }));
    expect([code, data.sign]).toEqual([401, sign]);
  }
  expect(await results(rows)).toEqual(['stored']);
});

test('a signature is accepted once, however many copies arrive at once', async () => {
  const nonce = randomBytes(12).toString('hex');
  const at = seconds();
  const rows = [{ of: house, at: ago(1), inside: 1 }];
  const answers = await Promise.all(Array.from({ length: 8 }, () => push(rows, { nonce, at })));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ data }) => data.sign === 'replayed')).toHaveLength(7);
});

test('secrets are shown once, stored encrypted, and overlap when they are replaced', async () => {
  const rows = [{ of: house, at: ago(1), inside: 1 }];
  const id = await add('gate', { name: '南门', area_code: '530100', open: '1' });
  const [first, second] = [await issue(id), await issue(id)];
  expect(second.app_key).toBe(first.app_key);
  expect(await results(rows, { with: first })).toEqual(['stored']);
  expect(await results(rows, { with: second })).toEqual(['known']);
  const third = await issue(id);
  expect((await push(rows, { with: first })).code, 'two at most').toBe(401);
  const listed = (await chief.get<{ app_key: string; list: { id: number }[] }>('/admin/zoo.gate/secrets', { id })).data;
  expect(listed.list).toHaveLength(2);
  for (const secret of [first, second, third].map((one) => one.secret)) {
    expect(JSON.stringify(listed)).not.toContain(secret);
    const found = await app.db.row(sql`select count(*) as n from push_secret where secret::text like ${`%${secret}%`}`);
    expect(found).toEqual({ n: 0 });
  }
  await chief.post('/admin/zoo.gate/endSecret', { id, secret: listed.list[0]?.id });
  expect((await push(rows, { with: third })).code).toBe(401);
  expect(await results(rows, { with: second })).toEqual(['known']);
  await chief.post('/admin/zoo.gate/edit', { id, open: '0', version: 1 });
  expect((await push(rows, { with: second })).code, 'switched off').toBe(401);
  const stranger = await app.client({ officer: 'county2' });
  expect((await stranger.post('/admin/zoo.gate/issueSecret', { id })).code).not.toBe(1);
});

test('each row has its answer: stored, known, late, refused, by row, source and moment', async () => {
  const away = await add('house', { name: '企鹅馆', area_code: '430102' });
  const now = seconds();
  const rows = [
    { of: house, at: ago(2, now), inside: 10 },
    { of: house, at: ago(2, now), inside: 11 },
    { of: house, at: ago(2, now), source: 'b', inside: 11 },
    { of: house, at: ago(25 * 60, now), inside: 5 },
    { of: house, at: now + 150, inside: 5 },
    { of: house, at: now + 90, inside: 5 },
    { of: house, at: ago(1, now), inside: -1 },
    { of: away, at: ago(1, now), inside: 1 },
    { of: 'x', inside: 1 },
    null,
  ];
  const { data } = await push(rows as Rows);
  expect(data.rows.map(({ result }) => result)).toEqual([
    'stored',
    'known',
    'stored',
    'late',
    'refused',
    'stored',
    'refused',
    'refused',
    'refused',
    'refused',
  ]);
  expect(data).toMatchObject({ stored: 3, known: 1, late: 1, suspect: 0, refused: 5 });
  expect(data.rows.flatMap(({ errors }) => (errors ? [Object.keys(errors)] : []))).toEqual([
    ['at'],
    ['inside'],
    ['of'],
    ['of', 'at'],
    ['inside', 'of', 'at'],
  ]);
  expect(await results(rows.slice(0, 3) as Rows)).toEqual(['known', 'known', 'known']);
  for (const some of [[], Array(maxPushedReadings + 1).fill(rows[0])])
    expect((await push(some as Rows)).data.reason).toBe('parameter');
});

test('late readings are stored by the job and change no level', async () => {
  expect(await results([{ of: house, at: ago(30 * 60), inside: 999 }])).toEqual(['late']);
  // the job queue of the server may have begun already
  await storeLateReadings(app.engine, crowd);
  const listed = async () =>
    (await chief.get<{ list: unknown[] }>('/admin/zoo.crowd/index', { of: house })).data.list.length;
  await expect.poll(listed, { timeout: 60_000 }).toBe(1);
  expect(await state()).toMatchObject({ state: 'empty', level: null });
  expect(await events()).toEqual([]);
});

test('a level rises at once, falls after ten minutes, and only changes are events and messages', async () => {
  const guard = await app.member('guard');
  await app.db.query(sql`update zoo_house set guard_id = ${guard.id} where id = ${house}`);
  const now = seconds();
  const course = [700, 810, 820, 1010, 900, 700, 700, 700, 700, 700, 700, 700, 700, 700, 700, 700, 700];
  await push(course.map((inside, place) => ({ of: house, at: ago(course.length - place, now), inside })));
  const changed = (await events()).map(({ name, payload }) => [name.split('.')[1], payload.before, payload.level]);
  expect(changed).toEqual([
    ['level_raised', 0, 80],
    ['level_raised', 80, 100],
    ['level_lowered', 100, 90],
    ['level_lowered', 90, 0],
  ]);
  expect(await state()).toMatchObject({ state: 'ok', level: 0, value: 700, limit: 1000, percent: 70 });
  const changes = await chief.get<{ list: { level: number }[] }>('/admin/zoo.crowd/levels', { of: house });
  expect(changes.data.list.map(({ level }) => level)).toEqual([0, 90, 100, 80]);
  const messages = await app.db.rows<{ content: string; content_en: string }>(
    sql`select content, content_en from message_notice where user_id = ${guard.id} order by id`,
  );
  expect(messages.map(({ content }) => content)).toEqual([
    '大象馆：黄色预警，在馆 810 人，占 81%。',
    '大象馆：红色预警，在馆 1010 人，占 101%。',
  ]);
  expect(messages[0]?.content_en).toBe('大象馆: Yellow, 810 inside, 81%.');
  // readings older than the latest change nothing
  await push([{ of: house, at: ago(16, now) - 5, inside: 2000 }]);
  expect(await events()).toHaveLength(4);
});

test('batches that arrive at once give each change of level once', async () => {
  const houses = [house, await add('house', { name: '猴山', area_code: '530103', most: 100 })];
  const now = seconds();
  const batches = Array.from({ length: 12 }, (_, place) =>
    (place % 2 ? houses : houses.toReversed()).map((of) => ({
      of,
      at: ago(5, now) + place,
      source: `g${place}`,
      inside: of === house ? 850 : 95,
    })),
  );
  const answers = await Promise.all(batches.map((rows) => push(rows)));
  expect(answers.map(({ data }) => data.stored)).toEqual(batches.map(() => 2));
  for (const [of, level] of [
    [houses[0], 80],
    [houses[1], 90],
  ] as const) {
    expect((await events(of)).map(({ payload }) => payload.level)).toEqual([level]);
    expect(await state(of)).toMatchObject({ level, at: ago(5, now) + 11 });
  }
  // the same batch many times at once is stored once
  const same = houses.map((of) => ({ of, at: ago(1, now), inside: 10 }));
  const repeated = await Promise.all(Array.from({ length: 6 }, () => push(same)));
  expect(repeated.reduce((sum, { data }) => sum + data.stored, 0)).toBe(2);
  expect(repeated.reduce((sum, { data }) => sum + data.known, 0)).toBe(10);
});

test('a row whose readings stopped has lost its data, and is not at 0', async () => {
  await push([{ of: house, at: ago(4), inside: 950 }]);
  expect(await state()).toMatchObject({ state: 'ok', level: 90, value: 950 });
  expect(await markRowsWithoutReadings(app.engine, crowd)).toBeGreaterThan(0);
  expect(await markRowsWithoutReadings(app.engine, crowd)).toBe(0);
  expect(await state()).toMatchObject({ state: 'data_lost', level: null, value: null, percent: null });
  const full = await add('house', { name: '鸟馆', area_code: '530102', most: 100 });
  const calm = await add('house', { name: '鱼馆', area_code: '530102', most: 100 });
  await push([
    { of: full, at: ago(0), inside: 99 },
    { of: calm, at: ago(0), inside: 9 },
  ]);
  const highest = await chief.get<{ list: Record<string, unknown>[] }>('/admin/zoo.crowd/highest', {
    search: [{ field: 'area_code', operator: '=', val: '530102' }],
  });
  const mine = highest.data.list.filter(({ of }) => [house, full, calm].includes(Number(of)));
  expect(mine.map(({ title, level, percent, state }) => [title, level, percent, state])).toEqual([
    ['鸟馆', 90, 99, 'ok'],
    ['大象馆', null, null, 'data_lost'],
    ['鱼馆', 0, 9, 'ok'],
  ]);
  await push([{ of: house, at: ago(3) - 30, inside: 100 }]);
  expect((await state())?.state, 'too old to bring it back').toBe('data_lost');
  await push([{ of: house, at: ago(0), inside: 100 }]);
  expect(await state()).toMatchObject({ state: 'ok', level: 90, value: 100 });
  expect((await events()).map(({ name }) => name.split('.')[1])).toEqual(['level_raised', 'data_lost', 'data_back']);
});

test('an implausible jump is held until an officer accepts or discards it', async () => {
  const now = seconds();
  await validateAndStoreReadings(
    app.engine,
    crowd,
    systemCaller(),
    Array.from({ length: 150 }, (_, n) => ({
      of: house,
      source: String(gate),
      at: ago(200 - n, now),
      inside: 100 + (n % 2),
    })),
  );
  await measureUsualJumps(app.engine, crowd);
  const rows = [900, 102, 910, 104].map((inside, place) => ({ of: house, at: ago(10 - place, now), inside }));
  expect(await results(rows)).toEqual(['suspect', 'stored', 'suspect', 'stored']);
  expect(await results(rows)).toEqual(['suspect', 'known', 'suspect', 'known']);
  expect(await state()).toMatchObject({ level: 0, value: 104 });
  const held = async () =>
    (await chief.get<{ list: { id: number; reading: { inside: number } }[] }>('/admin/zoo.crowd/held', { of: house }))
      .data.list;
  const [first, second] = await held();
  expect([first?.reading.inside, second?.reading.inside]).toEqual([900, 910]);
  const decide = (ids: unknown[], accept: string) =>
    chief.post<{ decided: number }>('/admin/zoo.crowd/decide', { ids, accept });
  expect((await decide([first?.id], '0')).data).toEqual({ decided: 1 });
  expect((await decide([first?.id, second?.id], '1')).data).toEqual({ decided: 1 });
  expect(await held()).toEqual([]);
  const stored = await chief.get<{ list: { inside: number }[] }>('/admin/zoo.crowd/index', { of: house, limit: 4 });
  expect(stored.data.list.map(({ inside }) => inside)).toEqual([104, 910, 102, 100 + (149 % 2)]);
  // accepted at the edge of now, it is followed by the level
  await push([{ of: house, at: ago(0, now), inside: 980 }]);
  const [latest] = await held();
  await decide([latest?.id], '1');
  expect(await state()).toMatchObject({ level: 90, value: 980 });
  const other = await app.client({ officer: 'county2' });
  expect((await other.get('/admin/zoo.crowd/held', { of: house })).data ?? {}).not.toHaveProperty('list.0');
});

test('an implausible jump is held after a gap, too, and where other numbers come first', async () => {
  const now = seconds();
  const usual = (n: number) => ({ of: house, source: String(gate), at: ago(400 - n, now), inside: 100 + (n % 2) });
  await validateAndStoreReadings(
    app.engine,
    crowd,
    systemCaller(),
    Array.from({ length: 150 }, (_, n) => usual(n)),
  );
  await measureUsualJumps(app.engine, crowd);
  const rows = [
    { of: house, at: ago(10, now), entered: 3, departed: 2 },
    { of: house, at: ago(9, now), inside: 900 },
  ];
  expect(await results(rows)).toEqual(['stored', 'suspect']);
});

test('what a series cannot mean is refused at the start of the server', () => {
  const check = (change: object) => () =>
    refuseInvalidTimeSeriesDeclarations([{ ...crowd, ...change }], app.engine.find);
  const levels = (change: Partial<ReadingLevels>) => ({ levels: { ...crowd.levels, ...change } });
  for (const [change, why] of [
    [levels({ of: 'people' }), 'no number'],
    [levels({ against: 'name' }), 'no number of its own'],
    [levels({ steps: {} }), 'whole percentages'],
    [levels({ downBy: 80 }), 'downBy'],
    [{ every: undefined }, 'counts intervals'],
    [{ every: 10 }, 'once a minute'],
    [{ of: 'zoo/animal' }, 'no number of its own'],
    [{ of: 'zoo/animal', levels: undefined }, 'lacks facts data_lost'],
    [{ pushed: { by: 'zoo/nobody' } }, 'not declared'],
    [{ pushed: { by: 'zoo/species' } }, 'no area_code'],
    [{ pushed: { by: 'zoo/gate', enabled: 'name' } }, 'no switch'],
    [{ pushed: { by: 'zoo/gate', suspect: ['place'] } }, 'could jump'],
  ] as const)
    expect(check(change), why).toThrow(why);
  expect(() => checkSeriesEventMessagesToRowHolders({ 'zoo/none': {} }, [crowd])).toThrow('no such series');
  expect(() =>
    checkSeriesEventMessagesToRowHolders(
      { 'zoo/crowd': { level_raised: { ...crowded, places: { x: crowded.places.name } } } },
      [crowd],
    ),
  ).toThrow('only name');
});
