import { operators } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { ApiDocument, Operation } from '#server/open-api/open-api-types.ts';
import type { Random } from './seeded-random.ts';
import { strangeHeaders, strangeText, writeStrangeJson, writeStrangeParameter } from './strange-values.ts';

/** A call of the API document, as far as needed to make malformed variants of it. */
export interface DocumentedCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  parameters: readonly DocumentedParameter[];
  /** Keys of the JSON body; undefined when it takes none. */
  body: readonly DocumentedParameter[] | undefined;
  upload: boolean;
  /** Fields of its rows, whether or not the list can be filtered by them. */
  fields: readonly string[];
}

interface DocumentedParameter {
  name: string;
  /** Plausible values, as JSON text. */
  likely: readonly string[];
}

export interface StrangeCall {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Raw text, because not all of it is JSON. */
  payload?: string | Buffer;
  /** A description, if the payload says little. */
  what?: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** Every call of the API document. */
export function documentedCalls(document: ApiDocument): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([path, methods]) => {
    const row = document.components.schemas[path.split('/')[2] ?? ''];
    const fields = Object.keys((row?.properties ?? {}) as object);
    return Object.entries(methods).map(([method, operation]) => ({
      ...documentedCall(path, method, operation),
      fields,
    }));
  });
}

function documentedCall(path: string, method: string, operation: Operation): Omit<DocumentedCall, 'fields'> {
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json'];
  return {
    method: method.toUpperCase() as DocumentedCall['method'],
    path,
    parameters: (operation.parameters ?? []).flatMap((one) =>
      'in' in one && one.in === 'query' ? [{ name: one.name, likely: likelyOf(one.name, one.schema) }] : [],
    ),
    body: json && propertiesOf(json.schema, json.example),
    upload: 'multipart/form-data' in content,
  };
}

function propertiesOf(schema: Schema, example: unknown): DocumentedParameter[] {
  const parts = [
    schema,
    ...['allOf', 'oneOf', 'anyOf'].flatMap((word) => (schema[word] as Schema[] | undefined) ?? []),
  ];
  const found = new Map<string, DocumentedParameter>();
  for (const part of parts)
    for (const [name, one] of Object.entries((part.properties ?? {}) as Record<string, Schema>)) {
      const given = (example as Record<string, unknown> | undefined)?.[name];
      const likely = [...likelyOf(name, one), ...(given === undefined ? [] : [JSON.stringify(given)])];
      found.set(name, { name, likely });
    }
  return [...found.values()];
}

/** A few values that the schema accepts: with them, malformed ones in other places get further. */
function likelyOf(name: string, schema: Schema): string[] {
  const listed = Array.isArray(schema.enum) ? schema.enum : [];
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const values = [...listed, ...examples, ...('example' in schema ? [schema.example] : [])].map((one) =>
    JSON.stringify(one),
  );
  if (/^(id|history_id)$/.test(name)) return ['1', '2', '3', '"1"'];
  if (name === 'ids') return ['[1]', '[1,2,3]', '[[1,1],[2,"2"]]', '"1,2"'];
  if (name === 'version') return ['1', '2', '"1"'];
  if (values.length > 0) return values;
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return ['1', '10'];
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'array') return ['[1]', '["a"]'];
  return ['"a"', '"530102"', '"昆明"'];
}

/** One malformed variant of a call. */
export function makeStrange(random: Random, call: DocumentedCall): StrangeCall {
  const headers: Record<string, string> = { server: 'true', 'think-lang': random.pick(['zh-cn', 'en']) };
  if (random.chance(0.15)) Object.assign(headers, random.pick(strangeHeaders));
  if (call.method !== 'GET' && random.chance(0.2)) headers['idempotency-key'] ??= `k${random.below(3)}`;
  const url = writeAddress(random, call);
  if (call.method === 'GET' || (call.method === 'DELETE' && random.chance(0.5)))
    return { method: call.method, url, headers };
  return {
    method: call.method,
    url,
    headers: { ...headers, 'content-type': contentType(random) },
    payload: writeBody(random, call),
  };
}

const contentType = (random: Random) =>
  random.chance(0.93)
    ? 'application/json'
    : random.pick([
        'application/json; charset=utf-16',
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/octet-stream',
        'application/xml',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=x',
        'x',
      ]);

function writeAddress(random: Random, { path, parameters, body, fields }: DocumentedCall): string {
  const filters = parameters.find(({ name }) => name === 'search[0][field]');
  // alone, because anything else wrong is refused before conditions are read
  if (filters && random.chance(0.5)) return `${path}?${writeConditions(random, filters.likely, fields).join('&')}`;
  const names = [...parameters, ...(body && random.chance(0.1) ? body : [])];
  const written = names.flatMap((one) => {
    if (random.chance(parameters.length > 4 ? 0.6 : 0.2)) return [];
    const likely = random.pick(one.likely);
    return [
      random.chance(0.45)
        ? writeStrangeParameter(random, one.name)
        : `${one.name}=${encodeURIComponent(unquoted(likely))}`,
    ];
  });
  if (random.chance(0.15)) written.push(writeStrangeParameter(random, random.pick(common)));
  return written.length > 0 ? `${path}?${written.join('&')}` : path;
}

