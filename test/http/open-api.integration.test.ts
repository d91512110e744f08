import { afterAll, beforeAll, expect, test } from 'vitest';
import { kinds } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { resources } from '#modules/registry.ts';
import { fileAndLiveStreamCallDescriptions } from '#server/open-api/describe-file-and-live-stream-calls.ts';
import { exampleOf } from '#server/open-api/json-schema-of-field-values-and-bodies.ts';
import type { ApiDocument, Operation } from '#server/open-api/open-api-types.ts';
import { checkField, checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

let app: TestApp;
let officer: Client;
const documents: ApiDocument[] = [];

beforeAll(async () => {
  app = await startApp();
  officer = await app.client({ officer: 'county1' });
  for (const locale of ['zh-cn', 'en'] as const) {
    const answer = await (await app.client({ officer: 'county1' }, locale)).get('/admin/openapi/document');
    expect(answer.status).toBe(200);
    documents.push(JSON.parse(answer.text) as ApiDocument);
  }
});
afterAll(() => app.close());

const operations = (document: ApiDocument): [string, string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [path, method, operation]),
  );

/** Every value below a node, with its path. */
function* walk(node: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [at, node as Record<string, unknown>];
  for (const [key, value] of Object.entries(node)) yield* walk(value, `${at}/${key}`);
}

test('only signed-in callers read it, in their language', async () => {
  expect((await (await app.client('nobody')).get('/admin/openapi/document')).code).toBe(302);
  const [zh, en] = documents;
  expect(zh?.openapi).toBe('3.1.0');
  expect([zh?.info.title, en?.info.title]).toEqual(['行鉴接口', 'Xingjian API']);
  expect(Object.keys(zh?.paths ?? {})).toEqual(Object.keys(en?.paths ?? {}));
  expect(JSON.stringify(documents[1]?.components.schemas)).not.toMatch(/示例|编号/);
});

