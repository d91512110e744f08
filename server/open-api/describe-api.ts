import type { AnyResource } from '#kernel/declaration/resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { Action, ServedAction } from '#server/http/controller.ts';
import type {
  CallDescription,
  CallDescriptions,
  JsonSchema,
} from '#server/http/json-schema-and-call-description-types.ts';
import {
  callResponse,
  envelopeSchemas,
  parameterReference,
  refusalExamples,
  securitySchemes,
  sharedFailureResponses,
  sharedParameters,
  sharedResponses,
} from './call-responses-and-envelope-schemas.ts';
import { apiTagOfResource, describeResourceOperation } from './describe-resource-operation.ts';
import { bodyExample, bodySchema, valueSchema } from './json-schema-of-field-values-and-bodies.ts';
import { movedRowSchema, movedRowSchemaName, rowSchema, rowSchemaName } from './json-schema-of-row.ts';
import type { ApiDocument, Operation, Parameter, Tag } from './open-api-types.ts';

/** One served action. */
type ServedCall = Omit<ServedAction, 'serves'> & {
  readonly serves: Pick<Action, 'gate' | 'methods' | 'node' | 'described'>;
};

export interface ApiParts {
  readonly resources: readonly AnyResource[];
  /** All served actions; others are not described. */
  readonly calls: readonly ServedCall[];
  /** Descriptions of calls written by hand. */
  readonly descriptions: CallDescriptions;
  readonly version: string;
}

const title = text('行鉴接口', 'Xingjian API');
const intro = text(
  `由业务声明生成。路径为 /admin 或 /api 加点分的控制器名（大小写不限）与动作名。

每次调用的回答都是 HTTP 200 与同一信封 {code, msg, time, data}。code 为 1 成功；0 被拒绝，原因在 data.reason；302 须登录；409 令牌过期，先调 /api/common/refreshToken 再重试；401 没有权限。

令牌放在请求头 batoken（后台）或 ba-user-token（会员）。语言由请求头 think-lang 决定。时间是 Unix 秒，金额是两位小数的字符串，地区是 GB/T 2260 六位代码。`,
  `Generated from the declarations. Addresses are /admin or /api, the dotted name of a controller (case does not matter) and an action.

Every call is answered with HTTP 200 and one envelope {code, msg, time, data}. Code 1 means done; 0 refused, with the reason in data.reason; 302 sign in first; 409 token expired: call /api/common/refreshToken and retry; 401 no permission.

The token travels in the header batoken (back office) or ba-user-token (members). The header think-lang chooses the language. Times are Unix seconds, money is a string with two decimals, areas are six-digit GB/T 2260 codes.`,
);

/** The OpenAPI 3.1 document of everything served, in one language. */
export function describeApi({ resources, calls, descriptions, version }: ApiParts, locale: Locale): ApiDocument {
  const byController = new Map(resources.map((one) => [controllerNameOf(one).toLowerCase(), one]));
  const find = (name: string) => byController.get(name.replace('/', '.').toLowerCase());
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = new Map<string, Tag>();
  for (const call of calls) {
    const resource = byController.get(call.controller.toLowerCase());
    const tag = tagOf(call, resource, locale);
    for (const [method, operation] of operationsOf(call, resource, descriptions, locale, resources)) {
      tags.set(tag.name, tag);
      const path = `/${call.app}/${resource ? controllerNameOf(resource) : call.controller}/${call.action}`;
      paths[path] = { ...paths[path], [method]: { ...operation, tags: [tag.name] } };
    }
  }
  const rows = resources.map((one): [string, JsonSchema] => [rowSchemaName(one), rowSchema(one, locale, find)]);
  const moved = resources
    .filter((one) => Object.keys(one.life?.moves ?? {}).length > 0)
    .map((one): [string, JsonSchema] => [movedRowSchemaName(one), movedRowSchema(one, locale)]);
  return {
    openapi: '3.1.0',
    info: { title: title[locale], version, description: intro[locale] },
    servers: [{ url: '/' }],
    tags: [...tags.values()],
    paths,
    components: {
      schemas: { ...envelopeSchemas(locale), ...Object.fromEntries([...rows, ...moved]) },
      parameters: sharedParameters(locale),
      responses: sharedResponses(locale),
      examples: refusalExamples(locale),
      securitySchemes: securitySchemes(locale),
    },
  };
}

