import { randomBytes } from 'node:crypto';
import { opinionSource } from '#modules/opinion/contract/opinion-source.ts';
import { sql } from '#server/db/sql.ts';
import { openEncryptionKeyFile } from '#server/encryption-and-signing.ts';
import {
  issueSecret,
  signedText,
  signWith,
} from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

/** Posts of a year in a province (domain reference §5), pushed a thousand at a time. */
const posts = 80_000;
const perPush = 1000;
/** Seconds that all of them may take, and by how much the memory of the product may grow (MB). */
const longest = 120;
const mostGrowth = 150;
/** How often the text of one post is passed on. */
const copies = 8;

const openings = ['转发：', '【转】', '网友爆料，', '刚刚看到，', '关注一下，', '扩散，', '本地消息，', ''];
const subjects = ['景区停车场', '旅行社导游', '民宿', '索道', '夜市', '博物馆', '旅游大巴', '演出', '购物店', '游船'];
const events = [
  '乱收费，投诉后无人处理',
  '免费开放，秩序良好，值得推荐',
  '临时加价，拒绝退款',
  '排队太久，人太多，体验很差',
  '服务热情，讲解专业，非常满意',
  '诱导消费，态度差',
  '发生故障，游客滞留两个小时',
  '环境干净，停车方便',
];

/** A text of its own for each run of copies: ten sentences in an order that no other has. */
function contentOf(n: number, enterprises: readonly string[]): string {
  const seed = Math.floor(n / copies);
  let state = seed * 2654435761 + 1;
  const next = (among: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % among;
  };
  const sentence = () =>
    `${subjects[next(subjects.length)]}${String.fromCodePoint(0x4e00 + next(4000), 0x4e00 + next(4000), 0x4e00 + next(4000))}${events[next(events.length)]}`;
  const named = next(3) === 0 ? `${enterprises[next(enterprises.length)]}：` : '';
  return `${openings[n % openings.length]}${named}${Array.from({ length: 6 }, sentence).join('。')}。`;
}

/** Posts of a year matched, scored and clustered, and the memory of the product before and after. */
export async function measureOpinion({ db, product, dataDir }: MeasuredServers): Promise<Finding> {
  const source = await db.row<{ id: number }>(sql`
    insert into opinion_source (name, platform, adapter, area_code) values ('bench', 'weibo', 'push', '530000') returning id`);
  const names = await db.rows<{ name: string }>(
    sql`select name from enterprise where status = 'active' order by id limit 500`,
  );
  const { app_key, secret } = await issueSecret(
    { db, seal: openEncryptionKeyFile(dataDir) },
    opinionSource,
    source?.id ?? 0,
  );
  const path = '/api/opinion.item/push';
  const now = Math.floor(Date.now() / 1000);
  const push = async (first: number) => {
    const rows = Array.from({ length: perPush }, (_, at) => {
      const n = first + at;
      return {
        url: `https://bench.example.cn/${n}`,
        content: contentOf(
          n,
          names.map(({ name }) => name),
        ),
        author: `作者${n % 5000}`,
        author_fans: (n * 7919) % 100_000,
        publish_at: now - 86_400 - Math.floor(((posts - n) / posts) * 365 * 86_400),
        reads: n % 10_000,
        comments: n % 90,
        shares: n % 40,
      };
    });
    const body = JSON.stringify({ rows });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(12).toString('hex');
    const sign = signWith(secret, signedText({ method: 'POST', path, query: '', body, timestamp, nonce }));
    const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-key': app_key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-sign': sign,
      },
      body,
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { stored: number } };
    if (code !== 1 || data.stored !== perPush) throw new Error(`${msg}: ${data?.stored} of ${perPush} stored`);
  };
  const megabytes = () => residentBytes(product.pid) / 2 ** 20;
  // names of enterprises are read and statements planned by the first
  await push(0);
  const before = megabytes();
  let most = before;
  const began = performance.now();
  for (let first = perPush; first < posts; first += perPush) {
    await push(first);
    most = Math.max(most, megabytes());
  }
  const seconds = ((performance.now() - began) / 1000) * (posts / (posts - perPush));
  const topics = await db.row<{ n: number }>(
    sql`select count(distinct topic_id)::int as n from opinion_item where source_id = ${source?.id ?? 0}`,
  );
  return {
    name: 'opinion',
    title: `${posts.toLocaleString('en')} posts matched, scored and clustered`,
    seen: `${seconds.toFixed(1)} s (≤ ${longest}), ${topics?.n ?? 0} topics of ${posts / copies} texts, ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
    met: seconds <= longest && most - before <= mostGrowth,
    values: { seconds, topics: topics?.n ?? 0, megabytesBefore: before, megabytesMost: most },
  };
}
