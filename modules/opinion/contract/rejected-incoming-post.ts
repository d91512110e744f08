import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { rejectionReasons } from './opinion-source-item-and-lexicon-options.ts';

const server = { write: 'server' } as const;

/** A row of a feed or a push that was not stored, with the reason. Rows of sheets are reported by their import. */
export const rejectedIncomingItem = resource({
  name: 'opinion/rejection',
  label: text('被拒数据', 'Rejected rows'),
  icon: 'delete',
  title: 'title',
  scope: 'parent',
  partOf: 'source_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  comments: false,
  keep: { days: 90 },
  recycle: false,
  empty: text('没有被拒的数据', 'No row was rejected'),
  fields: {
    source_id: field.reference(text('来源', 'Source'), { ...server, to: 'opinion/source' }),
    reason: field.select(text('原因', 'Reason'), { ...server, options: rejectionReasons }),
    title: field.text(text('标题', 'Title'), { ...server, max: 200 }),
    link: field.text(text('链接', 'Link'), { ...server, max: 2000 }),
    published: field.text(text('发布时间原文', 'Time as it was sent'), { ...server, max: 60 }),
    area_code: field.area(text('地区', 'Area'), { through: 'source_id' }),
  },
});
export interface RejectedIncomingItem extends Row<typeof rejectedIncomingItem> {}
