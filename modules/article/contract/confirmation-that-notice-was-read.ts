import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { readerKinds } from './article-category-audience-and-reader-options.ts';

const server = { write: 'server' } as const;

/**
 * Who has to read a notice, and when each confirmed it. Every addressee has a row from its publication on; people who join later get one when they confirm.
 */
export const articleReceipt = resource({
  name: 'article/receipt',
  label: text('阅读回执', 'Read receipts'),
  empty: text('没有须回执的通知', 'No notices that must be read'),
  icon: 'file-done',
  title: 'reader',
  scope: 'parent',
  partOf: 'article_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  comments: false,
  fields: {
    article_id: field.reference(text('通知', 'Notice'), { ...server, to: 'article/article' }),
    reader: field.text(text('读者', 'Reader'), { ...server, search: true }),
    kind: field.select(text('类别', 'Kind'), { ...server, options: readerKinds }),
    read_at: field.datetime(text('确认已读', 'Confirmed as read'), server),
    admin_id: field.integer(text('管理员', 'Administrator'), { key: true, ...server, list: 'never', filter: false }),
    user_id: field.integer(text('会员', 'Member'), { key: true, ...server, list: 'never', filter: false }),
    area_code: field.area(text('地区', 'Area'), { through: 'article_id', list: 'offered' }),
  },
});
export interface ArticleReceipt extends Row<typeof articleReceipt> {}
