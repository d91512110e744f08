import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { enumOf, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';

/** Descriptions of the calls of the workbench and the search across resources for the API document. */
export const workbenchAndSearchCalls: CallDescriptions = {
  'admin/dashboard/dashboard': {
    summary: text('工作台：待我办理', 'Workbench: awaiting my action'),
    data: object({
      remark: string,
      todo: list(
        object({
          resource: string,
          title: string,
          count: integer,
          overdue: integer,
          path: string,
          overdue_path: string,
        }),
      ),
      alarms: { ...integer, description: 'scheduled work that was missed, for who may see it' },
      pressing: list(
        object({
          resource: string,
          id: key,
          title: string,
          state: string,
          tone: enumOf('neutral', 'progress', 'good', 'warning', 'bad', 'muted'),
          due_at: integer,
          unit: { anyOf: [enumOf('workingDay', 'day', 'hour'), { type: 'null' }] },
        }),
      ),
    }),
  },
  'admin/search/index': {
    summary: text('跨业务搜索，至少两个字', 'Search across resources, at least two characters'),
    query: { quick_search: field.text(text('关键词', 'Keyword'), { required: true, min: 2 }) },
    data: object({ list: list(object({ resource: string, id: key, title: string, subtitle: string })) }),
  },
  'admin/search/code': {
    summary: text('扫描或输入的码所对应的记录', 'Record behind a scanned or entered code'),
    query: {
      code: field.text(text('码或其网址', 'Code or its URL'), { required: true, max: 500 }),
    },
    data: object({ resource: string, id: key }),
  },
};
