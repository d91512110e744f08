import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf, latestOf, sumOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;
const items = 'opinion/item';

/** Posts with nearly the same text within 72 hours (domain reference §2.M `opn_topic`). Its figures follow from its posts. */
export const opinionTopic = resource({
  name: 'opinion/topic',
  label: text('舆情话题', 'Topics'),
  icon: 'apartment',
  title: 'title',
  scope: 'area',
  actions: ['index', 'edit', 'export'],
  order: ['id', 'desc'],
  listed: ['title', 'items', 'negatives', 'heat', 'started_at', 'latest_at', 'enterprise_id', 'area_code'],
  empty: text('还没有话题。有信息之后自动归集。', 'There are no topics yet. They follow from the posts.'),
  fields: {
    title: field.text(text('话题', 'Topic'), { required: true, max: 200, search: true, initials: false }),
    items: field.integer(text('信息数', 'Posts'), { from: countOf(items, 'topic_id') }),
    negatives: field.integer(text('负面', 'Negative'), {
      from: countOf(items, 'topic_id', [['sentiment', '=', 'negative']]),
    }),
    heat: field.float(text('热度', 'Heat'), { from: sumOf(items, 'topic_id', 'heat') }),
    started_at: field.datetime(text('首条时间', 'First post'), server),
    latest_at: field.datetime(text('最近一条', 'Latest post'), {
      from: latestOf(items, 'topic_id', 'publish_at', { at: 'publish_at' }),
    }),
    enterprise_id: field.reference(text('涉及企业', 'Enterprise'), { to: 'enterprise/enterprise' }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
});
export interface OpinionTopic extends Row<typeof opinionTopic> {}
