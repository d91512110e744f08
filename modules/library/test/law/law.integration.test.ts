import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { readKeyOfVersionInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../../test/support/test-engine.ts';
import { law } from '../../contract/law/law.ts';
import type { FoundArticle, LawTextPreview } from '../../contract/law/law-text-preview-and-problems.ts';

/** A law from its text to its next version, and its articles as they are looked up. */
let app: TestApp;
let chief: Client;
let city: Client;
let county: Client;
beforeAll(async () => {
  app = await startApp();
  [chief, city, county] = [
    await app.client({ officer: 'admin' }),
    await app.client({ officer: 'city' }),
    await app.client({ officer: 'county1' }),
  ];
}, 120_000);
afterAll(() => app.close());

const today = shanghaiToday();
const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
};
const errorsOf = (answer: WireAnswer) => (answer.data as { errors?: Record<string, string[]> } | null)?.errors ?? {};

const source = `某某管理条例
第一章 总则
第一条 为了规范某某活动，制定本条例。
第二条 经营某某业务应当取得许可证：
（一）有固定的场所；
（二）有必要的设施。
第二章 罚则
第三条 未经许可经营某某业务的，处一万元以上五万元以下的罚款。`;

interface Article {
  readonly id: number;
  readonly version: number;
  readonly number: number;
  readonly article_no: string;
}
interface Row {
  readonly id: number;
  readonly version: number;
  readonly code: string;
  readonly status: string;
  readonly revision: number;
  readonly next_id: number | null;
  readonly article_count: number;
  readonly incomplete_count: number;
  readonly articles: readonly Article[];
}
const read = async (id: number) => ok(await chief.get<{ row: Row }>('/admin/library.law/edit', { id })).row;
const preview = async (text: string) => ok(await chief.post<LawTextPreview>('/admin/library.law/readText', { text }));

async function add(title: string, articles: readonly object[], more: object = {}): Promise<number> {
  const answer = await chief.post<{ id: number }>('/admin/library.law/add', {
    title,
    level: 'administrative',
    issuer: '国务院',
    published_on: '2020-01-01',
    effective_from: addDays(today, -100),
    articles,
    ...more,
  });
  return ok(answer).id;
}
const move = (who: Client, name: string, id: number, input: object = {}) =>
  who.post(`/admin/library.law/${name}`, { id, ...input });
async function publish(id: number): Promise<void> {
  ok(await move(city, 'review', id));
  ok(await move(city, 'publish', id));
}
const plain = ({ number, inserted, chapter, text, complete }: FoundArticle) => ({
  number,
  inserted,
  chapter,
  text,
  complete,
});
const find = async (words: string, on?: string) =>
  ok(
    await county.get<{ list: { id: number; law_id: number; title: string; article_no: string }[]; more: boolean }>(
      '/admin/library.article/find',
      { q: words, ...(on ? { on } : {}) },
    ),
  );

test('a law is taken from its text, reviewed by another officer, published and then never changed', async () => {
  const { preamble, articles, problems } = await preview(source);
  expect([preamble, problems]).toEqual([['某某管理条例'], []]);
  const id = await add('某某管理条例', articles.map(plain));
  const row = await read(id);
  expect([row.article_count, row.incomplete_count]).toEqual([3, 0]);
  expect(row.articles.map(({ article_no }) => article_no)).toEqual(['第一条', '第二条', '第三条']);
  expect(await app.db.row(sql`select chapter, text from library_article where law_id = ${id} and number = 2`)).toEqual({
    chapter: '第一章 总则',
    text: '经营某某业务应当取得许可证：\n（一）有固定的场所；\n（二）有必要的设施。',
  });

  expect((await move(chief, 'review', id)).code, 'by the officer who entered it').toBe(0);
  expect((await move(county, 'review', id)).code, 'libraries are kept by prefecture and province').not.toBe(1);
  await publish(id);
  const changed = await chief.post('/admin/library.law/edit', { id, title: '别的条例' });
  expect(changed.code).toBe(0);
  expect((await chief.post('/admin/library.law/edit', { id, articles: [] })).code).toBe(0);
  expect((await read(id)).articles).toHaveLength(3);
});

test('a law without articles is not reviewed, and articles stand in the order of their numbers', async () => {
  const id = await add('空白条例', []);
  expect(errorsOf(await move(city, 'review', id)).articles?.[0] ?? '').toContain('还没有条文');
  const put = (articles: readonly object[]) => chief.post('/admin/library.law/edit', { id, articles });
  const row = (number: number, text: string | null, more = {}) => ({
    number,
    inserted: 0,
    text,
    complete: '1',
    ...more,
  });
  expect(errorsOf(await put([row(2, '乙'), row(1, '甲')])).articles).toEqual([
    '第一条不应排在第二条之后：条文须按条号排列',
  ]);
  expect(errorsOf(await put([row(1, '甲'), row(1, '乙')])).articles).toEqual(['第一条有两条']);
  expect(JSON.stringify(errorsOf(await put([row(1, null)])))).toContain('articles.0.text');
  ok(await put([row(1, '甲'), row(1, '甲之一', { inserted: 1 }), row(3, null, { complete: '0' })]));
  const { articles, incomplete_count } = await read(id);
  expect(articles.map(({ article_no }) => article_no)).toEqual(['第一条', '第一条之一', '第三条']);
  expect(incomplete_count).toBe(1);
  const secure = await chief.post('/admin/library.law/edit', { id, source_url: 'http://example.com/law' });
  expect(errorsOf(secure).source_url?.[0]).toContain('https://');
});

