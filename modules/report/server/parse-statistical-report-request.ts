import type { AnyResource } from '#kernel/declaration/resource.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { findFilterByRelatedRows } from '#kernel/resource/filters-by-child-or-referring-rows.ts';
import { type Caller, can } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { type ReportQuery, readReportQuery } from '#server/read/list/read-report-with-comparison-period.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { badParameter, forbidden } from '#server/refusal.ts';

type Params = Readonly<Record<string, unknown>>;

/** Reads resource and query from the parameters. Throws a refusal where the caller may not list the rows. */
export function parseStatisticalReportRequest(
  engine: Engine,
  caller: Caller,
  params: Params,
): { resource: AnyResource; query: ReportQuery } {
  const resource = typeof params.resource === 'string' ? engine.find(params.resource) : undefined;
  if (!resource?.measures) throw badParameter('没有该统计指标', 'There is no such measure');
  if (!can(caller, `${resource.name}/index`)) throw forbidden();
  const list = readListQuery(resource, params);
  // a search for personal data is itself personal data: lists allow it, but it must not be stored with a job
  const visible = withFieldsVisibleToCaller(resource, caller, engine.find);
  const fields = allColumnsOf(visible);
  const conditions = [...list.conditions, ...(list.anyOf?.flat() ?? [])];
  const mayFilterBy = (name: string) =>
    findFilterByRelatedRows(visible, name) !== undefined || (Object.hasOwn(fields, name) && !fields[name]?.privacy);
  if (!conditions.every(({ field }) => mayFilterBy(field)))
    throw badParameter('报表不能按该条件筛选', 'A report cannot be filtered by that');
  return { resource, query: readReportQuery(visible, params, { ...list, quickSearch: '' }, caller) };
}