test('references resolve', () => {
  for (const document of documents) {
    const missing = [...walk(document)].filter(([, node]) => {
      if (typeof node.$ref !== 'string') return false;
      const steps = node.$ref.replace(/^#\//, '').split('/');
      const target = steps.reduce<unknown>((on, step) => (on as Record<string, unknown> | undefined)?.[step], document);
      return target === undefined;
    });
    expect(missing.map(([at, node]) => `${at}: ${String(node.$ref)}`)).toEqual([]);
  }
});

test('every operation has a unique name, a summary, one known tag and answers', () => {
  const [document] = documents as [ApiDocument];
  const all = operations(document);
  const names = all.map(([, , operation]) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const tags = new Set(document.tags.map((tag) => tag.name));
  expect(tags.size).toBe(document.tags.length);
  for (const [path, method, operation] of all) {
    const where = `${method} ${path}`;
    expect(path, where).toMatch(/^\/(admin|api)\/[\w.]+\/\w+$/);
    expect(operation.summary, where).not.toBe('');
    expect(
      operation.tags.map((tag) => tags.has(tag)),
      where,
    ).toEqual([true]);
    expect(Object.keys(operation.responses), where).toEqual(expect.arrayContaining(['200', '500']));
    for (const scheme of operation.security ?? [])
      for (const name of Object.keys(scheme)) expect(document.components.securitySchemes, where).toHaveProperty(name);
  }
});

test('schemas use the words of JSON schema as it defines them', () => {
  const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
  for (const [at, node] of documents.flatMap((document) => [
    ...walk(document.components.schemas),
    ...walk(document.paths),
  ])) {
    if (/\/(properties|examples|example|x-[\w-]+|headers)$/.test(at)) continue;
    if (typeof node.type === 'string' || Array.isArray(node.type)) {
      if (/\/example/.test(at)) continue;
      for (const type of [node.type].flat()) expect(types.has(String(type)), `${at}: ${String(type)}`).toBe(true);
    }
    if (typeof node.pattern === 'string') expect(() => new RegExp(node.pattern as string, 'u'), at).not.toThrow();
    if (Array.isArray(node.required) && typeof node.properties === 'object') {
      for (const name of node.required as string[])
        expect(node.properties, `${at} requires ${name}`).toHaveProperty([name]);
    }
    if (node.type === 'array') expect(node, at).toSatisfy((one: object) => 'items' in one || 'minItems' in one);
  }
});

test('parameters of an operation have unique names', () => {
  for (const [path, method, operation] of operations(documents[0] as ApiDocument)) {
    const names = (operation.parameters ?? []).map((one) => ('$ref' in one ? one.$ref : `${one.in} ${one.name}`));
    expect(new Set(names).size, `${method} ${path}`).toBe(names.length);
  }
});

test('exactly the served actions are described, by declaration or by hand', () => {
  const undescribed = operations(documents[0] as ApiDocument).filter(([, , { summary }]) =>
    /^(admin|api) \w+$/.test(summary),
  );
  expect(
    undescribed.map(([path, method]) => `${method} ${path}`),
    'add them to `calls` of their module',
  ).toEqual([]);
  const served = new Set(Object.keys((documents[0] as ApiDocument).paths).map((path) => path.slice(1)));
  const described = [
    fileAndLiveStreamCallDescriptions,
    ...app.platform.modules.map((part) => part.calls ?? {}),
  ].flatMap(Object.keys);
  expect(described.filter((call) => !served.has(call.replace(/\.(get|post)$/, '')))).toEqual([]);
});

test('every declared resource and move is in it', () => {
  const [document] = documents as [ApiDocument];
  for (const resource of resources) {
    const base = `/admin/${resource.name.replace('/', '.')}`;
    expect(document.components.schemas, resource.name).toHaveProperty([resource.name.replace('/', '.')]);
    for (const action of ['index', 'edit', 'timeline', ...Object.keys(resource.life?.moves ?? {})])
      expect(document.paths, resource.name).toHaveProperty([`${base}/${action}`]);
  }
});

test('examples are valid for their field', () => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const word = { 'zh-cn': '甲', en: 'A' };
    const options = { options: { a: word }, to: 'system/area' };
    const named = { 'enterprise/enterprise': word };
    const field = {
      kind,
      label: { 'zh-cn': kind, en: kind },
      options: /select|radio|checkbox/.test(kind) ? options : kind === 'oneOf' ? { to: named } : {},
    };
    expect(checkField(field, exampleOf(field), 'en'), kind).not.toHaveProperty('errors');
  }
  for (const resource of resources) {
    const operation = (documents[0] as ApiDocument).paths[`/admin/${resource.name.replace('/', '.')}/add`]?.post;
    const body = operation?.requestBody?.content['application/json']?.example as Record<string, unknown> | undefined;
    if (body) expect(checkFields(writableFields(resource, 'add'), body, 'en').errors, resource.name).toEqual({});
  }
});

test('an answered row has all that its schema promises', async () => {
  const admin = await app.client({ officer: 'admin' });
  // lists written by hand may contain more of a row than its declaration
  const written = app.platform.modules.flatMap((part) => part.controllers?.(app.platform) ?? []);
  const byHand = new Set(written.filter((one) => 'index' in one.actions).map((one) => one.name.toLowerCase()));
  for (const resource of resources) {
    const name = resource.name.replace('/', '.');
    const { data } = await admin.get<{ list?: Record<string, unknown>[] }>(`/admin/${name}/index`);
    const row = data?.list?.[0];
    if (!row) continue;
    const schema = (documents[0] as ApiDocument).components.schemas[name] as {
      required: string[];
      properties: Record<string, unknown>;
    };
    expect(Object.keys(row), name).toEqual(expect.arrayContaining(schema.required));
    if (byHand.has(name.toLowerCase())) continue;
    expect(Object.keys(schema.properties), name).toEqual(expect.arrayContaining(Object.keys(row)));
  }
  expect(officer.token).not.toBe('');
});
