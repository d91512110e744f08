import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { interfaceErrors } from './error-codes-of-signed-calls.ts';

const server = { write: 'server' } as const;

/**
 * A request of an application (domain reference §2.T `api_log`), without what it contained. It is found by filters: an index of words
 * over its path would take three quarters of what a line costs, and searches of everything would end in it.
 */
export const requestLogEntry = resource({
  name: 'api/request',
  label: text('调用日志', 'Request log'),
  icon: 'ordered-list',
  title: 'path',
  empty: text('还没有应用调用过', 'No application has made a request yet'),
  scope: 'parent',
  partOf: 'application_id',
  actions: ['index', 'export'],
  order: ['id', 'desc'],
  comments: false,
  keep: { days: 180 },
  measures: {
    requests: { label: text('请求', 'Requests'), by: ['outcome', 'method'], at: 'createtime' },
    rows_read: { label: text('返回行数', 'Rows answered'), sum: 'rows', by: ['method'], at: 'createtime' },
  },
  listed: ['createtime', 'application_id', 'method', 'path', 'http_status', 'outcome', 'took', 'rows', 'ip'],
  fields: {
    application_id: field.reference(text('应用', 'Application'), { ...server, to: 'api/application' }),
    method: field.select(text('方法', 'Method'), {
      ...server,
      options: { GET: text('GET', 'GET'), POST: text('POST', 'POST') },
    }),
    path: field.text(text('路径', 'Path'), server),
    http_status: field.integer(text('状态码', 'HTTP status'), server),
    outcome: field.select(text('结果', 'Outcome'), {
      ...server,
      options: { ok: text('成功', 'Success'), ...interfaceErrors },
    }),
    took: field.integer(text('用时（毫秒）', 'Duration (ms)'), server),
    rows: field.integer(text('行数', 'Rows'), server),
    request_id: field.text(text('请求编号', 'Request ID'), { ...server, list: 'offered' }),
    body_hash: field.text(text('正文哈希', 'Hash of the body'), { ...server, list: 'offered' }),
    ip: field.text(text('地址', 'Address'), server),
    area_code: field.area(text('地区', 'Area'), { through: 'application_id', list: 'offered' }),
  },
});
export interface RequestLogEntry extends Row<typeof requestLogEntry> {}
