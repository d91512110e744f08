import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const server = { write: 'server' } as const;

/** What became of one making of a scheduled report. */
export const reportOutcomes = {
  making: { ...text('生成中', 'Being made'), tone: 'progress' },
  made: { ...text('已生成', 'Made'), tone: 'good' },
  failed: { ...text('未能生成', 'Failed'), tone: 'bad' },
} as const;

/** A scheduled report that was made, with its file. Kept for two years. */
export const scheduledReportResult = resource({
  name: 'reports/made',
  label: text('已生成报表', 'Reports made'),
  empty: text('还没有生成过报表', 'No reports made yet'),
  icon: 'file-done',
  title: 'title',
  scope: 'parent',
  partOf: 'schedule_id',
  actions: ['index'],
  comments: false,
  recycle: false,
  keep: { months: 24 },
  listed: ['title', 'outcome', 'from_on', 'until_on', 'file', 'rows', 'problem', 'createtime'],
  fields: {
    schedule_id: field.reference(text('定期报表', 'Scheduled report'), { ...server, to: 'reports/schedule' }),
    title: field.text(text('报表', 'Report'), { ...server, max: 100, search: true }),
    from_on: field.date(text('统计起始日', 'From'), server),
    until_on: field.date(text('统计截止日', 'Until'), server),
    outcome: field.select(text('结果', 'Result'), { ...server, options: reportOutcomes }),
    file: field.file(text('文件', 'File'), { ...server, private: true, accept: 'xlsx' }),
    rows: field.integer(text('行数', 'Rows'), { ...server, quantity: true }),
    problem: field.textarea(text('原因', 'Reason'), { ...server, max: 500 }),
  },
});
export interface ScheduledReportResult extends Row<typeof scheduledReportResult> {}
