import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { keywordMatches, replyLimits } from './automatic-reply-triggers-kinds-and-limits.ts';

/** A keyword or pattern of a reply. */
export const wechatReplyKeyword = resource({
  name: 'wechat/replyKeyword',
  label: text('关键词', 'Keywords'),
  title: 'keyword',
  scope: 'parent',
  partOf: 'reply_id',
  sortable: true,
  actions: [],
  fields: {
    reply_id: field.reference(text('回复规则', 'Reply'), { to: 'wechat/reply', required: true }),
    keyword: field.text(text('关键词', 'Keyword'), { required: true, max: replyLimits.pattern }),
    match: field.select(text('匹配方式', 'Match'), { required: true, options: keywordMatches, initial: 'exact' }),
  },
});
export interface WechatReplyKeyword extends Row<typeof wechatReplyKeyword> {}
