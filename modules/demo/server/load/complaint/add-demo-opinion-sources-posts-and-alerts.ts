import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { opinionAlert } from '#modules/opinion/contract/opinion-alert.ts';
import { opinionAlertRule } from '#modules/opinion/contract/opinion-alert-rule.ts';
import { opinionItem } from '#modules/opinion/contract/opinion-post.ts';
import { opinionSource } from '#modules/opinion/contract/opinion-source.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

/** A post. `<景区>` and `<旅行社>` are names of enterprises. */
interface Sample {
  readonly hours: number;
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly fans: number;
  readonly spread: readonly [reads: number, comments: number, shares: number];
  /** How often others passed it on. */
  readonly copies?: number;
  readonly label?: 'positive' | 'neutral' | 'negative';
}

const samples: readonly Sample[] = [
  {
    hours: 160,
    title: '周末去了<景区>',
    content: '周末带父母去了<景区>，景色壮观，工作人员热情，观光车排队有序，值得推荐。',
    author: '山里的风',
    fans: 3200,
    spread: [1800, 36, 12],
    label: 'positive',
  },
  {
    hours: 140,
    title: '古城夜市见闻',
    content: '古城夜市重新开放，非遗演出免费观看，现场热闹，停车方便。',
    author: '城市晚报',
    fans: 180_000,
    spread: [26_000, 210, 95],
    copies: 2,
    label: 'positive',
  },
  {
    hours: 118,
    title: '跟团三天的感受',
    content: '报的<旅行社>三日游，导游讲解专业，住宿干净，就是门票预约排队太久。',
    author: '阿青游记',
    fans: 860,
    spread: [420, 18, 3],
  },
  {
    hours: 96,
    title: '博物馆暑期限流公告',
    content: '博物馆因客流较大，国庆期间实行预约限流，请游客提前预约。',
    author: '本地发布',
    fans: 520_000,
    spread: [41_000, 90, 230],
    copies: 1,
    label: 'neutral',
  },
  {
    hours: 70,
    title: '购物店停留两个小时',
    content: '<旅行社>的团，第二天被带进购物店停留两个小时，导游诱导消费，不买就态度差，很失望。',
    author: '南飞的雁',
    fans: 2400,
    spread: [8600, 310, 140],
    copies: 3,
    label: 'negative',
  },
  {
    hours: 52,
    title: '民宿临时加价',
    content: '订好的民宿到店后加价两百元，拒绝退款，已经投诉，希望有关部门处理。',
    author: '小满',
    fans: 540,
    spread: [3100, 160, 44],
  },
  {
    hours: 30,
    title: '<景区>停车场乱收费',
    content: '<景区>门口停车场乱收费，标价每次十元实收三十元，不给发票，多名游客投诉后无人处理。',
    author: '自驾老陈',
    fans: 46_000,
    spread: [92_000, 1800, 960],
    copies: 6,
  },
  {
    hours: 9,
    title: '大巴故障滞留高速',
    content: '<旅行社>的旅游大巴在高速上故障，三十多名老人滞留两个小时，导游联系不上，现场混乱。',
    author: '路况随手拍',
    fans: 120_000,
    spread: [150_000, 2600, 1900],
    copies: 5,
  },
  {
    hours: 4,
    title: '图书馆亲子活动',
    content: '图书馆周末亲子活动名额充足，报名方便，志愿者耐心，孩子很开心。',
    author: '妈妈圈',
    fans: 15_000,
    spread: [5200, 60, 25],
  },
];

const passedOn = ['转发：', '【转】', '网友爆料：', '刚看到：', '关注：', '扩散：'] as const;

interface Named {
  readonly [column: string]: unknown;
  readonly name: string;
}

/** Sources, a week of posts, the rules that judge them, and alerts on their way. */
export async function addDemoOpinionSourcesItemsAndAlerts(engine: Engine, areaCode: string): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(opinionSource))} limit 1`)) return;
  const who = systemCaller({ name: '舆情专员' });
  const add = async (resource: Parameters<typeof write>[1], input: object): Promise<number> =>
    (
      await write(engine, resource, who, {
        operation: 'add',
        input: { ...input },
        unread: true,
        unseen: true,
      })
    ).id;
  const move = (resource: Parameters<typeof write>[1], id: number, named: string, input: object = {}) =>
    write(engine, resource, who, {
      operation: 'move',
      move: named,
      id,
      input: { ...input },
      unread: true,
      unseen: true,
    });
  const first = (kind: string) =>
    db.row<Named>(
      sql`select name from ${sql.id(tableOf(enterprise))} where ent_type = ${kind}::text and status = 'active' order by id limit 1`,
    );
  const names = {
    spot: (await first('scenic'))?.name ?? '森林公园',
    agency: (await first('agency'))?.name ?? '某旅行社',
  };
  const source = { area_code: areaCode, open: '1' };
  const sheets = await add(opinionSource, { ...source, name: '舆情服务商日报', platform: 'weibo', adapter: 'csv' });
  // it would be read every half hour if it were active
  const feed = {
    name: '本地新闻网文旅频道',
    platform: 'news',
    adapter: 'rss',
    address: 'https://news.example.cn/wenlv.xml',
  };
  await add(opinionSource, { ...source, ...feed, every: 30, open: '0' });
  await add(opinionSource, { ...source, name: '省级监测平台', platform: 'other', adapter: 'push' });
  const conditions = { area_code: areaCode, window_hours: 24 };
  const rules = [
    { ...conditions, name: '负面信息集中', level: 'yellow', min_items: 3, negative_share: 60 },
    { ...conditions, name: '大号发布负面信息', level: 'orange', min_items: 3, negative_share: 60, min_fans: 100_000 },
  ];
  for (const rule of rules) {
    const id = await add(opinionAlertRule, rule);
    await move(opinionAlertRule, id, 'preview');
    await move(opinionAlertRule, id, 'switchOn');
  }
  await add(opinionAlertRule, { ...conditions, name: '敏感词', level: 'red', min_items: 1, sensitive: '1' });
  const now = Math.floor(Date.now() / 1000);
  const fill = (written: string) => written.replace('<景区>', names.spot).replace('<旅行社>', names.agency);
  for (const [n, { hours, title, content, author, fans, spread, copies = 0, label }] of samples.entries())
    for (let copy = 0; copy <= copies; copy++) {
      const [reads, comments, shares] = spread.map((count) => Math.round(count / (1 + copy)));
      await add(opinionItem, {
        source_id: sheets,
        url: `https://post.example.cn/${n}/${copy}`,
        title: fill(title),
        content: `${copy === 0 ? '' : passedOn[(copy - 1) % passedOn.length]}${fill(content)}`,
        author: copy === 0 ? author : `${author}的读者${copy}`,
        author_fans: copy === 0 ? fans : 200 + 90 * copy,
        publish_at: now - hours * 3600 + copy * 1500,
        reads,
        comments,
        shares,
        ...(label && { label }),
      });
    }
  const alerts = await db.rows<{ id: number }>(sql`select id from ${sql.id(tableOf(opinionAlert))} order by id`);
  const [oldest, next] = alerts;
  if (oldest && next) {
    await move(opinionAlert, oldest.id, 'triage', { verdict: 'alert', remark: '涉及收费，交属地核查' });
    await move(opinionAlert, next.id, 'triage', { verdict: 'watch', remark: '已恢复，继续关注' });
  }
}
