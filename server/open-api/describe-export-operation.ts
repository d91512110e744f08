import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { maxDirectExportRows } from '#server/limit/direct-export-limit.ts';
import { key as id, list, object } from './json-schema-shorthands.ts';
import { filterableFieldsOf, listParameters } from './query-parameters-of-list-and-measure-calls.ts';
import {
  type OperationWithoutEnvelope,
  queryParameter,
} from './resource-operation-before-envelope-and-query-parameter.ts';

const texts = {
  exported: text(
    `不超过 ${maxDirectExportRows} 行时回答文件地址，更多则由任务生成（见 job.show）`,
    `Up to ${maxDirectExportRows} rows the response has the URL of the file; larger exports are written by a job (see job.show)`,
  ),
  columns: text('列，按顺序；不填为全部', 'Columns, in order; all if omitted'),
};

const condition = object(
  {
    field: { type: 'string' },
    operator: { type: 'string' },
    val: { type: 'string' },
    render: { type: 'string' },
  },
  ['field', 'operator'],
);

/** The export of a list, by GET or POST: the filtered rows in the requested columns. */
export function describeExportOperation(
  resource: AnyResource,
  summary: string,
  posted: boolean,
  locale: Locale,
): OperationWithoutEnvelope {
  const format: JsonSchema = { type: 'string', enum: ['xlsx', 'csv'], default: 'xlsx' };
  const columns: JsonSchema = { ...list({ type: 'string' }), description: texts.columns[locale] };
  const parameters = listParameters(resource, locale).filter(({ name }) =>
    /^(order|quick_search|search|any|awaits|handler)/.test(name),
  );
  const part = {
    summary,
    description: texts.exported[locale],
    filters: filterableFieldsOf(resource),
    refusals: ['parameter'] as const,
    data: { oneOf: [object({ url: { type: 'string' } }), object({ job_id: id })] },
  };
  if (!posted)
    return {
      ...part,
      parameters: [queryParameter('format', format), queryParameter('columns[]', columns), ...parameters],
    };
  const rest = {
    order: { type: 'string' },
    quick_search: { type: 'string' },
    search: list(condition),
    any: list(list(condition)),
    awaits: { type: 'string', enum: ['me', ''] },
  };
  return { ...part, body: object({ format, columns, ...rest }, []) };
}
