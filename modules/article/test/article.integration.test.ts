import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { ArticleToRead, ReadableArticles } from '../contract/article-reading-screen-and-answer-types.ts';
import { publishAndExpireArticles } from '../server/publish-and-expire-articles.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let county: Client;
let category = 0;
let area = '';
beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  city = await app.client({ officer: 'city' });
  county = await app.client({ officer: 'county1' });
  area = (await app.officer('county1')).areaCode;
  const added = await city.post<{ id: number }>('/admin/article.category/add', {
    name: '通知',
    name_en: 'Notices',
    slug: 'notices',
    kind: 'list',
    visible: '1',
  });
  expect(added.code, added.msg).toBe(1);
  category = added.data.id;
});
afterAll(() => app.close());

const now = () => Math.floor(Date.now() / 1000);
const form = (more: object = {}) => ({
  title: '国庆假日旅游提示',
  title_en: 'Advice for the National Day holiday',
  category_id: category,
  area_code: '530100',
  content: '<p>请提前预约。</p>',
  content_en: '<p>Book in advance.</p>',
  audience: 'public',
  ...more,
});
type Refusal = { errors: Record<string, string[]> };
const add = (more: object = {}) => city.post<{ id: number } & Refusal>('/admin/article.article/add', form(more));
const move = (on: Client, name: string, id: number, more: object = {}) =>
  on.post<Refusal>(`/admin/article.article/${name}`, { id, ...more });

async function approved(more: object = {}): Promise<number> {
  const added = await add(more);
  expect(added.code, added.msg).toBe(1);
  const { id } = added.data;
  const submitted = await move(city, 'submit', id);
  expect(submitted.code, submitted.msg).toBe(1);
  const reviewed = await move(admin, 'review', id);
  expect(reviewed.code, reviewed.msg).toBe(1);
  return id;
}
async function published(more: object = {}): Promise<{ id: number; code: string }> {
  const id = await approved(more);
  const done = await move(city, 'publish', id);
  expect(done.code, done.msg).toBe(1);
  return { id, code: (await rowOf(id)).code };
}
const rowOf = async (id: number) =>
  (await app.db.row<{ code: string; status: string; next_id: number; views: number; revision: number }>(
    sql`select code, status, next_id, views, revision from article where id = ${id}`,
  )) as { code: string; status: string; next_id: number; views: number; revision: number };
/** A page as somebody without an account gets it, who sends no `Accept`. */
const page = (url: string, headers: Record<string, string> = {}) => app.server.app.inject({ url, headers });
const runClock = () => publishAndExpireArticles.run(app.engine, { log: app.log } as never);

