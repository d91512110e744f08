import { field } from '#kernel/field/field.ts';
import type { ReportResponse } from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import { periodComparisons } from '#kernel/module/report-periods.ts';
import { calendarPeriods, findMeasure } from '#kernel/resource/statistical-measures-of-resource.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { boolean, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { readReport } from '#server/read/list/read-report-with-comparison-period.ts';
import { statisticalReportScreen } from '../contract/statistical-report-screen.ts';
import { parseStatisticalReportRequest } from './parse-statistical-report-request.ts';

const texts = {
  job: text('报表：{label}', 'Report: {label}'),
  log: text('统计报表-导出', 'Export a report'),
};

/** Read by {@link parseStatisticalReportRequest}; further ones filter the rows like those of a list. */
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
  period: field.text(text(`时间分组：${calendarPeriods.join('、')}`, `Group by time: ${calendarPeriods.join(', ')}`)),
  level: field.integer(text('地区级别：1 省 2 市 3 县', 'Area level: 1 province, 2 prefecture, 3 county')),
  from: field.date(text('起始日', 'Start date')),
  until: field.date(text('截止日（含）', 'End date (inclusive)')),
  awaits: field.text(text('me：只统计下一步由本人办理的', 'me: only records whose next step is assigned to oneself')),
  handler: field.text(text('me：只统计分派给本人且未办结的', 'me: only open records assigned to oneself')),
  compare: field.text(text(`对比：${periodComparisons.join('、')}`, `Compare: ${periodComparisons.join(', ')}`)),
};
const value = { type: ['integer', 'number', 'string'] };
const span = orNull(object({ from: string, until: string }));

/** `GET index`: the figures. `POST export`: the same as a workbook, made by a job. Both take the same parameters. */
export const statisticalReportController: Controller = {
  app: 'admin',
  name: statisticalReportScreen.name,
  actions: {
    index: call({
      gate: 'rule',
      node: statisticalReportScreen.name,
      summary: text('统计报表', 'Report'),
      checkedInRun: parameters,
      answer: object({
        list: list({ type: 'object' }),
        total: value,
        total_before: value,
        more: boolean,
        span,
        before: span,
        level: integer,
        asof: integer,
      }),
      run: index,
    }),
    export: call({
      gate: 'rule',
      node: statisticalReportScreen.name,
      methods: ['POST'],
      logged: true,
      title: texts.log,
      summary: text('统计报表导出为 .xlsx（后台任务）', 'Export a report as .xlsx (background job)'),
      checkedInRun: parameters,
      answer: object({ job_id: integer }),
      run: startExport,
    }),
  },
};

async function index({ engine, caller, query }: Call): Promise<ReportResponse> {
  const order = parseStatisticalReportRequest(engine, caller, query);
  return readReport(engine, order.resource, caller, order.query, shanghaiToday());
}

async function startExport({ engine, caller, params }: Call): Promise<{ job_id: number }> {
  const { resource, query } = parseStatisticalReportRequest(engine, caller, params);
  const label = findMeasure(resource, query.name)?.label[caller.locale] ?? '';
  const names = [
    'resource',
    'name',
    'by',
    'period',
    'level',
    'from',
    'until',
    'compare',
    'search',
    'any',
    'awaits',
    'handler',
  ];
  const requested = Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
  );
  const job = await engine.db.transaction((tx) =>
    createJob(tx, {
      kind: 'report',
      title: textIn(texts.job, caller.locale, { label }),
      owner: jobOwnerOf(caller),
      locale: caller.locale,
      params: requested,
    }),
  );
  return { job_id: job.id };
}
