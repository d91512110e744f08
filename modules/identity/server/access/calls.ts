import { field } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/schema.ts';
import { job } from '../../contract/job.ts';

const id = (label: ReturnType<typeof text>) => field.integer(label, { required: true, min: 1 });
const kept = object({ name: string, label: string, node: { anyOf: [string, { type: 'null' }] } });
const rules = list(object({ name: string, path: string }));
const password = field.password(text('当前密码', 'Current password'));

/** What the API document says of who may do what, of handing over, and of the identity provider. */
export const accessCalls: CallDescriptions = {
  'admin/auth.access/why': {
    summary: text('某人为什么能或不能做某事', 'Why somebody may or may not do something'),
    query: {
      person: id(text('管理员编号', 'ID of the administrator')),
      resource: field.text(text('业务', 'Resource'), { required: true }),
      action: field.text(text('操作', 'Action'), { required: true }),
      row: field.integer(text('记录编号', 'ID of a row'), { min: 1 }),
    },
    data: object({
      allowed: boolean,
      findings: list(object({ rule: string, holds: boolean, text: string })),
      unread: list(kept),
      unwritten: list(kept),
    }),
  },
  'admin/auth.access/compare': {
    summary: text('两个管理组的差异', 'What two groups differ in'),
    query: { a: id(text('管理组', 'Group')), b: id(text('另一管理组', 'Another group')) },
    data: object({ only_a: rules, only_b: rules, both: integer }),
  },
  'admin/auth.access/groups': {
    summary: text('可对照的管理组', 'Groups that can be set side by side'),
    data: object({ options: list(object({ value: key, label: string })) }),
  },
  'admin/auth.access/rights': {
    summary: text('权限矩阵：至多六个管理组逐项对照', 'Matrix of rights: up to six groups side by side'),
    query: { groups: field.text(text('管理组编号，逗号分隔', 'IDs of groups, comma-separated')) },
    data: object({
      groups: list(object({ id: key, name: string })),
      rules: list(object({ id: key, name: string, title: string, kind: string, held: list(boolean) })),
    }),
  },
  'admin/auth.access/matrix': {
    summary: text(
      '权限矩阵（.xlsx），五分钟内有效的下载地址',
      'Permission matrix (.xlsx): an address good for five minutes',
    ),
    data: object({ url: string }),
  },
  'admin/auth.handOver/index': {
    summary: text('一位管理员可移交的岗位与在办事项', 'Jobs and open work of an administrator'),
    query: { from: id(text('移交人编号', 'ID of whoever hands over')) },
    data: object({
      jobs: list(object({ id: key, name: string })),
      jobs_offered: boolean,
      open: list(object({ resource: string, field: string, label: string, n: integer })),
    }),
  },
  'admin/auth.handOver/people': {
    summary: text(
      '可移交工作的同事：辖区内的管理员',
      'Colleagues work is handed over between: of the own jurisdiction',
    ),
    query: { quick_search: field.text(text('姓名或用户名', 'Name or account'), { max: 50 }) },
    data: object({
      list: list(object({ id: key, name: string, username: string, department: { type: ['string', 'null'] } })),
    }),
  },
  'admin/auth.handOver/run': {
    summary: text('移交：jobs 为岗位编号，open 为全部在办事项', 'Hand over: jobs by ID, open for all open work'),
    body: {
      from: id(text('移交人编号', 'ID of whoever hands over')),
      to: id(text('接收人编号', 'ID of whoever takes over')),
      jobs: field.references(text('岗位', 'Jobs'), { to: job.name }),
      open: field.switch(text('在办事项', 'Open work')),
    },
    data: object({ jobs: integer, open: object({}), left: integer }),
  },
  'admin/oidc/index': {
    summary: text('本人关联的统一身份', 'Identities the own account is linked to'),
    data: object({
      enabled: boolean,
      list: list(object({ issuer: string, subject: string, label: string, createtime: integer })),
    }),
  },
  'admin/oidc/start': {
    summary: text(
      '开始统一身份认证；link 与 password 为关联本人账号',
      'Begin at the identity provider; link and password link the own account',
    ),
    body: { keep: field.switch(text('保持登录', 'Keep signed in')), password },
    data: object({ url: string, binder: string }),
  },
  'admin/oidc/finish': {
    summary: text('完成统一身份认证', 'Finish what began at the identity provider'),
    body: {
      search: field.text(text('回调地址的查询部分', 'Query of the address led back to'), { required: true, max: 8000 }),
      binder: field.text(text('开始时所得', 'As told at the beginning'), { required: true, max: 100 }),
    },
    data: object({}),
  },
  'admin/oidc/unlink': {
    summary: text('解除关联', 'Unlink'),
    body: {
      issuer: field.text(text('颁发者', 'Issuer'), { required: true }),
      subject: field.text(text('身份', 'Subject'), { required: true }),
      password,
    },
    data: nothing,
  },
};
