import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendFile } from '#modules/attachment/test/send-file.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { ArticleToRead } from '../contract/article-reading-screen-and-answer-types.ts';

let app: TestApp;
let admin: Client;
let city: Client;
let county: Client;
let category = 0;
beforeAll(async () => {
  app = await startApp();
  [admin, city, county] = await Promise.all([
    app.client({ officer: 'admin' }),
    app.client({ officer: 'city' }),
    app.client({ officer: 'county1' }),
  ]);
  category = ok(
    await city.post<{ id: number }>('/admin/article.category/add', {
      name: '通知',
      name_en: 'Notices',
      slug: 'notices',
      kind: 'list',
      visible: '1',
    }),
  ).id;
});
afterAll(() => app.close());

const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const page = (url: string) => app.server.app.inject({ url });

/** A published article with an attachment of its own. */
async function publishedWith(
  content: string,
  audience: string,
  more: object = {},
): Promise<{ id: number; code: string; file: string }> {
  const file = ok(await sendFile(city, content, `${audience}.pdf`, { query: 'private=1' })).file.url;
  const { id } = ok(
    await city.post<{ id: number }>('/admin/article.article/add', {
      title: `附件${audience}`,
      category_id: category,
      area_code: '530100',
      content: '<p>见附件。</p>',
      audience,
      attachments: [file],
      ...more,
    }),
  );
  ok(await city.post('/admin/article.article/submit', { id }));
  ok(await admin.post('/admin/article.article/review', { id }));
  ok(await city.post('/admin/article.article/publish', { id }));
  const row = await app.db.row<{ code: string }>(sql`select code from article where id = ${id}`);
  return { id, code: row?.code ?? '', file };
}

test('attachments open by links that end: for readers who may read the article, and for guests what is open', async () => {
  const open = await publishedWith('%PDF-1.4 open', 'public');
  const internal = await publishedWith('%PDF-1.4 internal', 'officer');
  for (const { file } of [open, internal]) {
    expect(file).toMatch(/^\/storage\/private\//);
    expect((await page(file)).statusCode, 'the address itself opens nothing').toBe(403);
  }
  // guests
  expect((await page(`/article/${open.code}`)).body).toContain(`href="/article/${open.code}/attachment/1"`);
  expect((await page(`/article/${open.code}`)).body, 'it is called as it was uploaded').toContain('>public.pdf</a>');
  const led = await page(`/article/${open.code}/attachment/1`);
  expect([led.statusCode, led.headers['cache-control']]).toEqual([302, 'no-store']);
  expect((await page(String(led.headers.location))).body).toBe('%PDF-1.4 open');
  const forged = String(led.headers.location).replace(open.file, internal.file);
  expect((await page(forged)).statusCode).toBe(403);
  for (const wrong of [`${internal.code}/attachment/1`, `${open.code}/attachment/2`, `${open.code}/attachment/x`])
    expect((await page(`/article/${wrong}`)).statusCode, wrong).toBe(404);

  // an officer of the area, who edits no articles
  const read = ok(await county.get<ArticleToRead>('/admin/article.reading/read', { id: internal.id }));
  const [attachment] = read.attachments;
  expect(attachment).toEqual({ name: 'officer.pdf', url: expect.stringContaining(`${internal.file}?ticket=`) });
  expect((await page(attachment?.url ?? '')).body).toBe('%PDF-1.4 internal');

  // what is taken offline leads nowhere
  ok(await city.post('/admin/article.article/offline', { id: open.id, reason: '已过期' }));
  expect((await page(`/article/${open.code}/attachment/1`)).statusCode).toBe(404);
});

test('the open page shows the cover', async () => {
  const picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const cover = ok(await sendFile(city, picture, 'cover.png')).file.url;
  const { code } = await publishedWith('%PDF-1.4 covered', 'public', { cover });
  expect((await page(`/article/${code}`)).body).toContain(`<img class="cover" src="${cover}" alt="">`);
});
