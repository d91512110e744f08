import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ReportResponse } from '#kernel/module/report.ts';
import { allFields } from '#kernel/resource/columns.ts';
import { findFilterByChildRows } from '#kernel/resource/filter-by-child-rows.ts';
import { findMeasure } from '#kernel/resource/measure.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { createJob, ownerOf } from '#server/jobs/job.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { type ReportQuery, readReport, readReportQuery } from '#server/read/list/report.ts';
import { visibleTo } from '#server/read/scope/caller-field-visibility.ts';
import { badParameter, forbidden } from '#server/refusal.ts';
import { reportScreen } from '../contract/module.ts';

const texts = {
  job: text('报表：{label}', 'Report: {label}'),
  log: text('统计报表-导出', 'Export a report'),
};

type Params = Readonly<Record<string, unknown>>;

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

/** Reads resource and query from the parameters. Throws a refusal where the caller may not list the rows. */
export function parseReportRequest(
  engine: Engine,
  caller: Caller,
  params: Params,
): { resource: AnyResource; query: ReportQuery } {
  const resource = typeof params.resource === 'string' ? engine.find(params.resource) : undefined;
  if (!resource?.measures) throw badParameter('没有该统计指标', 'There is no such measure');
  if (!can(caller, `${resource.name}/index`)) throw forbidden();
  const list = readListQuery(resource, params);
  // a search for personal data is itself personal data: lists allow it, but it must not be stored with a job
  const visible = visibleTo(resource, caller, engine.find);
  const fields = allFields(visible);
  const conditions = [...list.conditions, ...(list.anyOf?.flat() ?? [])];
  const mayFilterBy = (name: string) =>
    findFilterByChildRows(visible, name) !== undefined || (Object.hasOwn(fields, name) && !fields[name]?.privacy);
  if (!conditions.every(({ field }) => mayFilterBy(field)))
    throw badParameter('报表不能按该条件筛选', 'A report cannot be filtered by that');
  return { resource, query: readReportQuery(visible, params, { ...list, quickSearch: '' }, caller) };
}

export const today = () => shanghaiToday();

async function index({ engine, caller, query }: Call): Promise<ReportResponse> {
  const order = parseReportRequest(engine, caller, query);
  return readReport(engine, order.resource, caller, order.query, today());
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
