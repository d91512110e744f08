import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { paragraphsOf } from '#kernel/text/rich-text.ts';
import { article } from '#modules/article/contract/article.ts';
import { articleCategory } from '#modules/article/contract/article-category.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

const quiet = { unread: true, unseen: true } as const;
const drafter = systemCaller({ name: '起草人' });
const reviewer = systemCaller({ name: '审核人' });

const categories = [
  { slug: 'notices', name: '通知公告', name_en: 'Notices', weigh: 30 },
  { slug: 'travel-tips', name: '出行提示', name_en: 'Travel tips', weigh: 20 },
  { slug: 'rules', name: '政策解读', name_en: 'Rules explained', weigh: 10 },
] as const;

interface Sample {
  readonly category: (typeof categories)[number]['slug'];
  readonly audience: 'public' | 'enterprise' | 'officer';
  readonly title: string;
  readonly title_en: string;
  readonly content: string;
  readonly content_en: string;
  readonly top?: '1';
  readonly must_read?: '1';
  /** The last state. */
  readonly until: 'draft' | 'submitted' | 'published';
}

const samples: readonly Sample[] = [
  {
    category: 'travel-tips',
    audience: 'public',
    top: '1',
    title: '参团旅游，先看这五件事',
    title_en: 'Five things to look at before joining a tour',
    content:
      '查旅行社有没有经营许可证，可以在本平台核验。\n签书面合同，写明行程、住宿、用餐、购物和自费项目。\n价格明显低于成本的团不要参加。\n认准佩戴导游证的导游。\n保留合同、发票和付款记录，发生纠纷时可以投诉。',
    content_en:
      'Make sure that the agency is licensed: this platform verifies it.\nSign a contract that names route, lodging, meals, shops and paid activities.\nStay away from tours that cost obviously less than they can.\nA guide wears a guide card.\nKeep the contract, invoices and receipts, in case you have to complain.',
    until: 'published',
  },
  {
    category: 'rules',
    audience: 'public',
    title: '《旅游法》中游客的解除合同权',
    title_en: 'When tourists may end a contract',
    content: '行程开始前，游客可以解除合同，旅行社扣除必要费用后退还余款（旅游法第六十五条）。\n必要费用须有凭据。',
    content_en:
      'Before the tour begins tourists may end the contract; the agency refunds what is left after necessary costs (Tourism Law Art. 65).\nThese costs have to be documented.',
    until: 'published',
  },
  {
    category: 'notices',
    audience: 'enterprise',
    must_read: '1',
    title: '关于做好汛期旅游安全工作的通知',
    title_en: 'Safety of tours in the rainy season',
    content: '各旅行社出团前核对目的地天气和道路情况，必要时调整行程。\n导游发现险情立即报告并组织游客撤离。',
    content_en:
      'Check the weather and the roads before each tour and change the route where necessary.\nGuides report dangers at once and lead the tourists away.',
    until: 'published',
  },
  {
    category: 'notices',
    audience: 'officer',
    must_read: '1',
    title: '关于假日值班安排的通知',
    title_en: 'Duty during the holidays',
    content: '假日期间实行二十四小时值班，值班员每两小时查看一次预警和投诉。',
    content_en: 'There is somebody on duty around the clock, who looks at warnings and complaints every two hours.',
    until: 'published',
  },
  {
    category: 'notices',
    audience: 'public',
    title: '关于公布上季度检查结果的公告',
    title_en: 'Results of the checks of the last quarter',
    content: '上季度共检查文旅企业若干家，结果可以在公开页面查询。',
    content_en: 'The results of the checks of the last quarter can be looked up on the open page.',
    until: 'submitted',
  },
  {
    category: 'travel-tips',
    audience: 'public',
    title: '冬季高原旅游提示',
    title_en: 'Winter tours on the plateau',
    content: '高原昼夜温差大，请备好保暖衣物，量力而行。',
    content_en: 'Nights on the plateau are cold. Bring warm clothes and do not overexert yourself.',
    until: 'draft',
  },
];

/** Articles and notices for each kind of reader, two of them to be read and confirmed, and some that are not finished. */
export async function addDemoArticlesAndNotices(engine: Engine, areaCode: string): Promise<void> {
  if (await engine.db.row(sql`select 1 as found from ${sql.id(tableOf(article))} limit 1`)) return;
  const keys = new Map<string, number>();
  for (const { weigh, ...one } of categories) {
    const { id } = await write(engine, articleCategory, drafter, {
      operation: 'add',
      input: { ...one, kind: 'list', visible: '1' },
      set: { weigh },
      ...quiet,
    });
    keys.set(one.slug, id);
  }
  for (const { category, until, content, content_en, ...one } of samples) {
    const input = {
      ...one,
      category_id: keys.get(category),
      area_code: areaCode,
      source: '市场管理科',
      content: paragraphsOf(content),
      content_en: paragraphsOf(content_en),
    };
    const { id } = await write(engine, article, drafter, { operation: 'add', input, ...quiet });
    const moves = { draft: [], submitted: ['submit'], published: ['submit', 'review', 'publish'] }[until];
    for (const move of moves)
      await write(engine, article, reviewer, { operation: 'move', move, id, input: {}, ...quiet });
  }
}
