import type { ReportResponse } from '#kernel/module/report.ts';
import { findMeasure } from '#kernel/resource/measure.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { createJob, ownerOf } from '#server/jobs/job.ts';
import { readReport } from '#server/read/list/report.ts';
import { reportScreen } from '../contract/module.ts';
import { parseReportRequest } from './parse-report-request.ts';

const texts = {
  job: text('报表：{label}', 'Report: {label}'),
  log: text('统计报表-导出', 'Export a report'),
};

/** `GET index`: the figures. `POST export`: the same as a workbook, made by a job. Both take the same parameters. */
export const reportController: Controller = {
  app: 'admin',
  name: reportScreen.name,
  actions: {
    index: { gate: 'rule', node: reportScreen.name, handle: index },
    export: {
      gate: 'rule',
      node: reportScreen.name,
      methods: ['POST'],
      logged: true,
      title: texts.log,
      handle: startExport,
    },
  },
};

async function index({ engine, caller, query }: Call): Promise<ReportResponse> {
  const order = parseReportRequest(engine, caller, query);
  return readReport(engine, order.resource, caller, order.query, shanghaiToday());
}

async function startExport({ engine, caller, params }: Call): Promise<{ job_id: number }> {
  const { resource, query } = parseReportRequest(engine, caller, params);
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
      owner: ownerOf(caller),
      locale: caller.locale,
      params: requested,
    }),
  );
  return { job_id: job.id };
}
