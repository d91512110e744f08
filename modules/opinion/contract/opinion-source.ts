import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { fetchOutcomes, opinionPlatforms, opinionSourceAdapters } from './opinion-source-item-and-lexicon-options.ts';

const server = { write: 'server' } as const;

/** Where posts come from (domain reference §2.M `opn_source`): a feed that is read, a sheet, or a system that pushes. */
export const opinionSource = resource({
  name: 'opinion/source',
  label: text('舆情来源', 'Sources'),
  icon: 'link',
  title: 'name',
  scope: 'area',
  order: ['id', 'desc'],
  remark: text(
    '平台不抓取网页：来源是 RSS/Atom 订阅、表格导入或带签名的接口推送。',
    'The platform crawls nothing: sources are feeds, imported sheets and signed pushes.',
  ),
  listed: ['name', 'platform', 'adapter', 'area_code', 'open', 'items', 'rejected', 'fetched_at', 'outcome'],
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    platform: field.select(text('平台', 'Platform'), { required: true, options: opinionPlatforms }),
    adapter: field.radio(text('接入方式', 'Received by'), {
      required: true,
      options: opinionSourceAdapters,
      initial: 'rss',
    }),
    address: field.url(text('订阅地址', 'Address of the feed'), {
      requiredWhen: { by: 'adapter', of: ['rss'] },
      shownWhen: { by: 'adapter', of: ['rss'] },
      list: 'offered',
    }),
    every: field.integer(text('间隔（分钟）', 'Interval (minutes)'), {
      min: 5,
      max: 1440,
      initial: 30,
      shownWhen: { by: 'adapter', of: ['rss'] },
      requiredWhen: { by: 'adapter', of: ['rss'] },
      list: 'offered',
    }),
    account: field.text(text('账号或栏目', 'Account or section'), { max: 100, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), {
      required: true,
      hint: text(
        '内容没有写明地区的信息归入这里；只匹配本地区内的企业和景区',
        'Posts that name no place belong here; only enterprises and scenic spots of this area are matched',
      ),
    }),
    open: field.switch(text('启用', 'Active'), { initial: '1' }),
    items: field.integer(text('信息数', 'Posts'), { from: countOf('opinion/item', 'source_id') }),
    rejected: field.integer(text('被拒数据', 'Rejected rows'), { from: countOf('opinion/rejection', 'source_id') }),
    fetched_at: field.datetime(text('上次读取', 'Last read'), server),
    outcome: field.select(text('读取结果', 'Result'), { ...server, options: fetchOutcomes }),
  },
});
export interface OpinionSource extends Row<typeof opinionSource> {}
