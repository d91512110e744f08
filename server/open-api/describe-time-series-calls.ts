import type { AnyField } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { type AnyTimeSeries, numericValuesOf } from '#kernel/module/time-series.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions, JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { orNull, valueSchema } from './json-schema-of-field-values-and-bodies.ts';
import { integer, key, list, number, object, string } from './json-schema-shorthands.ts';

const of = field.integer(text('所属记录编号', 'ID of the record'), { required: true, min: 1 });
const from = text('起始时间（Unix 秒）', 'Start time (Unix seconds)');
const until = text('结束时间（Unix 秒，不含）', 'End time (Unix seconds, exclusive)');

/** Descriptions of a time series' calls. */
export function describeTimeSeriesCalls(one: AnyTimeSeries): CallDescriptions {
  const at = `admin/${controllerNameOf(one)}`;
  const values = Object.fromEntries(Object.entries<AnyField>(one.values).map(([name, each]) => [name, describe(each)]));
  const reading = object({ of: key, source: string, at: number, ...values });
  const { 'zh-cn': zh, en } = one.label;
  const calls: Record<string, CallDescriptions[string]> = {
    [`${at}/index`]: {
      summary: text(`${zh}：一条记录的读数，新的在前`, `${en}: readings of one row, the newest first`),
      query: {
        of,
        from: field.integer(from),
        until: field.integer(until),
        before: field.text(text('上一页返回的 before', 'before as returned by the previous page')),
        limit: field.integer(text('条数', 'Number of readings'), { min: 1, max: 200 }),
      },
      data: object({ list: list(reading), before: { type: ['string', 'null'] } }),
    },
    [`${at}/latest`]: {
      summary: text(`${zh}：多条记录的最新读数`, `${en}: the latest reading of some rows`),
      query: {
        of: field.text(text('编号，逗号分隔，最多 200 个', 'IDs, comma-separated, at most 200'), { required: true }),
      },
      data: object({ list: list(reading) }),
    },
  };
  const numbers = numericValuesOf(one);
  if (numbers.length > 0)
    calls[`${at}/buckets`] = {
      summary: text(`${zh}：按分钟、小时或天汇总`, `${en}: by minute, hour or day`),
      query: {
        of,
        by: field.text(text('minute、hour 或 day', 'minute, hour or day'), { required: true }),
        from: field.integer(from, { required: true }),
        until: field.integer(until, { required: true }),
      },
      data: object({
        list: list(
          object({ at: integer, count: integer, ...Object.fromEntries(numbers.map((name) => [name, summed])) }),
        ),
      }),
    };
  return calls;
}

const figure = orNull(number);
const summed = object({ min: figure, max: figure, avg: figure, sum: figure, last: figure });

const describe = (one: AnyField): JsonSchema => ({
  ...orNull(valueSchema(one, 'en')),
  description: `${one.label['zh-cn']} ${one.label.en}`,
});
