import { field } from '#kernel/field/field.ts';
import { comparisons } from '#kernel/module/report-periods.ts';
import { periods } from '#kernel/resource/measure.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';

const parameters = {
  resource: field.text(text('业务，如 enterprise/enterprise', 'Resource, e.g. enterprise/enterprise'), {
    required: true,
  }),
  name: field.text(text('指标；不填为第一个', 'Measure; the first if omitted')),
  by: field.text(
    text(
      '分组字段，逗号分隔；与 period 合计最多两项',
      'Fields to group by, comma-separated; two at most including period',
    ),
  ),
  period: field.text(text(`时间分组：${periods.join('、')}`, `Group by time: ${periods.join(', ')}`)),
  level: field.integer(text('地区级别：1 省 2 市 3 县', 'Area level: 1 province, 2 prefecture, 3 county')),
  from: field.date(text('起始日', 'Start date')),
  until: field.date(text('截止日（含）', 'End date (inclusive)')),
  awaits: field.text(text('me：只统计下一步由本人办理的', 'me: only records whose next step is assigned to oneself')),
  handler: field.text(text('me：只统计分派给本人且未办结的', 'me: only open records assigned to oneself')),
  compare: field.text(text(`对比：${comparisons.join('、')}`, `Compare: ${comparisons.join(', ')}`)),
};
const value = { type: ['integer', 'number', 'string'] };
const span = { type: ['object', 'null'], properties: { from: string, until: string } };

/** API descriptions of the report calls. */
export const reportApiCallDescriptions: CallDescriptions = {
  'admin/report/index': {
    summary: text('统计报表', 'Report'),
    query: parameters,
    data: object({
      list: list({ type: 'object' }),
      total: value,
      total_before: value,
      more: boolean,
      span,
      before: span,
      level: integer,
      asof: integer,
    }),
  },
  'admin/report/export': {
    summary: text('统计报表导出为 .xlsx（后台任务）', 'Export a report as .xlsx (background job)'),
    body: parameters,
    data: object({ job_id: integer }),
  },
};
