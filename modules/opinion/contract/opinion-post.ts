import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { sentiments } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { itemLanguages, opinionLimits, opinionPlatforms } from './opinion-source-item-and-lexicon-options.ts';

const server = { write: 'server' } as const;
/** What was published is entered once and never edited. */
const once = { write: 'add' } as const;
const counted = { min: 0, max: 2_000_000_000, section: 'spread', list: 'offered' } as const;

/** A post or report about the area (domain reference §2.M `opn_item`): what it says, of whom, and how it is meant. */
export const opinionItem = resource({
  name: 'opinion/item',
  label: text('舆情信息', 'Posts and reports'),
  icon: 'sound',
  title: 'title',
  scope: 'area',
  actions: ['index', 'add', 'edit', 'export', 'import'],
  order: ['publish_at', 'desc'],
  sections: {
    content: text('内容', 'Content'),
    subject: text('涉及', 'About'),
    sentiment: text('倾向', 'Sentiment'),
    spread: text('传播', 'Spread'),
  },
  listed: [
    'title',
    'sentiment',
    'publish_at',
    'platform',
    'source_id',
    'heat',
    'enterprise_id',
    'area_code',
    'topic_id',
    'label',
  ],
  measures: {
    opinion_items: {
      label: text('舆情信息', 'Posts and reports'),
      by: ['sentiment', 'platform', 'area_code', 'language'],
      at: 'publish_at',
    },
    opinion_negative: {
      label: text('负面占比（%）', 'Negative (%)'),
      percent: { where: [['sentiment', '=', 'negative']] },
      by: ['platform', 'area_code'],
      at: 'publish_at',
    },
  },
  materialisedTotals: {
    by_day: { by: ['sentiment'], at: 'publish_at', byAreaLevel: true },
    hot_terms: { by: ['terms'], at: 'publish_at', sum: 'score', byAreaLevel: true },
  },
  fields: {
    source_id: field.reference(text('来源', 'Source'), {
      ...once,
      to: 'opinion/source',
      required: true,
      section: 'content',
    }),
    url: field.url(text('链接', 'Link'), { ...once, required: true, list: 'offered', section: 'content' }),
    url_hash: field.text(text('链接摘要', 'Hash of the link'), {
      ...server,
      max: 64,
      unique: true,
      list: 'never',
      filter: false,
    }),
    title: field.text(text('标题', 'Title'), {
      ...once,
      max: opinionLimits.title,
      search: true,
      initials: false,
      section: 'content',
    }),
    content: field.textarea(text('正文', 'Text'), {
      ...once,
      required: true,
      max: opinionLimits.content,
      list: 'never',
      section: 'content',
    }),
    author: field.text(text('作者', 'Author'), {
      ...once,
      max: opinionLimits.author,
      search: true,
      list: 'offered',
      section: 'content',
    }),
    author_fans: field.integer(text('作者粉丝数', 'Followers of the author'), { ...counted, ...once }),
    publish_at: field.datetime(text('发布时间', 'Published'), { ...once, required: true, section: 'content' }),
    platform: field.select(text('平台', 'Platform'), { ...server, options: opinionPlatforms, section: 'content' }),
    language: field.select(text('语言', 'Language'), {
      ...server,
      options: itemLanguages,
      list: 'offered',
      section: 'content',
    }),
    enterprise_id: field.reference(text('涉及企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      section: 'subject',
      hint: text('景区也是企业；留空时按正文匹配', 'Scenic spots included; matched by the text if empty'),
    }),
    mentions: field.references(text('提到的企业', 'Enterprises named'), {
      ...server,
      to: 'enterprise/enterprise',
      list: 'offered',
      section: 'subject',
    }),
    area_code: field.area(text('地区', 'Area'), {
      section: 'subject',
      hint: text('留空时按正文匹配', 'Matched by the text if empty'),
    }),
    topic_id: field.reference(text('话题', 'Topic'), { ...server, to: 'opinion/topic', section: 'subject' }),
    sentiment: field.select(text('倾向', 'Sentiment'), { ...server, optionList: sentiments, section: 'sentiment' }),
    score: field.float(text('评分', 'Score'), { ...server, list: 'offered', section: 'sentiment' }),
    predicted: field.select(text('词典判断', 'By the lexicon'), {
      ...server,
      optionList: sentiments,
      list: 'offered',
      section: 'sentiment',
    }),
    label: field.select(text('人工标注', 'Label'), {
      optionList: sentiments,
      section: 'sentiment',
      hint: text('标注后以此为准，词典随之修正', 'It replaces the judgement of the lexicon, which learns from it'),
    }),
    labelled_at: field.datetime(text('标注时间', 'Labelled'), { ...server, list: 'offered', section: 'sentiment' }),
    labelled_by: field.reference(text('标注人', 'Labelled by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      list: 'offered',
      section: 'sentiment',
    }),
    terms: field.references(text('关键词', 'Key words'), {
      ...server,
      to: 'opinion/term',
      list: 'offered',
      section: 'sentiment',
    }),
    sensitive: field.switch(text('含敏感词', 'Sensitive words'), { ...server, section: 'sentiment', list: 'offered' }),
    reads: field.integer(text('阅读', 'Reads'), { ...counted, quantity: true }),
    comments: field.integer(text('评论', 'Comments'), { ...counted, quantity: true }),
    shares: field.integer(text('转发', 'Shares'), { ...counted, quantity: true }),
    heat: field.float(text('热度', 'Heat'), {
      ...server,
      section: 'spread',
      hint: text('log(1+阅读)＋2·log(1+评论)＋3·log(1+转发)', 'log(1+reads) + 2·log(1+comments) + 3·log(1+shares)'),
    }),
  },
});
export interface OpinionItem extends Row<typeof opinionItem> {}
