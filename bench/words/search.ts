import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type MeasuredServers, signIn } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

const articlesOfLaw = 100;
const perStatement = 20_000;
/** How long nineteen of twenty searches may take (ms). */
const longest = 200;
const rounds = 20;

/** By words that few or many documents contain, several of them, first letters, a plate, and what nobody wrote. */
const queries = [
  '低价 购物',
  '旅行社',
  '责令改正 罚款',
  '退费',
  '旅遊 合同',
  'kmlxs',
  '车牌 云A D12345',
  '旅游法 35',
  '听证',
  '没有的词语',
];

const words = (
  '旅行社 旅游者 应当 不得 责令改正 罚款 许可 合同 经营 导游 主管部门 规定 违法所得 吊销 停业整顿 购物 安全 保险 价格 场所 演出 ' +
  '网吧 娱乐 文物 出版 广播 景区 住宿 车辆 诱骗 低价 备案 公示 检查 证据 听证 复议 期限 负责人 从业人员 退款'
).split(' ');

async function countDocuments(db: Database): Promise<number> {
  const row = await db.row<{ n: number }>(sql`select count(*)::int as n from library_article`);
  return row?.n ?? 0;
}

/** Drops the indexes of words, which are sooner built at once than row by row. Returns what builds them. */
async function dropWordIndexes(db: Database): Promise<() => Promise<void>> {
  const indexes = await db.rows<{ name: string; definition: string }>(
    sql`select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('library_article', 'search_name') and indexdef ilike '%using gin%'`,
  );
  for (const { name } of indexes) await db.query(sql`drop index ${sql.id(name)}`);
  return async () => {
    for (const { definition } of indexes)
      await db.transaction(async (tx) => {
        await tx.query(`set local maintenance_work_mem = '512MB'`);
        await tx.query(definition);
      });
  };
}

/** Loads them unless a kept folder has them. Returns the number of articles. */
async function loadDocuments(db: Database, documents: number): Promise<number> {
  const before = await countDocuments(db);
  if (before >= documents) return before;
  const restore = await dropWordIndexes(db);
  await db.query(sql`
    insert into library_law (code, title, level, issuer, published_on, revision, effective_from, status)
    select 'WORDS' || n, '某某管理办法' || n, (array['law', 'administrative', 'local', 'department'])[1 + n % 4], '某某机关', '2020-01-01', 1, '2020-01-01', 'published'
    from generate_series(1, ${documents / articlesOfLaw}::int) n`);
  for (let from = 0; from < documents; from += perStatement)
    await db.query(sql`
      with laws as (select id, row_number() over (order by id) - 1 as at from library_law where code like 'WORDS%')
      insert into library_article (law_id, number, inserted, article_no, text, weigh)
      select l.id, 1 + d.n % ${articlesOfLaw}::int, 0, '第' || (1 + d.n % ${articlesOfLaw}::int) || '条', (
        select string_agg((${words}::text[])[1 + floor(${words.length} * power(random(), 2) + 0 * (d.n + w))::int], '')
        from generate_series(1, 30) w), 1 + d.n % ${articlesOfLaw}::int
      from generate_series(${from}::int, ${from + perStatement - 1}::int) d (n) join laws l on l.at = d.n / ${articlesOfLaw}::int`);
  await restore();
  await db.query('analyze library_article; analyze library_law; analyze search_name');
  return countDocuments(db);
}

/**
 * Searches over documents besides the loaded enterprises, as the palette asks while somebody types who may see everything (target:
 * p95 of every query).
 */
export async function measureSearch({ db, product }: MeasuredServers, documents: number): Promise<Finding> {
  const stored = await loadDocuments(db, documents);
  const { token } = await signIn(product.port, 'admin');
  const measured: { query: string; p95: number; found: number }[] = [];
  for (const query of queries) {
    const times: number[] = [];
    let found = 0;
    for (let n = 0; n <= rounds; n++) {
      const started = performance.now();
      const address = `http://127.0.0.1:${product.port}/admin/search/index?quick_search=${encodeURIComponent(query)}`;
      const answer = await fetch(address, { headers: { batoken: token, server: '1', accept: 'application/json' } });
      const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { list: unknown[] } };
      if (code !== 1) throw new Error(`${query}: ${answer.status} ${msg}`);
      found = data.list.length;
      // the first reads the index into memory
      if (n > 0) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    measured.push({ query, found, p95: times[Math.ceil(rounds * 0.95) - 1] ?? 0 });
  }
  const slowest = measured.reduce((a, b) => (b.p95 > a.p95 ? b : a));
  return {
    name: 'search',
    title: `search over ${stored} articles and all other rows`,
    seen: `slowest p95 ${slowest.p95.toFixed(0)} ms (≤ ${longest}) for “${slowest.query}”; ${measured
      .map(({ query, p95, found }) => `${query} ${p95.toFixed(0)} ms (${found})`)
      .join(', ')}`,
    met: slowest.p95 <= longest,
    values: Object.fromEntries(measured.map(({ query, p95 }) => [query, p95])),
  };
}
