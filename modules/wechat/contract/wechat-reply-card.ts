import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A card with picture, title and link in a reply of linked cards. */
export const wechatReplyCard = resource({
  name: 'wechat/replyCard',
  label: text('图文', 'Cards'),
  title: 'title',
  scope: 'parent',
  partOf: 'reply_id',
  sortable: true,
  actions: [],
  fields: {
    reply_id: field.reference(text('回复规则', 'Reply'), { to: 'wechat/reply', required: true }),
    title: field.text(text('标题', 'Title'), { required: true, max: 64 }),
    description: field.text(text('摘要', 'Summary'), { max: 120 }),
    picture_url: field.url(text('图片地址', 'Address of the picture')),
    url: field.url(text('链接', 'Link'), { required: true }),
  },
});
export interface WechatReplyCard extends Row<typeof wechatReplyCard> {}
