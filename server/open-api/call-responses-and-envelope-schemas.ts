import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { type ValidationMessageKey, validationMessages } from '#kernel/text/validation-messages.ts';
import { type Reason, wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { malformed } from '#server/refusal.ts';
import type { MediaType, Parameter, Reference, Response } from './open-api-types.ts';

/** A fixed moment for examples, so that the document does not change between starts. */
const exampleTime = 1_795_224_600;

const texts = {
  ok: text('成功，或被拒绝（看 code）', 'Success, or refused (see code)'),
  notFound: text('没有这个地址', 'No such address'),
  fault: text('系统故障；编号也在日志中', 'Server fault; its ID is also in the log'),
  refused: text('被拒绝的调用', 'Refused call'),
  codes: text(
    '1 成功；0 被拒绝；302 转到 data.routePath（未登录）；401 没有权限；409 令牌过期，请换新令牌后重试',
    '1 success; 0 refused; 302 go to data.routePath (not signed in); 401 no permission; 409 token expired, refresh it and retry',
  ),
  reason: text('拒绝的原因，供程序判断', 'Reason for refusal, for programs'),
  errors: text('字段 → 提示', 'Field → message'),
  time: text('服务器时间，Unix 秒', 'Server time, Unix seconds'),
  message: text('给人看的话，按 think-lang 的语言', 'Message for people, in the language of think-lang'),
  language: text('语言；其他值视为 zh-cn', 'Language; other values count as zh-cn'),
  api: text('表明是接口调用而不是打开页面', 'Marks an API call rather than a page request'),
  once: text(
    '写操作的幂等键：一天内以同一键重复同一提交，得到第一次的回答；内容不同则被拒绝',
    'Idempotency key of a write: repeating the same submission with the same key within a day returns the first answer; different content is refused',
  ),
  admin: text('后台令牌：登录回答中的 userInfo.token', 'Back-office token: userInfo.token of the sign-in answer'),
  member: text('会员令牌', 'Member token'),
};

const refusal = (code: number, msg: string, data: unknown) => ({ code, msg, time: exampleTime, data });
const refusedFor = (
  key: ValidationMessageKey,
  locale: Locale,
  data: object,
  values: Readonly<Record<string, unknown>> = {},
) => refusal(wireCode.refused, textIn(validationMessages[key], locale, values), data);

const reasons: readonly Reason[] = [
  'invalid',
  'not_found',
  'stale_version',
  'count_changed',
  'bad_transition',
  'duplicate',
  'repeated',
  'forbidden',
  'too_frequent',
  'locked',
  'referenced',
  'captcha',
  'already_registered',
  'too_large',
  'parameter',
  'unavailable',
];

interface Example {
  summary: Text;
  value: (locale: Locale) => unknown;
}

/** Refusals that a client has to handle, by the name that operations use. */
const refusals = {
  notSignedIn: {
    summary: text('未登录', 'Not signed in'),
    value: (locale) =>
      refusal(wireCode.redirect, locale === 'en' ? 'Please login first' : '请先登录！', { routePath: '/admin/login' }),
  },
  expired: {
    summary: text('令牌过期', 'Token expired'),
    value: (locale) => ({
      code: wireCode.refresh,
      msg: locale === 'en' ? 'Token expiration' : '登录态过期，请重新登录！',
      data: { token: '', type: 'admin', user_id: 1, createtime: 1795138200, expiretime: exampleTime, expires_in: 0 },
    }),
  },
  forbidden: {
    summary: text('没有权限', 'No permission'),
    value: (locale) => refusal(wireCode.forbidden, validationMessages.no_permission[locale], []),
  },
  parameter: {
    summary: text('参数错误', 'Invalid parameters'),
    value: (locale) => refusal(wireCode.refused, malformed[locale], { reason: 'parameter' }),
  },
  invalid: {
    summary: text('字段未通过校验', 'Field validation failed'),
    value: (locale) =>
      refusedFor('check_fields', locale, {
        reason: 'invalid',
        errors: { name: [validationMessages.required[locale]] },
      }),
  },
  notFound: {
    summary: text('记录不存在或不在辖区内', 'Record does not exist or is outside the jurisdiction'),
    value: (locale) => refusedFor('not_found', locale, { reason: 'not_found' }),
  },
  stale: {
    summary: text('已被他人修改', 'Changed by someone else'),
    value: (locale) => refusedFor('stale_version', locale, { reason: 'stale_version', row: { id: 1, version: 7 } }),
  },
  duplicate: {
    summary: text('唯一值重复', 'Duplicate unique value'),
    value: (locale) => refusedFor('duplicate', locale, { reason: 'duplicate', field: 'uscc' }, { label: 'uscc' }),
  },
  repeated: {
    summary: text('该文件已导入过', 'This file was already imported'),
    value: (locale) =>
      refusal(
        wireCode.refused,
        locale === 'en'
          ? 'This file was imported on 2026-11-21 10:30 (job 12, 300 rows); send it again with again=1 to import it anyway'
          : '该文件已于 2026-11-21 10:30 导入（任务 12，300 行）；如需再次导入，请带上 again=1 重新提交',
        { reason: 'repeated', state: 'imported', job_id: 12, imported: 300, createtime: exampleTime },
      ),
  },
  badTransition: {
    summary: text('当前状态不允许', 'Not allowed in the current status'),
    value: (locale) =>
      refusedFor(
        'bad_transition',
        locale,
        { reason: 'bad_transition', from: 'active', allowed: ['suspend'] },
        { from: 'active', allowed: 'suspend' },
      ),
  },
  sameApprover: {
    summary: text('一人不能走两步', 'One person cannot take two steps'),
    value: (locale) => refusedFor('same_approver', locale, { reason: 'forbidden' }),
  },
  referenced: {
    summary: text('正被使用', 'In use'),
    value: (locale) => refusedFor('referenced', locale, { reason: 'referenced' }),
  },
  tooFrequent: {
    summary: text('过于频繁（并有 Retry-After）', 'Too frequent (with Retry-After)'),
    value: (locale) =>
      refusal(
        wireCode.refused,
        locale === 'en' ? 'Please do not request frequently. Try again in 42 seconds.' : '请求过于频繁，请 42 秒后再试',
        { reason: 'too_frequent', retry_after: 42 },
      ),
  },
} as const satisfies Record<string, Example>;
export type RefusalName = keyof typeof refusals;

export const refusalExamples = (locale: Locale): Record<string, { summary: string; value: unknown }> =>
  Object.fromEntries(
    Object.entries(refusals).map(([name, one]) => [name, { summary: one.summary[locale], value: one.value(locale) }]),
  );

/** Schemas of the envelope and its parts. */
export function envelopeSchemas(locale: Locale): Record<string, JsonSchema> {
  const common = {
    msg: { type: 'string', description: texts.message[locale] },
    time: { type: 'integer', description: texts.time[locale] },
  };
  return {
    Done: {
      type: 'object',
      required: ['code', 'msg', 'time', 'data'],
      properties: { code: { type: 'integer', const: wireCode.ok }, ...common, data: {} },
    },
    Refused: {
      type: 'object',
      description: texts.refused[locale],
      required: ['code', 'msg', 'data'],
      properties: {
        code: { type: 'integer', enum: [0, 302, 401, 409], description: texts.codes[locale] },
        ...common,
        data: {
          type: ['object', 'array', 'null'],
          properties: {
            reason: {
              type: 'string',
              description: texts.reason[locale],
              enum: reasons,
            },
            errors: {
              type: 'object',
              description: texts.errors[locale],
              additionalProperties: { type: 'array', items: { type: 'string' } },
            },
            routePath: { type: 'string' },
          },
        },
      },
    },
  };
}

/** The response of a call: the envelope with its data, or one of the named refusals. */
export function callResponse(data: JsonSchema, locale: Locale, possible: readonly RefusalName[]): Response {
  const done = { allOf: [{ $ref: '#/components/schemas/Done' }, { properties: { data } }] };
  const content: MediaType = {
    schema: { oneOf: [done, { $ref: '#/components/schemas/Refused' }] },
    examples: Object.fromEntries(possible.map((name): [string, Reference] => [name, exampleReference(name)])),
  };
  return { description: texts.ok[locale], content: { 'application/json': content } };
}

const exampleReference = (name: RefusalName): Reference => ({ $ref: `#/components/examples/${name}` });

/** Responses that do not come from a call: unknown addresses and internal errors. */
export function sharedResponses(locale: Locale): Record<string, Response> {
  const notFound = { code: 404, message: locale === 'en' ? 'Error requesting address' : '请求地址错误' };
  const fault = refusal(
    wireCode.refused,
    locale === 'en'
      ? 'Something went wrong on our side and was recorded (…). Please try again later'
      : '系统开小差了，已记录（编号 …），请稍后再试',
    { reason: 'unavailable', request_id: '0b6f2a9e-6d0c-4f0e-9a51-6a0c0f3f1c11' },
  );
  return {
    NotFound: {
      description: texts.notFound[locale],
      content: {
        'application/json': {
          schema: { type: 'object', properties: { code: { const: 404 }, message: { type: 'string' } } },
          example: notFound,
        },
      },
    },
    Fault: {
      description: texts.fault[locale],
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refused' }, example: fault } },
    },
  };
}

export const sharedFailureResponses: Readonly<Record<string, Reference>> = {
  '404': { $ref: '#/components/responses/NotFound' },
  '500': { $ref: '#/components/responses/Fault' },
};

/** Headers of every call. */
export const sharedParameters = (locale: Locale): Record<string, Parameter> => ({
  language: {
    name: 'think-lang',
    in: 'header',
    description: texts.language[locale],
    schema: { type: 'string', enum: ['zh-cn', 'en'], default: 'zh-cn' },
  },
  server: {
    name: 'server',
    in: 'header',
    description: texts.api[locale],
    schema: { type: 'string' },
    example: 'true',
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: texts.once[locale],
    schema: { type: 'string', maxLength: 100 },
  },
});

export const parameterReference = (name: 'language' | 'server' | 'idempotencyKey'): Reference => ({
  $ref: `#/components/parameters/${name}`,
});

/** Tokens are sent in a header; the same names work as parameter and cookie, for links and streams. */
export const securitySchemes = (locale: Locale) => ({
  batoken: { type: 'apiKey', in: 'header', name: 'batoken', description: texts.admin[locale] },
  'ba-user-token': { type: 'apiKey', in: 'header', name: 'ba-user-token', description: texts.member[locale] },
});
