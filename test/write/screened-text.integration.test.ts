import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { zoo } from '../zoo/zoo.ts';

let app: TestApp;
let county: Client;
let area = '';
beforeAll(async () => {
  app = await startApp({ also: zoo });
  county = await app.client({ officer: 'admin' });
  area = (await app.officer('county1')).areaCode;
});
afterAll(() => app.close());

/** Replaces the published words. */
async function ban(...list: { word: string; severity?: string; from?: string; until?: string; status?: string }[]) {
  await app.db.query(sql`delete from library_banned_word`);
  for (const { word, severity = 'refuse', from = '2026-01-01', until = null, status = 'published' } of list)
    await app.db.query(sql`insert into library_banned_word (word, kind, severity, basis, effective_from, effective_to, status)
      values (${word}, 'absolute', ${severity}, '广告法第九条', ${from}, ${until}, ${status})`);
  await app.engine.screening.reload();
}
beforeEach(() => ban({ word: '最佳' }, { word: '顶级', severity: 'warn' }));

type Errors = Readonly<Record<string, readonly string[]>>;
const post = (path: string, body: object) =>
  county.post<{ id: number; errors?: Errors }>(`/admin/zoo.board/${path}`, body);
const add = (form: object) => post('add', { title: '通知', area_code: area, ...form });
const noteOf = async (id: number) =>
  (
    await app.db.row<{ note: string | null }>(
      sql`select note from history where resource = 'zoo/board' and row_id = ${id} order by id desc limit 1`,
    )
  )?.note;

test('a text with a banned word is refused at its field, with the word marked', async () => {
  const refused = await add({ body: '云南最 佳观鸟点', story: '<p>全省<b>最佳</b></p>' });
  expect(refused.data.errors).toEqual({
    body: ['“云南【最 佳】观鸟点”含有禁用词（绝对化用语，广告法第九条）'],
    story: ['“全省【最佳】”含有禁用词（绝对化用语，广告法第九条）'],
  });
  // only screened fields
  expect((await add({ title: '最佳', body: '观鸟点' })).code).toBe(1);
});

test('a doubtful expression is stored, and noted for whoever reviews it', async () => {
  const { code, data } = await add({ body: '顶级观鸟点' });
  expect(code).toBe(1);
  expect(await noteOf(data.id)).toContain('“【顶级】观鸟点”中的用语请核对（绝对化用语，广告法第九条）');
});

test('words count in force only, and an unpublished one does not', async () => {
  await ban(
    { word: '甲级', from: '2999-01-01' },
    { word: '乙级', until: '2026-01-02' },
    { word: '丙级', status: 'draft' },
  );
  expect((await add({ body: '甲级乙级丙级' })).code).toBe(1);
});

test('what was written before a word was banned stays until it is changed or handed in', async () => {
  const { id } = (await add({ body: '独特的观鸟点' })).data;
  await ban({ word: '独特' });
  expect((await post('edit', { id, title: '新通知', body: '独特的观鸟点' })).code).toBe(1);
  expect((await post('edit', { id, body: '独特的观鸟台' })).data.errors).toHaveProperty('body');
  expect((await post('post', { id })).data.errors).toHaveProperty('body');
  expect((await post('edit', { id, body: '安静的观鸟点' })).code).toBe(1);
  expect((await post('post', { id })).code).toBe(1);
});

test('a form is checked while it is filled in, and nothing is stored', async () => {
  const { data } = await county.post<{ list: { field: string }[] }>('/admin/zoo.board/screen', {
    body: '最佳',
    story: '<p>顶级</p>',
    title: '最佳',
  });
  expect(data.list.map(({ field }) => field)).toEqual(['body', 'story']);
});

test('the words of a new installation contain those that the statute names', async () => {
  const fresh = await startApp();
  const words = fresh.engine.screening.now().map(({ word }) => word);
  expect(words).toEqual(expect.arrayContaining(['国家级', '最高级', '最佳', '零团费']));
  await fresh.close();
});
