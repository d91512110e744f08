import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type MeasuredServers, signIn } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

/** Days over which the complaints are spread, respondents, and the connections that load them. */
const days = 1000;
const respondents = 2000;
const loaders = 2;
const perStatement = 10_000;
/** Complaints that are compared, and the longest that nineteen of twenty may take (ms). */
const compared = 400;
const longest = 20;

/** Sentences that complaints are made of; every tenth complaint is one that many people sent alike. */
const sentences = [
  '导游在第二天把全团带进翡翠店停留三个小时',
  '不消费不让上车',
  '合同中没有这一项购物安排',
  '酒店与约定的四星级不符',
  '房间没有热水，要求调换被拒绝',
  '旅游客车空调损坏，行驶四个小时不肯停车',
  '未经同意取消了两个景点',
  '只愿意退门票的一半',
  '上车后要求每人再交一千元自费项目',
  '出发前七天因病取消行程，全部不退',
  '不出示实际损失的凭证',
  '老年人被加收附加费',
  '导游中途离团两个多小时，电话不接',
  '餐标与合同不符，十二人一桌只有六个菜',
  '行李在途中丢失，没有人负责',
  '广告宣传纯玩，实际进了五个店',
  '景区预约没有办理，排队四个小时',
  '接机晚到三个小时，没有人道歉',
  '要求退还费用并道歉',
  '要求依法处理',
];

/** Part of the numbers, so that a kept folder can be filled further. */
const run = Date.now().toString(36);

/** Loads complaints about few respondents more often than about many, as it is. */
async function loadComplaints(db: Database, from: number, until: number): Promise<void> {
  for (let first = from; first < until; first += perStatement)
    await db.query(sql`
      insert into complaint (no, channel, complainant_name, mobile, shown_name, respondent_enterprise_id, respondent_name, category, event_at,
        event_area, facts, filed_on, rule_version, received_on, area_code, status, closed_on, outcome)
      select ${`TX${run}`} || lpad(n::text, 9, '0'), 'web', '张三', '136' || lpad((n::bigint * 7919 % 400000)::text, 8, '0'), '张三',
        case when r.k % 2 = 0 then r.k + 1 end, '某旅行社' || r.k, 'service', now(), '530102',
        case when n % 10 = 0 then ${`${sentences.slice(0, 3).join('，')}。`} else (
          select string_agg((${sentences}::text[])[1 + floor(${sentences.length} * random() + 0 * (n + w))::int], '，') from generate_series(1, 5) w) || n || '。' end,
        ${shanghaiToday()}::date - (n % ${days}::int), '2026', ${shanghaiToday()}::date - (n % ${days}::int), '530102',
        case when n % 5 = 0 then 'accepted' else 'archived' end, case when n % 5 <> 0 then ${shanghaiToday()}::date - (n % ${days}::int) end,
        case when n % 5 <> 0 then 'agreed' end
      from generate_series(${first}::int, ${Math.min(first + perStatement, until) - 1}::int) n
        cross join lateral (select floor(${respondents}::int * power(random(), 2) + 0 * n)::int as k) r`);
}

/** Fills the table up to so many complaints, without what triggers maintain: searches are not measured here. */
async function fillTo(url: string, count: number, log: (line: string) => void): Promise<void> {
  const db = await openDatabase({ url, max: loaders });
  const started = performance.now();
  try {
    const held = (await db.row<{ n: number }>(sql`select count(*)::int as n from complaint`))?.n ?? 0;
    if (held >= count) return;
    await db.query('alter table complaint disable trigger user');
    const share = Math.ceil((count - held) / loaders);
    await Promise.all(
      Array.from({ length: loaders }, (_, n) =>
        loadComplaints(db, held + n * share, Math.min(count, held + (n + 1) * share)),
      ),
    );
    await db.query('alter table complaint enable trigger user');
    await db.query('vacuum analyze complaint');
    log(`${count} complaints loaded in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  } finally {
    await db.close();
  }
}

/** What the page of a complaint compares it with, asked for by a clerk among many complaints. */
export async function measureSimilarComplaints(
  { db, url, product }: MeasuredServers,
  { complaints, log }: { readonly complaints: number; readonly log: (line: string) => void },
): Promise<Finding> {
  await fillTo(url, complaints, log);
  const { token } = await signIn(product.port, 'admin');
  const ids = await db.rows<{ id: number }>(
    sql`select id from complaint where no like 'TX%' order by md5(id::text) limit ${compared * 2}`,
  );
  const times: number[] = [];
  let found = 0;
  for (const [at, { id }] of ids.entries()) {
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${product.port}/admin/complaint.complaint/compare?id=${id}`, {
      headers: { batoken: token, server: '1', 'think-lang': 'zh-cn' },
    });
    const { code, data } = (await answer.json()) as { code: number; data: { duplicates: object[] } };
    const took = performance.now() - startedAt;
    if (code !== 1) throw new Error(`complaint ${id} was not compared`);
    // the first half reads the indexes into memory
    if (at < compared) continue;
    times.push(took);
    if (data.duplicates.length > 0) found += 1;
  }
  times.sort((one, other) => one - other);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  const median = times[times.length >> 1] ?? Number.NaN;
  return {
    name: 'duplicates',
    title: `duplicates among ${complaints} complaints`,
    seen: `p95 ${p95.toFixed(1)} ms (≤ ${longest}), median ${median.toFixed(1)} ms; ${found} of ${times.length} have some`,
    met: p95 <= longest,
    values: { p95, median },
  };
}