function tagOf({ app, controller }: ServedCall, resource: AnyResource | undefined, locale: Locale): Tag {
  if (!resource) return { name: `${app}.${controller}`, 'x-displayName': controller, 'x-group': app };
  const members = app === 'api';
  return {
    name: members ? `api.${controllerNameOf(resource)}` : controllerNameOf(resource),
    'x-displayName': resource.label[locale] + (members ? (locale === 'en' ? ' (member)' : '（会员）') : ''),
    'x-group': apiTagOfResource(resource),
    ...(resource.remark ? { description: resource.remark[locale] } : {}),
  };
}

/** One operation per method. Actions of a resource are derived from its declaration, others from their descriptions. */
function* operationsOf(
  call: ServedCall,
  resource: AnyResource | undefined,
  descriptions: CallDescriptions,
  locale: Locale,
  resources: readonly AnyResource[],
): Generator<[string, Omit<Operation, 'tags'>]> {
  const { app, controller, action, serves } = call;
  const methods = (serves.methods ?? ['GET']).map((one) => one.toLowerCase());
  const key = `${app}/${controller}/${action}`;
  const found = methods.flatMap((method): [string, Omit<Operation, 'operationId' | 'tags'>][] => {
    const described = descriptionOf(serves, method) ?? descriptions[`${key}.${method}`] ?? descriptions[key];
    // GET of `add` only returns a refusal
    if (resource && action === 'add' && method === 'get') return [];
    const derived =
      resource && !described ? describeResourceOperation(resource, app, action, method, locale, resources) : undefined;
    return [[method, derived ?? writtenOperation(call, described, method, locale)]];
  });
  for (const [method, operation] of found) {
    const node = permissionOf(call, resource, method);
    const name = [app, controller, action, ...(found.length > 1 ? [method] : [])].join('.');
    yield [
      method,
      {
        operationId: name,
        ...operation,
        security: serves.gate === 'none' ? [] : [{ [app === 'admin' ? 'batoken' : 'ba-user-token']: [] }],
        ...(node ? { 'x-permission': node } : {}),
      },
    ];
  }
}

/** What a declared call says of itself, by method where its methods differ. */
const descriptionOf = ({ described }: ServedCall['serves'], method: string): CallDescription | undefined =>
  described && ('summary' in described ? described : described[method as 'get' | 'post']);

/** The permission node of an action; moves and lists check theirs themselves. */
function permissionOf(
  { app, controller, action, serves }: ServedCall,
  resource: AnyResource | undefined,
  method: string,
): string | undefined {
  if (app !== 'admin' || serves.gate === 'none') return undefined;
  const own = action === 'index' || (action === 'edit' && method === 'post');
  if (resource && (own || Object.hasOwn(resource.life?.moves ?? {}, action))) return `${resource.name}/${action}`;
  return serves.gate === 'rule' ? (serves.node ?? `${controller.replaceAll('.', '/')}/${action}`) : undefined;
}

/** The operation of a call written by hand, as far as it is described. */
function writtenOperation(
  { app, action, serves }: ServedCall,
  described: CallDescription | undefined,
  method: string,
  locale: Locale,
): Omit<Operation, 'operationId' | 'tags' | 'security' | 'x-permission'> {
  const reads = method === 'get';
  // parameters belong to the body, unless there is none: a file, or data pushed by others
  const query =
    reads || !described?.body
      ? Object.entries(described?.query ?? {}).map(
          ([name, field]): Parameter => ({
            name,
            in: 'query',
            ...(field.required ? { required: true } : {}),
            schema: valueSchema(field, locale),
          }),
        )
      : [];
  const gate = serves.gate === 'none' ? [] : (['notSignedIn', 'expired'] as const);
  const right = serves.gate === 'rule' ? (['forbidden'] as const) : [];
  const done = described?.raw
    ? {
        description: described.summary[locale],
        content: { [described.raw]: { schema: { type: 'string' } } },
      }
    : callResponse(described?.data ?? {}, locale, [...gate, ...right, 'parameter', 'tooFrequent']);
  const description = described?.description?.[locale];
  return {
    summary: described?.summary[locale] ?? `${app} ${action}`,
    ...(description ? { description } : {}),
    parameters: [...query, parameterReference('language'), parameterReference('server')],
    ...(reads ? {} : requestOf(described, locale)),
    responses: { '200': done, ...sharedFailureResponses },
  };
}

function requestOf(described: CallDescription | undefined, locale: Locale): Pick<Operation, 'requestBody'> {
  if (!described?.body && !described?.upload) return {};
  const form = bodySchema(described.body ?? {}, locale);
  if (!described.upload) {
    const example = bodyExample(described.body ?? {});
    return { requestBody: { required: true, content: { 'application/json': { schema: form, example } } } };
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = {
    ...form,
    required: ['file', ...((form.required as string[] | undefined) ?? [])],
    properties: { file, ...(form.properties as object) },
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}
