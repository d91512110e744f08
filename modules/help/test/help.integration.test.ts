import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let county: Client;
let member: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  city = await app.client({ officer: 'city' });
  county = await app.client({ officer: 'county1' });
  await app.member('asks_zhao');
  member = await app.client({ member: 'asks_zhao' });
});
afterAll(() => app.close());

interface Found {
  readonly list: readonly { readonly id: number; readonly question: string }[];
}
const search = async (on: Client, side: 'admin' | 'api', q: string) =>
  (await on.get<Found>(`/${side}/help.centre/search`, { q })).data.list.map(({ question }) => question);
const misses = () => app.db.rows<{ query: string; times: number }>('select query, times from help_miss order by id');
const page = (url: string) => app.server.app.inject({ url });

describe('a search', () => {
  test.each([
    ['怎样导出列表', '怎样导出列表？'],
    ['下载 Excel', '怎样导出列表？'],
    ['口令忘了', '怎样修改密码或找回密码？'],
    ['录入导游', '怎样添加导游？'],
    ['领队怎么新增', '怎样添加导游？'],
    ['定时发布通知', '怎样发布一篇文章或通知？'],
    ['扫码入企', '一次执法检查怎样办理？'],
  ])('for %s finds %s', async (query, question) => {
    expect((await search(county, 'admin', query)).slice(0, 3)).toContain(question);
  });

  test('is answered in English too', async () => {
    const english = await app.client({ officer: 'county1' }, 'en');
    expect(await search(english, 'admin', 'How do I download a list?')).toContain('How do I export a list?');
  });

  test('finds for members and guests only what is for them', async () => {
    expect(await search(member, 'api', '执法检查办理')).not.toContain('一次执法检查怎样办理？');
    expect(await search(member, 'api', '填报行程单')).toContain('怎样填报团队行程单？');
    const officers = await app.db.row<{ id: number }>(
      sql`select id from help_article where question = '一次执法检查怎样办理？'`,
    );
    expect((await member.get('/api/help.centre/read', { id: officers?.id })).code).toBe(0);
    expect((await page(`/help/${officers?.id}`)).statusCode).toBe(404);
  });

  test('that finds nothing is noted with how often, but never a number of a person', async () => {
    for (const query of ['量子纠缠', ' 量子纠缠 ', '13800138000'])
      expect(await search(county, 'admin', query)).toEqual([]);
    const noted = await misses();
    expect(noted).toContainEqual({ query: '量子纠缠', times: 2 });
    expect(noted.map(({ query }) => query)).not.toContain('13800138000');
    // nor what guests type, who are as many as they like
    await page(`/help?q=${encodeURIComponent('夸克禁闭')}`);
    expect((await misses()).map(({ query }) => query)).not.toContain('夸克禁闭');
    expect((await city.get<Found>('/admin/help.miss/index')).data.list[0]).toMatchObject({
      query: '量子纠缠',
      times: 2,
    });
  });

  test.each(['%', '_', "'; drop table help_article; --", '\\', '🙂', '，。！', 'a'])(
    'takes %s for what it is',
    async (query) => {
      const answer = await county.get<Found>('/admin/help.centre/search', { q: query });
      expect(answer.code, answer.msg).toBe(1);
    },
  );
});

test('a screen has its questions, and a reader one vote for each', async () => {
  const { list } = (await county.get<Found>('/admin/help.centre/screen', { name: 'article/article' })).data;
  expect(list).toMatchObject([{ question: '怎样发布一篇文章或通知？' }]);
  const id = list[0]?.id;
  const vote = (on: Client, helpful: '0' | '1') =>
    on.post<{ helpful: number; useless: number }>('/admin/help.centre/vote', { id, helpful });
  await vote(county, '1');
  await vote(city, '1');
  expect((await vote(county, '0')).data).toEqual({ helpful: 1, useless: 1 });
  expect((await county.get<{ voted: boolean }>('/admin/help.centre/read', { id })).data.voted).toBe(false);
});

test('votes at the same moment all count', async () => {
  const { list } = (await county.get<Found>('/admin/help.centre/screen', { name: 'article/article' })).data;
  const id = list[0]?.id ?? 0;
  await app.db.query(sql`delete from help_vote where article_id = ${id}`);
  const members = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      await app.member(`votes_${n}`);
      return app.client({ member: `votes_${n}` });
    }),
  );
  await app.db.query(sql`update help_article set audience = '{public}' where id = ${id}`);
  await Promise.all(members.map((one) => one.post('/api/help.centre/vote', { id, helpful: '1' })));
  expect(await app.db.row(sql`select helpful::int, useless::int from help_article where id = ${id}`)).toEqual({
    helpful: 6,
    useless: 0,
  });
});

test('a question is published by two officers, and found from then on', async () => {
  const category = await app.db.row<{ id: number }>('select id from help_category order by id limit 1');
  const added = await city.post<{ id: number }>('/admin/help.article/add', {
    question: '量子纠缠怎样申报？',
    question_en: 'How is entanglement reported?',
    category_id: category?.id,
    audience: ['officer'],
    answer: '<p>不必申报。</p><script>x</script>',
    answer_en: '<p>It is not.</p>',
  });
  expect(added.code, added.msg).toBe(1);
  const { id } = added.data;
  expect((await city.post('/admin/help.article/review', { id })).code).toBe(0);
  expect((await admin.post('/admin/help.article/review', { id })).code).toBe(1);
  expect(await search(county, 'admin', '申报量子纠缠')).not.toContain('量子纠缠怎样申报？');
  expect((await city.post('/admin/help.article/publish', { id })).code).toBe(1);
  expect(await search(county, 'admin', '申报量子纠缠')).toContain('量子纠缠怎样申报？');
  expect((await county.get<{ answer: string }>('/admin/help.centre/read', { id })).data.answer).toBe(
    '<p>不必申报。</p>',
  );
});

test('the open page lists and finds what is for everybody, without script', async () => {
  const all = await page('/help');
  expect(all.body).toContain('企业怎样登记？');
  expect(all.body).not.toContain('<script');
  const found = await page(`/help?q=${encodeURIComponent('商户注册')}`);
  expect(found.body).toContain('企业怎样登记？');
  const id = /\/help\/(\d+)\?/.exec(found.body)?.[1];
  expect((await page(`/help/${id}?lang=en`)).body).toContain('How does an enterprise register?');
  expect((await page('/help/0')).statusCode).toBe(404);
  expect((await page(`/help?q=${encodeURIComponent('"><script>')}`)).body).not.toContain('<script');
});
