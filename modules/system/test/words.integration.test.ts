import { afterAll, beforeAll, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { fieldsOfOptionListVisibleToCaller } from '../server/find-fields-using-list-option-and-count-rows.ts';

const weathers = optionList({
  name: 'test/weather',
  label: text('天气', 'Weather'),
  initial: {
    rain: { ...text('雨', 'Rain'), tone: 'warning' },
    snow: text('雪', 'Snow'),
    fog: text('雾', 'Fog'),
  },
  system: ['rain'],
});
const diary = resource({
  name: 'test/diary',
  label: text('日志', 'Diary'),
  title: 'title',
  scope: 'all',
  fields: {
    title: field.text(text('标题', 'Title'), { required: true }),
    weather: field.select(text('天气', 'Weather'), { optionList: weathers }),
    seen: field.selects(text('见过的', 'Seen'), { optionList: weathers }),
  },
});

let app: TestApp;
/** A second server on the same database; both share the options of this process and receive the same events. */
let engine: Engine;
let other: Awaited<ReturnType<typeof startServer>>;
let chief: Awaited<ReturnType<TestApp['client']>>;

beforeAll(async () => {
  app = await startApp({ max: 8 });
  await app.db.query(`create table test_diary (id bigint generated always as identity primary key, title text not null, weather text, seen text[],
      version integer not null default 1, createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
  const platform = await createEngine({ ...app, resources: [...resources, diary], modules: serverModules });
  engine = platform.engine;
  other = await startServer({ platform, config: app.config, log: app.log });
  const client = await app.client({ officer: 'admin' });
  chief = clientOf(client.token);
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

/** The same person at the server with the diary. */
function clientOf(token: string): Awaited<ReturnType<TestApp['client']>> {
  const call = async (method: 'GET' | 'POST', url: string, payload?: unknown) => {
    const answer = await other.app.inject({
      method,
      url,
      headers: { batoken: token },
      ...(payload ? { payload: payload as object } : {}),
    });
    return {
      status: answer.statusCode,
      headers: {},
      text: answer.body,
      ...(JSON.parse(answer.body) as { code: number; msg: string; data: never }),
    };
  };
  return {
    token,
    refreshToken: '',
    get: (address, query) => call('GET', `${address}?${new URLSearchParams(query as Record<string, string>)}`),
    post: (address, body) => call('POST', address, body),
    del: () => Promise.reject(new Error('not here')),
  };
}

const wordId = async (value: string) =>
  (await app.db.row<{ id: number }>(`select id from system_word where list = 'test/weather' and value = $1`, [value]))
    ?.id ?? 0;
const edit = async (value: string, change: object) =>
  chief.post('/admin/system.word/edit', { id: await wordId(value), ...change });
const add = (values: object) =>
  chief.post<{ id: number; errors: Record<string, string[]> }>('/admin/test.diary/add', { title: '一天', ...values });

test('declared options exist, in order, and another start changes nothing', async () => {
  expect(Object.keys(weathers.options)).toEqual(['rain', 'snow', 'fog']);
  expect(
    await app.db.rows(`select value, tone, version from system_word where list = 'test/weather' order by weigh`),
  ).toEqual([
    { value: 'rain', tone: 'warning', version: 1 },
    { value: 'snow', tone: null, version: 1 },
    { value: 'fog', tone: null, version: 1 },
  ]);
});

test('official option lists exist in both languages, before any form uses them', async () => {
  const { data } = await chief.get<{ words: Record<string, Record<string, unknown>> }>('/api/words/index', {});
  // names of messages are not stored: they come from the declarations
  expect(data.words['message/template']?.code).toEqual({ 'zh-cn': '验证码', en: 'Verification code' });
  expect(Object.keys(data.words['enforcement/evidence_kind'] ?? {})).toHaveLength(8);
  expect(data.words['incident/notice_level']?.red).toEqual({ 'zh-cn': '红', en: 'Red', tone: 'bad' });
});

test('an added option is accepted at once, and an unknown one is not', async () => {
  expect((await add({ weather: 'hail' })).data).toMatchObject({ errors: { weather: ['选项无效，请从列表中选择'] } });
  const made = await chief.post('/admin/system.word/add', {
    list: 'test/weather',
    value: 'hail',
    label: '雹',
    label_en: 'Hail',
  });
  expect(made.code, made.msg).toBe(1);
  expect((await add({ weather: 'hail', seen: ['hail', 'rain'] })).code).toBe(1);
  expect(Object.keys(weathers.options)).toEqual(['rain', 'snow', 'fog', 'hail']);
  for (const value of ['', '逗,号', 'x'.repeat(61)])
    expect(
      (await chief.post('/admin/system.word/add', { list: 'test/weather', value, label: 'x', label_en: 'x' })).code,
    ).toBe(0);
  const twice = await chief.post('/admin/system.word/add', {
    list: 'test/weather',
    value: 'hail',
    label: '雹',
    label_en: 'Hail',
  });
  expect(twice.data).toMatchObject({ reason: 'duplicate' });
});

test('a retired option is shown on old rows, kept by their forms, and offered nowhere', async () => {
  const row = await add({ weather: 'snow', seen: ['snow', 'fog'] });
  expect((await edit('snow', { valid_to: '2020-01-01' })).code).toBe(1);
  expect((await add({ weather: 'snow' })).data).toMatchObject({ errors: { weather: ['“雪”已停用，请另选'] } });
  expect((await add({ seen: ['rain', 'snow'] })).data).toMatchObject({ errors: { seen: ['“雪”已停用，请另选'] } });
  const saved = await chief.post('/admin/test.diary/edit', {
    id: row.data.id,
    title: '改',
    weather: 'snow',
    seen: ['snow'],
  });
  expect(saved.code, saved.msg).toBe(1);
  expect((await edit('snow', { valid_to: null, valid_from: '2999-01-01' })).code).toBe(1);
  expect((await add({ weather: 'snow' })).code).toBe(0);
  expect((await edit('snow', { valid_from: null })).code).toBe(1);
  expect((await add({ weather: 'snow' })).code).toBe(1);
});

test('the uses of options are listed by field, for those who may list the rows; an option in use is not deleted', async () => {
  const made = { list: 'test/weather', value: 'sleet', label: '雨夹雪', label_en: 'Sleet' };
  expect((await chief.post('/admin/system.word/add', made)).code).toBe(1);
  const row = await add({ weather: 'sleet', seen: ['sleet', 'rain'] });
  const uses = async () =>
    (
      await chief.get<{ fields: { field: string; label: string; rows: Record<string, number> }[] }>(
        '/admin/system.word/uses',
        { list: 'test/weather' },
      )
    ).data.fields;
  const found = await uses();
  expect(found.map((one) => one.label)).toEqual(['日志 · 天气', '日志 · 见过的']);
  expect(found.map((one) => one.rows.sleet)).toEqual([1, 1]);
  const city = await app.officer('city');
  const visible = (node: string) =>
    fieldsOfOptionListVisibleToCaller(engine, { ...city, nodes: new Set([node]) }, 'test/weather').length;
  expect([visible('test/diary/index'), visible('system/word/index')], 'fields of lists one may not see').toEqual([
    2, 0,
  ]);
  expect((await chief.get('/admin/system.word/uses', { list: 'no/such' })).data).toEqual({ fields: [] });

  const remove = async (value: string) => chief.post('/admin/system.word/del', { ids: [await wordId(value)] });
  const refused = await remove('sleet');
  expect(refused).toMatchObject({ code: 0, data: { reason: 'referenced' } });
  expect(refused.msg).toBe('“雨夹雪”正在使用：日志 · 天气、日志 · 见过的。请改为停用。');
  expect((await remove('fog')).msg).toContain('系统自带');
  await chief.post('/admin/test.diary/edit', { id: row.data.id, title: '改', weather: 'rain', seen: [] });
  expect((await remove('sleet')).code).toBe(1);
  expect(weathers.options.sleet).toBeUndefined();
  expect((await add({ weather: 'sleet' })).data).toMatchObject({ errors: { weather: ['选项无效，请从列表中选择'] } });
});

test('options that the system relies on can be renamed but not retired; no declared one is deleted or moved to another list', async () => {
  expect((await edit('rain', { valid_to: '2030-01-01' })).data).toMatchObject({
    errors: { valid_to: [expect.stringContaining('不能停用')] },
  });
  expect((await edit('rain', { label: '大雨' })).code).toBe(1);
  expect(weathers.options.rain).toMatchObject({ 'zh-cn': '大雨', tone: 'warning' });
  expect((await chief.post('/admin/system.word/del', { ids: [await wordId('fog')] })).code).toBe(0);
  await edit('fog', { value: 'mist', list: 'test/other' });
  expect(await wordId('fog')).toBeGreaterThan(0);
});

test('every process and every page receives a change, whoever made it', async () => {
  const version = async () => (await chief.get<{ version: string }>('/api/words/index', {})).data.version;
  const before = await version();
  await app.db.query(`update system_word set label_en = 'Mist' where list = 'test/weather' and value = 'fog'`);
  await expect.poll(() => weathers.options.fog?.en).toBe('Mist');
  // two servers run here and share the options of the process: each receives the event itself
  await expect.poll(version).not.toBe(before);
  const { data } = await chief.get<{ version: string; words: Record<string, Record<string, unknown>> }>(
    '/api/words/index',
    {},
  );
  expect(data.words['test/weather']?.fog).toEqual({ 'zh-cn': '雾', en: 'Mist' });
  const boot = async (has: Readonly<Record<string, string>>) =>
    (await chief.get<{ words: string; spoken?: typeof data.words }>('/admin/index/index', has)).data;
  expect(await boot({})).toMatchObject({ words: data.version });
  // a client that sends its version gets missing options; one that sends none, like BuildAdmin clients, never does
  expect((await boot({})).spoken).toBeUndefined();
  expect((await boot({ words: data.version })).spoken).toBeUndefined();
  for (const saved of ['', before]) expect((await boot({ words: saved })).spoken).toEqual(data.words);
});

test('lists filter by options, sheets and the API document contain them', async () => {
  const list = await chief.get<{ total: number }>('/admin/test.diary/index', {
    search: JSON.stringify([{ field: 'weather', operator: '=', val: 'hail' }]),
  });
  expect(list.code).toBe(1);
  const document = await chief.get('/admin/openapi/index', {});
  expect(document.text).toContain('`fog` 雾');
});