describe('a text', () => {
  test('is shown with what is wrong, and nothing is stored', async () => {
    const before = await app.db.row('select count(*) from library_article');
    const { articles, problems } = await preview('第一条 甲\n第三条 丙\n第三条 丙\n第二条 乙\n第四条');
    expect(articles.map(({ article_no }) => article_no)).toEqual(['第一条', '第三条', '第三条', '第二条', '第四条']);
    expect(problems).toEqual([
      { article_no: '第三条', problem: 'gap' },
      { article_no: '第三条', problem: 'duplicate' },
      { article_no: '第二条', problem: 'order' },
      { article_no: '第四条', problem: 'gap' },
      { article_no: '第四条', problem: 'empty' },
    ]);
    expect(await app.db.row('select count(*) from library_article')).toEqual(before);
  });

  test('without articles, or from somebody who may not edit laws, is refused', async () => {
    const none = await chief.post('/admin/library.law/readText', { text: '没有条文的文字' });
    expect([none.code, none.msg]).toEqual([0, expect.stringContaining('没有找到条文')]);
    expect((await county.post('/admin/library.law/readText', { text: source })).code).not.toBe(1);
  });

  test('is read from a file', async () => {
    const send = (who: Client, content: string | Buffer) =>
      who.post<LawTextPreview>(
        '/admin/library.law/readFile',
        Buffer.concat([
          Buffer.from('--cut\r\ncontent-disposition: form-data; name="file"; filename="law.md"\r\n\r\n'),
          Buffer.from(content),
          Buffer.from('\r\n--cut--\r\n'),
        ]),
        { 'content-type': 'multipart/form-data; boundary=cut' },
      );
    expect(ok(await send(chief, source)).articles).toHaveLength(3);
    const large = await send(chief, Buffer.alloc(10 * 1024 * 1024 + 10, 'a'));
    expect([large.code, large.msg]).toEqual([0, expect.stringContaining('10 MB')]);
    expect((await send(chief, Buffer.from([0x89, 0x50, 0, 0]))).msg).toContain('已损坏');
    expect((await send(county, source)).code).not.toBe(1);
  });
});

describe('an amended law', () => {
  let first: number;
  let second: number;
  const begins = addDays(today, -10);
  beforeAll(async () => {
    first = await add('演示旅游条例', (await preview(source)).articles.map(plain));
    await publish(first);
    ok(await move(chief, 'revise', first));
    second = Number((await read(first)).next_id);
    const { articles } = await read(second);
    const [one, two, three] = articles;
    ok(
      await chief.post('/admin/library.law/edit', {
        id: second,
        effective_from: begins,
        articles: [
          { id: one?.id },
          { number: 2, inserted: 0, text: '导游人员应当佩戴导游证，接受旅游者的监督。', complete: '1' },
          { id: two?.id, version: two?.version, number: 3 },
          {
            id: three?.id,
            version: three?.version,
            number: 4,
            text: '未经许可经营某某业务的，处二万元以上十万元以下的罚款。',
          },
        ],
      }),
    );
    await publish(second);
  });

  test('is found in the version in force on a day', async () => {
    expect(await readKeyOfVersionInForceOn(app.db, law, (await read(first)).code, addDays(begins, -1))).toBe(first);
    const of = (list: readonly { law_id: number; article_no: string }[]) =>
      list.filter(({ law_id }) => law_id === first || law_id === second).map((one) => [one.law_id, one.article_no]);
    expect(of((await find('演示旅游条例 3')).list)).toEqual([[second, '第三条']]);
    expect(of((await find('演示旅游条例第三条', addDays(begins, -1))).list)).toEqual([[first, '第三条']]);
    expect(of((await find('演示旅游 二万元')).list)).toEqual([[second, '第四条']]);
    expect(of((await find('二万元 导游证')).list)).toEqual([]);
    expect((await find('演示旅游条例 99')).list).toEqual([]);
    expect(of((await find('演示旅游条例', addDays(today, -200))).list)).toEqual([]);
  });

  test('shows an article in all versions, after renumbering by its wording', async () => {
    const [fine] = (await find('演示旅游条例 4')).list;
    const { list } = ok(
      await county.get<{ list: { law_id: number; revision: number; article: { article_no: string } | null }[] }>(
        '/admin/library.article/versions',
        { id: fine?.id },
      ),
    );
    expect(list.map((one) => [one.law_id, one.revision, one.article?.article_no])).toEqual([
      [second, 2, '第四条'],
      [first, 1, '第三条'],
    ]);
    const [added] = (await find('演示旅游条例 2')).list;
    const of = ok(
      await county.get<{ list: { article: object | null }[] }>('/admin/library.article/versions', { id: added?.id }),
    );
    expect(of.list[1]?.article).toBeNull();
    expect((await county.get('/admin/library.article/versions', { id: 99_999_999 })).code).toBe(0);
  });

  test('is compared article by article', async () => {
    const compare = (before: number, after: number) =>
      county.get<{ pairs: { before: Article | null; after: Article | null }[]; same: number }>(
        '/admin/library.law/compare',
        { before, after },
      );
    const { pairs, same } = ok(await compare(first, second));
    expect(same).toBe(1);
    expect(pairs.map(({ before, after }) => [before?.article_no, after?.article_no])).toEqual([
      [undefined, '第二条'],
      ['第二条', '第三条'],
      ['第三条', '第四条'],
    ]);
    const other = await add('另一部条例', []);
    expect((await compare(first, other)).code, 'versions of different laws').toBe(0);
  });
});