describe('the open pages', () => {
  test('show what is published, in both languages, without any script', async () => {
    const { id, code } = await published({
      title: '黄金周出行提示',
      title_en: 'Travelling in Golden Week',
      subtitle: '请提前预约',
    });
    const zh = await page(`/article/${code}`);
    expect(zh.statusCode).toBe(200);
    expect(zh.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(zh.headers['content-security-policy']).toContain("script-src 'none'");
    expect(zh.body).not.toContain('<script');
    expect(zh.body).toContain('<h1>黄金周出行提示</h1>');
    expect(zh.body).toContain('<meta property="og:description" content="请提前预约。">');
    const en = await page(`/article/${code}`, { 'accept-language': 'en-GB,en' });
    expect(en.body).toContain('<h1>Travelling in Golden Week</h1>');
    expect(en.body).toContain('<p>Book in advance.</p>');
    expect((await page(`/article/${code}?lang=zh-cn`, { 'accept-language': 'en' })).body).toContain('黄金周出行提示');
    expect((await page(`/article/${code}`, { 'if-none-match': String(zh.headers.etag) })).statusCode).toBe(304);
    expect((await rowOf(id)).views).toBe(4);
    expect((await page('/article?category=notices')).body).toContain(`/article/${code}?lang=zh-cn`);
    expect((await page('/article?q=%E9%BB%84%E9%87%91')).body).toContain('黄金周出行提示');
    expect((await page('/article?q=100%25')).body).toContain('没有文章');
    const feed = await page('/article/feed.xml');
    expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(feed.body).toContain(`/article/${code}</link>`);
    const offline = await move(city, 'offline', id, { reason: '假期已过' });
    expect(offline.code, offline.msg).toBe(1);
    const gone = await page(`/article/${code}`);
    expect([gone.statusCode, gone.body.includes('黄金周')]).toEqual([404, false]);
    expect((await page('/article/feed.xml')).body).not.toContain(code);
  });

  test('the feed describes an article by its subtitle, or else by the beginning of its text', async () => {
    const first = '各景区实行分时预约，请至少提前三天预约门票 & 按预约时段入园。';
    const described = async (more: object, lang = 'zh-cn') => {
      const { code } = await published(more);
      const { body } = await page(`/article/feed.xml?lang=${lang}`);
      const item = body.split('<item>').find((one) => one.includes(`/article/${code}</link>`));
      return /<description>(.*)<\/description>/.exec(item ?? '')?.[1];
    };
    const content = `<hr><p>${first.replace('&', '&amp;')}</p><p>${'节日期间各景区客流较大，'.repeat(700)}</p>`;
    expect(await described({ subtitle: '请提前预约', content })).toBe('请提前预约');
    const beginning = (await described({ content })) ?? '';
    expect(beginning).toMatch(/^各景区实行分时预约，请至少提前三天预约门票 &amp; 按预约时段入园。/);
    expect(beginning.length).toBeLessThan(170);
    expect(beginning).not.toMatch(/[<>]/);
    expect(await described({ content }, 'en')).toBe('Book in advance.');
    expect(await described({ content: '<hr>' }), 'a line says nothing').toBeUndefined();
  });

  test('repeat what a reader sends only escaped, and take any code and page for what it is', async () => {
    const hostile = encodeURIComponent('"><script>alert(1)</script>');
    for (const url of [
      `/article?q=${hostile}`,
      `/article?category=${hostile}`,
      `/article/${hostile}`,
      '/article?page=-1',
      '/article?page=1e9&q=%00',
      '/article?q[]=1',
      '/article/%00',
      `/article?category=${'x'.repeat(199)}+%F0%9F%98%80`,
      `/article?category=${'x'.repeat(199)}%F0%9F%98%80`,
      `/article/${'x'.repeat(39)}%F0%9F%98%80`,
    ]) {
      const answer = await page(url);
      expect([200, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain('<script');
    }
  });

  test('do not show drafts, nor what is for enterprises or officers', async () => {
    const draft = (await add({ title: '草稿一篇' })).data.id;
    const codes = [
      (await rowOf(draft)).code,
      (await published({ title: '企业须知', audience: 'enterprise' })).code,
      (await published({ title: '值班通知', audience: 'officer' })).code,
    ];
    for (const code of codes) expect((await page(`/article/${code}`)).statusCode).toBe(404);
    const list = (await page('/article')).body + (await page('/article/feed.xml')).body;
    for (const code of codes) expect(list).not.toContain(code);
  });
});

test('a category that is hidden hides its articles and those of all below it', async () => {
  const add = async (slug: string, pid?: number) => {
    const body = { name: slug, name_en: slug, slug, kind: 'list', visible: '1', pid };
    const added = await city.post<{ id: number }>('/admin/article.category/add', body);
    expect(added.code, added.msg).toBe(1);
    return added.data.id;
  };
  const above = await add('above');
  const below = await add('below', above);
  const { code } = await published({ title: '下级分类的文章', category_id: below });
  const shown = async () => {
    const pages = await Promise.all(
      [`/article/${code}`, '/article', '/article?category=below', '/article/feed.xml'].map((url) => page(url)),
    );
    return pages.map(({ statusCode, body }) => statusCode === 200 && body.includes('下级分类的文章'));
  };
  expect(await shown()).toEqual([true, true, true, true]);
  expect((await city.post('/admin/article.category/edit', { id: above, visible: '0' })).code).toBe(1);
  expect(await shown()).toEqual([false, false, false, false]);
});

describe('what is written', () => {
  test('is sanitised: scripts, handlers and pictures of other servers go', async () => {
    const { code } = await published({
      content:
        '<p onclick="x()">正文</p><script>alert(1)</script><img src="https://evil.example/a.png"><a href="javascript:x()">链接</a>',
    });
    const { body } = await page(`/article/${code}`);
    expect(body).toContain('<p>正文</p>');
    for (const piece of ['<script', 'onclick', 'evil.example', 'javascript:']) expect(body).not.toContain(piece);
  });

  test('5 MB are refused, and so is a text longer than allowed', async () => {
    expect((await add({ content: `<p>${'字'.repeat(5_000_000 / 3)}</p>` })).code).toBe(0);
    const long = await add({ content: `<p>${'a'.repeat(200_001)}</p>` });
    expect([long.code, Object.keys(long.data.errors)]).toEqual([0, ['content']]);
  });

  test.each([
    [{ category_id: null }, 'category_id'],
    [{ publish_at: now() + 7200, expire_at: now() + 3600 }, 'expire_at'],
    [{ expire_at: now() - 60 }, 'expire_at'],
    [{ title: '题'.repeat(101) }, 'title'],
    [{ content: '<script>x</script>' }, 'content'],
  ])('%j is refused', async (more, name) => {
    const refused = await add(more);
    expect([refused.code, Object.keys(refused.data.errors)]).toEqual([0, [name]]);
  });

  test.each([
    ['title', '张某 11010519491231002X 的通告'],
    ['content', '<p>联系人 138<b>0013</b>8000</p>'],
  ])('a personal number in the %s is found before review, whoever the readers are', async (name, value) => {
    const { id } = (await add({ [name]: value, audience: 'officer' })).data;
    const refused = await move(city, 'submit', id);
    expect([refused.code, Object.keys(refused.data.errors)]).toEqual([0, [name]]);
    expect((await move(city, 'submit', id, { harmless: '1' })).code).toBe(1);
  });

  test('a banned word is refused, also with formatting within it', async () => {
    for (const content of ['<p>最佳线路</p>', '<p>全国<b>最</b> 佳线路</p>']) {
      const refused = await add({ content });
      expect([refused.code, Object.keys(refused.data.errors)]).toEqual([0, ['content']]);
    }
  });

  test('whoever wrote it does not review it', async () => {
    const { id } = (await add()).data;
    expect((await move(city, 'submit', id)).code).toBe(1);
    expect((await move(city, 'review', id)).code).toBe(0);
    expect((await move(county, 'review', id)).code).not.toBe(1);
  });
});

test('a category is no parent of itself, and its address is one', async () => {
  const circle = await city.post<Refusal>('/admin/article.category/edit', { id: category, pid: category });
  expect([circle.code, Object.keys(circle.data.errors)]).toEqual([0, ['pid']]);
  const second = { name: '通知二', name_en: 'More', kind: 'list', visible: '1' };
  for (const slug of ['notices', '../x', '"><b>'])
    expect((await city.post('/admin/article.category/add', { ...second, slug })).code).toBe(0);
});

test('an approved article appears and goes at its time', async () => {
  const id = await approved({ title: '定时的文章', publish_at: now() + 3600, expire_at: now() + 7200 });
  await runClock();
  expect((await rowOf(id)).status).toBe('approved');
  await app.db.query(sql`update article set publish_at = now() where id = ${id}`);
  await runClock();
  const { status, code } = await rowOf(id);
  expect([status, (await page(`/article/${code}`)).statusCode]).toEqual(['published', 200]);
  await app.db.query(sql`update article set expire_at = now() where id = ${id}`);
  expect((await page(`/article/${code}`)).statusCode).toBe(404);
  await runClock();
  expect((await rowOf(id)).status).toBe('offline');
  expect((await move(city, 'publish', id)).code).toBe(0);
});

test('articles that cannot be published hold up neither the others nor the end of any', async () => {
  const last = await approved({ title: '最后到时的文章', publish_at: now() + 3600 });
  const over = (await published({ title: '到期的文章', expire_at: now() + 3600 })).id;
  await app.db.query(sql`update article set publish_at = now() - interval '1 minute' where id = ${last}`);
  await app.db.query(sql`update article set expire_at = now() where id = ${over}`);
  const broken = await app.db.rows<{ id: number }>(sql`
    insert into article (code, title, category_id, area_code, content, audience, status, publish_at)
    select 'BROKEN' || n, '最佳' || n, ${category}, '530100', '<p>x</p>', 'public', 'approved', now() - interval '1 hour' from generate_series(1, 101) n returning id`);
  await app.db.query(
    "create function refuse_broken() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
  );
  await app.db.query(
    `create trigger refuse_broken before update on article for each row when (new.code like 'BROKEN%') execute function refuse_broken()`,
  );
  await runClock();
  await app.db.query('drop function refuse_broken cascade');
  await app.db.query(sql`delete from article where id = any(${broken.map(({ id }) => id)}::bigint[])`);
  expect([(await rowOf(last)).status, (await rowOf(over)).status]).toEqual(['published', 'offline']);
});

test('a new version takes the place of the published one, under the same address', async () => {
  const { id, code } = await published({ title: '开放时间' });
  expect((await city.post('/admin/article.article/edit', { id, title: '改了' })).code).toBe(0);
  expect((await move(city, 'revise', id)).code).toBe(1);
  const next = (await rowOf(id)).next_id;
  const edited = await city.post('/admin/article.article/edit', {
    id: next,
    title: '冬季开放时间',
    publish_at: now() + 60,
  });
  expect(edited.code, edited.msg).toBe(1);
  expect((await move(city, 'submit', next)).code).toBe(1);
  expect((await move(admin, 'review', next)).code).toBe(1);
  expect((await page(`/article/${code}`)).body).toContain('<h1>开放时间</h1>');
  await app.db.query(sql`update article set publish_at = now() where id = ${next}`);
  await runClock();
  expect((await page(`/article/${code}`)).body).toContain('<h1>冬季开放时间</h1>');
  expect([(await rowOf(id)).status, (await rowOf(next)).revision]).toEqual(['superseded', 2]);
});

describe('a notice that must be read', () => {
  const reading = (on: Client, side: 'admin' | 'api', more: object = {}) =>
    on.get<ReadableArticles>(`/${side}/article.reading/index`, { ...more });

  test('has an open receipt for every officer of its area until each confirms', async () => {
    const { id } = await published({ title: '值班安排', audience: 'officer', must_read: '1', area_code: area });
    const receipts = () =>
      app.db.rows<{ reader: string; read: boolean }>(
        sql`select reader, read_at is not null as read from article_receipt where article_id = ${id} order by reader`,
      );
    const open = await receipts();
    expect(open.length).toBeGreaterThan(0);
    expect(open.every(({ read }) => !read)).toBe(true);
    const list = await reading(county, 'admin');
    expect(list.data.list[0]).toMatchObject({ title: '值班安排', unread: true });
    expect(list.data.unread).toBe(1);
    expect((await county.get<ArticleToRead>('/admin/article.reading/read', { id })).data).toMatchObject({
      must_read: true,
      read_at: null,
    });
    const first = await county.post<{ read_at: number }>('/admin/article.reading/confirm', { id });
    expect((await county.post('/admin/article.reading/confirm', { id })).data).toEqual(first.data);
    expect((await receipts()).filter(({ read }) => read)).toHaveLength(1);
    expect((await reading(county, 'admin')).data.unread).toBe(0);
    const shown = await city.get<{ list: { reader: string; read_at: number | null }[] }>(
      '/admin/article.receipt/index',
      {
        search: [
          { field: 'article_id', operator: '=', val: id },
          { field: 'read_at', operator: 'NOT NULL', val: '' },
        ],
      },
    );
    expect(shown.data.list).toMatchObject([{ read_at: first.data.read_at }]);
    // the notice is announced to those it is for
    expect(
      await app.db.rows(
        sql`select 1 from message_notice where resource = 'article/article' and row_id = ${id} and admin_id is not null`,
      ),
    ).toHaveLength(open.length);
  });

  test('reminds those who have not confirmed it, at most once a day, and is no reminder for anything else', async () => {
    const { id } = await published({ title: '提醒的通知', audience: 'officer', must_read: '1', area_code: '530100' });
    expect((await county.post('/admin/article.reading/confirm', { id })).code).toBe(1);
    const reminders = () =>
      app.db.rows<{ reader: string; opens: string }>(
        sql`select r.reader, n.opens from message_notice n join article_receipt r on r.article_id = n.row_id and r.admin_id = n.admin_id
          where n.template_code = 'notice_unread' and n.row_id = ${id} order by 1`,
      );
    const unread = await app.db.rows<{ reader: string }>(
      sql`select reader from article_receipt where article_id = ${id} and read_at is null order by 1`,
    );
    for (let time = 0; time < 2; time++) {
      const reminded = await city.post('/admin/article.article/remind', { ids: [id] });
      expect(reminded.code, reminded.msg).toBe(1);
      expect(await reminders()).toEqual(unread.map(({ reader }) => ({ reader, opens: `article/reading?id=${id}` })));
    }
    const open = (await published({ title: '公开的文章' })).id;
    const mixed = await city.post<{ failed: { id: number }[] }>('/admin/article.article/remind', { ids: [id, open] });
    expect([mixed.code, mixed.data.failed.map((one) => one.id)]).toEqual([0, [open]]);
    await app.db.query(sql`update article_receipt set read_at = now() where article_id = ${id}`);
    expect((await city.post('/admin/article.article/remind', { ids: [id] })).msg).toContain('没有未确认的读者');
    expect((await (await app.client('nobody')).post('/admin/article.article/remind', { ids: [id] })).code).not.toBe(1);
  });

  test('for enterprises reaches the members of those in its area, and nobody else', async () => {
    const firm = await app.db.row<{
      id: number;
    }>(sql`insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile,
      contact_name, contact_mobile, area_code, address, status) values ('阅读旅行社', '91530102MA6R000019', 'agency', '甲', '13800000001',
      '乙', '13800000002', ${area}, '路', 'active') returning id`);
    const member = await app.member('reader_li');
    await app.db.query(
      sql`insert into enterprise_person (enterprise_id, user_id, name, role, status) values (${firm?.id ?? 0}, ${member.id}, '李', 'owner', 'active')`,
    );
    await app.member('stranger_wu');
    const [own, other] = [await app.client({ member: 'reader_li' }), await app.client({ member: 'stranger_wu' })];
    const { id } = await published({ title: '年报通知', audience: 'enterprise', must_read: '1' });
    const officers = (await published({ title: '内部通知', audience: 'officer' })).id;
    expect((await reading(own, 'api')).data.list[0]).toMatchObject({ id, unread: true });
    expect((await own.post('/api/article.reading/confirm', { id })).code).toBe(1);
    expect((await reading(own, 'api', { search: '年报' })).data).toMatchObject({ total: 1, unread: 0 });
    expect((await reading(other, 'api')).data.list.map((one) => one.id)).not.toContain(id);
    for (const [who, which] of [
      [own, officers],
      [other, id],
    ] as const) {
      expect((await who.get('/api/article.reading/read', { id: which })).code).toBe(0);
      expect((await who.post('/api/article.reading/confirm', { id: which })).code).toBe(0);
    }
    expect((await app.client('nobody').then((one) => reading(one, 'api'))).code).not.toBe(1);
    // neither by the calls of the page if the group of the member does not have it
    await app.db.query(sql`with made as (insert into user_group (name, rules) select '无公告', array_agg(id) from user_rule where name <> 'article/reading' returning id)
      update member set group_id = made.id from made where member.id = ${member.id}`);
    const without = await app.client({ member: 'reader_li' });
    expect((await reading(without, 'api')).code).not.toBe(1);
    expect((await without.get('/api/article.reading/read', { id })).code).not.toBe(1);
    expect((await without.post('/api/article.reading/confirm', { id })).code).not.toBe(1);
  });
});
