import { type Text, text } from '../text/text.ts';

/** The actions that every resource can have, in addition to the moves of its life cycle. */
export const standardActions = ['index', 'add', 'edit', 'del', 'sortable', 'export', 'import', 'reveal'] as const;
export type StandardAction = (typeof standardActions)[number];

export const actionLabels: Readonly<Record<StandardAction, Text>> = {
  index: text('查看', 'View'),
  add: text('添加', 'Add'),
  edit: text('编辑', 'Edit'),
  del: text('删除', 'Delete'),
  sortable: text('排序', 'Sort'),
  export: text('导出', 'Export'),
  import: text('导入', 'Import'),
  reveal: text('查看敏感信息', 'View sensitive data'),
};
