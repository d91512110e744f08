import { parseLawArticleSearch } from '#modules/library/contract/law/parse-law-article-search-text.ts';
import { findArticlesAcrossLaws } from '#modules/library/server/law/find-articles-across-laws.ts';
import { openDatabase, type Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Finding } from '../support/report.ts';

/** Articles, in laws of so many each, and how long nineteen of twenty searches may take (ms). */
const articles = 100_000;
const articlesOfLaw = 100;
const longest = 50;
const rounds = 20;

/** By number, by words that few or many articles contain, by the law, and by several words of which each is common. */
const queries = [
  '第三十五条',
  '旅游法 35',
  '第二十条之一',
  '低价',
  '旅行社 低价',
  '旅游者 合同 责令',
  '责令改正 罚款 旅行社',
  '条例 许可 罚款',
  '旅游 经营',
  '诱骗 购物 导游',
  '条例七 罚款',
  '没有的词',
];

/** Words that articles are made of, the first ones most often. */
const words = (
  '旅行社 旅游者 应当 不得 责令改正 罚款 许可 合同 经营 导游 主管部门 规定 违法所得 吊销 停业整顿 购物 安全 保险 价格 场所 演出 ' +
  '网吧 娱乐 文物 出版 广播 景区 住宿 车辆 诱骗 低价 备案 公示 检查 证据 听证 复议 期限 负责人 从业人员'
).split(' ');

async function load(db: Queryable): Promise<void> {
  await db.query(sql`
    with laws as (
      insert into library_law (code, title, level, issuer, published_on, revision, effective_from, status)
      select 'BENCH' || n, '某某管理条例' || n, (array['law', 'administrative', 'local', 'department'])[1 + n % 4], '某某机关', '2020-01-01', 1, '2020-01-01', 'published'
      from generate_series(1, ${articles / articlesOfLaw}::int) n returning id)
    insert into library_article (law_id, number, inserted, article_no, text, weigh)
    select l.id, n, 0, '第' || n || '条', (
      select string_agg((${words}::text[])[1 + floor(${words.length} * power(random(), 2) + 0 * (l.id + n + w))::int], case when w % 4 = 0 then '，' else '' end)
      from generate_series(1, 40) w), n
    from laws l, generate_series(1, ${articlesOfLaw}::int) n`);
  await db.query('analyze library_article; analyze library_law');
}

/** Articles found among a hundred thousand by number and words (target: p95 of every query). */
export async function measureFoundArticles(url: string): Promise<Finding> {
  const db = await openDatabase({ url, max: 2 });
  try {
    await load(db);
    const measured: { query: string; p95: number; found: number }[] = [];
    for (const query of queries) {
      const times: number[] = [];
      let found = 0;
      for (let n = 0; n <= rounds; n++) {
        const started = performance.now();
        found = (await findArticlesAcrossLaws(db, parseLawArticleSearch(query), undefined)).list.length;
        // the first reads the index into memory
        if (n > 0) times.push(performance.now() - started);
      }
      times.sort((a, b) => a - b);
      measured.push({ query, found, p95: times[Math.ceil(rounds * 0.95) - 1] ?? 0 });
    }
    const slowest = measured.reduce((a, b) => (b.p95 > a.p95 ? b : a));
    return {
      name: 'articles',
      title: `articles among ${articles}, by number and words`,
      seen: `slowest p95 ${slowest.p95.toFixed(0)} ms (≤ ${longest}) for “${slowest.query}”; ${measured
        .map(({ query, p95, found }) => `${query} ${p95.toFixed(0)} ms (${found})`)
        .join(', ')}`,
      met: slowest.p95 <= longest,
      values: Object.fromEntries(measured.map(({ query, p95 }) => [query, p95])),
    };
  } finally {
    await db.close();
  }
}
