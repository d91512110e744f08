import { expect, test } from 'vitest';
import { modules } from '#modules/registry.ts';
import {
  foldersOf,
  limitText,
  type OpenApiDocument,
  resolveSchema,
  searchFolders,
  typeText,
} from './open-api-document.ts';

const operation = (tag: string, summary: string) => ({ operationId: summary, tags: [tag], summary, responses: {} });
const document: OpenApiDocument = {
  info: { title: 'API', version: '1', description: '' },
  tags: [
    { name: 'enterprise.licence', 'x-displayName': '许可证', 'x-group': 'enterprise' },
    { name: 'admin.job', 'x-displayName': 'job', 'x-group': 'admin' },
  ],
  paths: {
    '/admin/enterprise.licence/index': { get: operation('enterprise.licence', '列表') },
    '/admin/enterprise.licence/edit': {
      get: operation('enterprise.licence', '详情'),
      post: operation('enterprise.licence', '修改'),
    },
    '/admin/job/index': { get: operation('admin.job', '我的任务') },
  },
};
const folders = foldersOf(document, modules, 'zh-cn', { admin: '后台通用', api: '公开' });

test('calls stand in the folders of the menu, those of no resource at the end', () => {
  expect(folders.map((folder) => folder.title)).toEqual(['企业管理', '后台通用']);
  expect(folders[0]?.tags[0]?.entries.map(({ method, operation: one }) => [method, one.summary])).toEqual([
    ['get', '列表'],
    ['get', '详情'],
    ['post', '修改'],
  ]);
});

test('a search keeps calls that have every word, whatever they stand in', () => {
  const found = (search: string) =>
    searchFolders(folders, search).flatMap((one) => one.tags.flatMap((tag) => tag.entries));
  expect(found('许可证 列表').map((entry) => entry.path)).toEqual(['/admin/enterprise.licence/index']);
  expect(found('JOB')).toHaveLength(1);
  expect(found('')).toHaveLength(4);
  expect(found('许可证 任务')).toEqual([]);
});

test('types and limits are said in short', () => {
  expect(typeText({ type: ['string', 'null'] })).toBe('string | null');
  expect(typeText({ type: 'array', items: { $ref: '#/components/schemas/enterprise.licence' } })).toBe(
    'enterprise.licence[]',
  );
  expect(typeText({ oneOf: [{ type: 'integer' }, { const: 'x' }] })).toBe('integer | "x"');
  expect(limitText({ minimum: 1, maxLength: 40, pattern: '^a$', default: 'b' })).toEqual([
    '≤ 40',
    '≥ 1',
    '^a$',
    '= "b"',
  ]);
});

test('references are followed', () => {
  expect(resolveSchema(document, { $ref: '#/info' })).toBe(document.info);
});
