import type { AnyResource } from '#kernel/declaration/resource.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import { type Locale, text, textIn } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import {
  bodyExample,
  bodySchema,
  exampleOf,
  valueSchema,
} from '#server/open-api/json-schema-of-field-values-and-bodies.ts';
import { rowSchema, rowSchemaName } from '#server/open-api/json-schema-of-row.ts';
import { enumOf, integer, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { filterableFieldsOf, listParameters } from '#server/open-api/query-parameters-of-list-and-measure-calls.ts';
import { maxPushedReadings } from '#server/time-series/store-pushed-readings.ts';
import {
  type Scope,
  signatureAlgorithms,
} from '../../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';
import type { SigningApplication } from '../signing/verify-signature-status-address-and-quota-of-application.ts';
import { scopesOf } from './caller-that-application-acts-as.ts';
import { rowNameOf } from './push-readings-for-application.ts';
import { resourceVisibleToApplication } from './resource-fields-visible-to-api-application.ts';

const texts = {
  about: text(
    `每个请求签名：X-App-Key、X-Timestamp（Unix 秒，误差不超过 300 秒）、X-Nonce（8 至 64 位，只用一次）、X-Sign。X-Sign 是以密钥对下列各行（以换行相连）计算的 HMAC（本应用：{algorithm}），十六进制：方法、路径、排序后的查询串（按 & 分开后排序）、正文的 SHA-256（十六进制，无正文时为空串的）、时间戳、随机数。

时间是 Unix 秒，金额是两位小数的字符串，地区是 GB/T 2260 六位代码。

提交时可带 Idempotency-Key（最长 100 个字符）：一天内以同一键重复提交只保存一次，并得到第一次的应答。`,
    `Every request is signed by X-App-Key, X-Timestamp (Unix seconds, at most 300 s off), X-Nonce (8 to 64 characters, used once) and X-Sign, the HMAC (this application: {algorithm}) in hexadecimal, with the secret, of these lines joined by line feeds: method, path, sorted query (split by &, then sorted), SHA-256 of the body in hexadecimal (of the empty text without body), timestamp, nonce.

Times are Unix seconds, money is a string with two decimals, areas are six-digit GB/T 2260 codes.

Rows may be added with an Idempotency-Key (up to 100 characters): repeated under the same key within a day, a row is stored once and the first answer is given again.`,
  ),
  error: text('出错：HTTP 状态码与错误码', 'An error: HTTP status and code'),
  list: text('读取一页', 'Read a page'),
  row: text('读取一条', 'Read a row'),
  add: text('提交', 'Add a row'),
  push: text('批量上报', 'Report readings'),
  of: text('所属记录编号', 'ID of the record'),
  at: text('Unix 秒', 'Unix seconds'),
  source: text('设备，一条记录有多个时填写', 'The device, if a record has several'),
};

/** A batch of readings, and what became of each. */
function pushOperation(engine: Engine, scope: Scope, series: AnyTimeSeries, locale: Locale) {
  const { name, field } = rowNameOf({ engine, scope, series });
  const values = bodySchema(series.values, locale);
  const row: JsonSchema = {
    ...values,
    required: [name, 'at', ...((values.required as string[] | undefined) ?? [])],
    properties: {
      [name]: field ? valueSchema(field, locale) : { type: 'integer', description: texts.of[locale] },
      at: { type: 'number', description: texts.at[locale] },
      source: { type: 'string', description: texts.source[locale] },
      ...(values.properties as Readonly<Record<string, JsonSchema>>),
    },
  };
  const rows: JsonSchema = { type: 'array', items: row, minItems: 1, maxItems: maxPushedReadings };
  const example = { [name]: field ? exampleOf(field) : 1, at: 1_767_225_600, ...bodyExample(series.values) };
  const result = object({ result: enumOf('stored', 'known', 'late', 'suspect', 'refused') });
  const counts = { stored: integer, known: integer, late: integer, suspect: integer, refused: integer };
  return {
    operationId: `${series.name.replace('/', '.')}.push`,
    summary: `${series.label[locale]}: ${texts.push[locale]}`,
    requestBody: { required: true, content: json(object({ rows }), { rows: [example] }) },
    responses: {
      200: {
        description: texts.push[locale],
        content: json(object({ data: object({ ...counts, rows: list(result) }) })),
      },
      ...errorResponses(locale),
    },
  };
}

/** Names of list parameters that applications may use. */
const usable = /^(page|limit|order|quick_search|search\[)/;

function seenSchema(
  declared: AnyResource,
  seen: ReturnType<typeof resourceVisibleToApplication>,
  locale: Locale,
  engine: Engine,
) {
  const whole = rowSchema({ ...declared, fields: seen.resource.fields }, locale, engine.find);
  const all = whole.properties as Readonly<Record<string, JsonSchema>>;
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => seen.members.has(name)));
  // lists of applications have fewer columns than those of screens
  const required = (whole.required as string[]).filter((name) => seen.listed.has(name));
  return { ...whole, required, properties };
}

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** What is answered besides success: each status with its codes. */
function errorResponses(locale: Locale): Record<string, unknown> {
  const byStatus = new Map<number, string[]>();
  for (const [code, { status, ...message }] of Object.entries(interfaceErrors))
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\` ${message[locale]}`]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join('; '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

/** The OpenAPI 3.1 document of what one application may call, with the fields that it is answered. */
export function describeApplicationApi(
  engine: Engine,
  by: SigningApplication,
  caller: Caller,
  locale: Locale,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemas: Record<string, JsonSchema> = {
    Error: object({
      error: object({
        code: { type: 'string', enum: Object.keys(interfaceErrors) },
        message: string,
        request_id: string,
      }),
    }),
  };
  const failures = errorResponses(locale);
  for (const scope of scopesOf(by)) {
    const { resource: name, action } = scope;
    const series = engine.series.find((one) => action === 'push' && one.name === name);
    if (series) paths[`/open/v1/${name}`] = { post: pushOperation(engine, scope, series, locale) };
    const resource = engine.find(name);
    if (!resource) continue;
    const path = `/open/v1/${resource.name}`;
    const label = resource.label[locale];
    if (action === 'add') {
      const fields = writableFields(resource, 'add');
      const content = json(bodySchema(fields, locale), bodyExample(fields));
      const post = {
        operationId: `${rowSchemaName(resource)}.add`,
        summary: `${label}: ${texts.add[locale]}`,
        requestBody: { required: true, content },
        responses: {
          201: { description: texts.add[locale], content: json(object({ data: object({ id: integer }) })) },
          ...failures,
        },
      };
      paths[path] = { ...paths[path], post };
      continue;
    }
    const seen = resourceVisibleToApplication(resource, caller, by.maskLevel, engine.find);
    schemas[rowSchemaName(resource)] = seenSchema(resource, seen, locale, engine);
    const row: JsonSchema = { $ref: `#/components/schemas/${rowSchemaName(resource)}` };
    const page = object({
      data: list(row),
      page: integer,
      limit: integer,
      total: integer,
      total_estimated: { type: 'boolean' },
    });
    const get = {
      operationId: `${rowSchemaName(resource)}.list`,
      summary: `${label}: ${texts.list[locale]}`,
      parameters: listParameters(seen.resource, locale).filter((one) => usable.test(one.name)),
      'x-filters': filterableFieldsOf(seen.resource),
      responses: { 200: { description: texts.list[locale], content: json(page) }, ...failures },
    };
    paths[path] = { ...paths[path], get };
    paths[`${path}/{id}`] = {
      get: {
        operationId: `${rowSchemaName(resource)}.read`,
        summary: `${label}: ${texts.row[locale]}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: texts.row[locale], content: json(object({ data: row })) }, ...failures },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: by.name,
      version: '1',
      description: textIn(texts.about, locale, { algorithm: signatureAlgorithms[by.algorithm].en }),
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas },
  };
}