/**
 * Conditions of a list that are plausible except for one part: an operator on a field, a column of a relation, a value.
 */
function writeConditions(random: Random, filters: readonly string[], fields: readonly string[]): string[] {
  return Array.from({ length: random.pick([1, 1, 1, 3]) }, (_, place) => {
    const pointing = fields.filter((name) => /_(id|arr|code)$|^(pid|rules)$/.test(name));
    const relation = pointing.length > 0 && random.chance(0.4) ? relationNameOf(random.pick(pointing)) : undefined;
    const field = relation ? `${relation}.${random.pick(relationColumns)}` : unquoted(random.pick(filters));
    const value = random.chance(0.5) ? encodeURIComponent(random.pick(plainValues)) : random.pick(strangeText);
    const at = `search[${place}]`;
    return `${at}[field]=${encodeURIComponent(field)}&${at}[operator]=${encodeURIComponent(random.pick(operators))}&${at}[val]=${value}`;
  });
}

/** A share of the conditions that a list of this call could have: each field and column of a relation with each operator. */
export function* conditionsOf(
  random: Random,
  { method, path, parameters, fields }: DocumentedCall,
  share: number,
): Generator<StrangeCall> {
  const filters = parameters.find(({ name }) => name === 'search[0][field]');
  if (!filters || method !== 'GET') return;
  const related = fields.flatMap((name) =>
    ['id', 'name', 'title', 'username'].map((one) => `${relationNameOf(name)}.${one}`),
  );
  for (const field of [...filters.likely.map(unquoted), ...related])
    for (const operator of operators) {
      if (!random.chance(share)) continue;
      const value = encodeURIComponent(random.pick(plainValues));
      const url = `${path}?search[0][field]=${field}&search[0][operator]=${encodeURIComponent(operator)}&search[0][val]=${value}`;
      yield { method, url, headers: { server: 'true' } };
    }
}

const relationColumns = [
  'id',
  'name',
  'title',
  'username',
  'code',
  'pid',
  'status',
  '__proto__',
  'constructor',
  '',
] as const;
const plainValues = [
  '1',
  'a',
  '1,2',
  '530102',
  '2026-01-01',
  '2026-01-01,2026-12-31',
  '1.5',
  '0,',
  ',9',
  'true',
  '昆明',
] as const;

/** Keys that some calls read although they are not described. */
const common = [
  'lang',
  'batoken',
  'select',
  'initKey',
  'initValue',
  'ids',
  'search',
  'order',
  'quick_search',
  'page',
  'limit',
  'total',
];

const unquoted = (json: string) => {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
};

function writeBody(random: Random, { body = [] }: DocumentedCall): string {
  const luck = random.below(30);
  if (luck === 0)
    return random.pick([
      '',
      '{',
      '[',
      'null',
      '[]',
      '"x"',
      '1',
      'true',
      '{"a":}',
      '\u0000',
      '\ufeff{}',
      "{'a':1}",
      '{"a":1}x',
    ]);
  if (luck === 1) return writeStrangeJson(random);
  const pairs = writePairs(random, body);
  if (random.chance(0.1))
    pairs.push(
      `"${random.pick(['__proto__', 'constructor', 'toString', 'id', 'version', 'ids', 'search', '\\ud800', '', 'password'])}":${writeStrangeJson(random)}`,
    );
  // the same key twice: the last one wins
  if (pairs.length > 0 && random.chance(0.05)) pairs.push(random.pick(pairs));
  return `{${pairs.join(',')}}`;
}

/**
 * Half of the time only one key is wrong, so that the call is processed as far as that key; otherwise a few of them, or
 * all.
 */
function writePairs(random: Random, body: readonly DocumentedParameter[]): string[] {
  if (random.chance(0.5)) {
    const byHand = body.filter(({ name }) => doors.has(name));
    const wrong = random.pick(byHand.length > 0 && random.chance(0.3) ? byHand : body);
    return body.map(
      (one) => `${JSON.stringify(one.name)}:${one === wrong ? writeStrangeJson(random) : random.pick(one.likely)}`,
    );
  }
  const wrong = random.pick([0.05, 0.15, 0.4, 1]);
  const left = random.pick([0, 0.1, 0.5]);
  return body.flatMap(({ name, likely }) => {
    if (random.chance(left)) return [];
    return [`${JSON.stringify(name)}:${random.chance(wrong) ? writeStrangeJson(random) : random.pick(likely)}`];
  });
}

/** Parameters that every call reads before its declaration validates the rest. */
const doors = new Set(['id', 'ids', 'version', 'history_id', 'fields', 'search', 'order', 'reason']);
