import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { boolean, integer, key, list, object, string } from '#server/open-api/schema.ts';

/** What the API document says of files besides what follows from their declaration. */
export const attachmentCalls: CallDescriptions = {
  'admin/routine.attachment/usage': {
    summary: text('一个文件用在哪些记录里', 'The rows that hold a file'),
    description: text(
      '只列本人可见的记录，最多 100 条；total 为全部引用数。current 为 false 表示记录现在用的是别的文件，时间线里仍有它。',
      'Only rows the caller may see, 100 at most; total counts all. current is false where the row holds another file by now and its timeline still shows this one.',
    ),
    query: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
    data: object({
      list: list(
        object({ resource: string, id: key, title: string, field: string, field_label: string, current: boolean }),
      ),
      total: integer,
    }),
  },
};
