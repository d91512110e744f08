import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/schema.ts';
import { job } from '../../contract/job.ts';

const id = (label: ReturnType<typeof text>) => field.integer(label, { required: true, min: 1 });
const closedField = object({ name: string, label: string, node: { anyOf: [string, { type: 'null' }] } });
const rules = list(object({ name: string, path: string }));
const password = field.password(text('当前密码', 'Current password'));

/** Descriptions of the calls for permissions, handing over work and the identity provider in the API document. */
export const accessCalls: CallDescriptions = {
  'admin/auth.access/why': {
    summary: text('某人为什么能或不能做某事', 'Why someone may or may not do something'),
    query: {
      person: id(text('管理员编号', 'Administrator ID')),
      resource: field.text(text('业务', 'Resource'), { required: true }),
      action: field.text(text('操作', 'Action'), { required: true }),
      row: field.integer(text('记录编号', 'Record ID'), { min: 1 }),
    },
    data: object({
      allowed: boolean,
      findings: list(object({ rule: string, holds: boolean, text: string })),
      unread: list(closedField),
      unwritten: list(closedField),
    }),
  },
  'admin/auth.access/compare': {
    summary: text('两个管理组的差异', 'Differences between two groups'),
    query: { a: id(text('管理组', 'Group')), b: id(text('另一管理组', 'Another group')) },
    data: object({ only_a: rules, only_b: rules, both: integer }),
  },
  'admin/auth.access/groups': {
    summary: text('可对照的管理组', 'Groups that can be compared'),
    data: object({ options: list(object({ value: key, label: string })) }),
  },
  'admin/auth.access/rights': {
    summary: text('权限矩阵：至多六个管理组逐项对照', 'Permission matrix: compare up to six groups'),
    query: { groups: field.text(text('管理组编号，逗号分隔', 'Group IDs, comma-separated')) },
    data: object({
      groups: list(object({ id: key, name: string })),
      rules: list(object({ id: key, name: string, title: string, kind: string, held: list(boolean) })),
    }),
  },
  'admin/auth.access/matrix': {
    summary: text(
      '权限矩阵（.xlsx），五分钟内有效的下载地址',
      'Permission matrix (.xlsx): download address valid for five minutes',
    ),
    data: object({ url: string }),
  },
  'admin/auth.handOver/index': {
    summary: text(
      '一位管理员可移交的岗位与在办事项',
      'Positions and open work of an administrator that can be handed over',
    ),
    query: { from: id(text('移交人编号', 'ID of the person handing over')) },
    data: object({
      jobs: list(object({ id: key, name: string })),
      jobs_offered: boolean,
      open: list(object({ resource: string, field: string, label: string, n: integer })),
    }),
  },
  'admin/auth.handOver/people': {
    summary: text(
      '可移交工作的同事：辖区内的管理员',
      'Colleagues work can be handed over between: administrators in the jurisdiction',
    ),
    query: { quick_search: field.text(text('姓名或用户名', 'Name or username'), { max: 50 }) },
    data: object({
      list: list(object({ id: key, name: string, username: string, department: { type: ['string', 'null'] } })),
    }),
  },
  'admin/auth.handOver/run': {
    summary: text(
      '移交：jobs 为岗位编号，open 为全部在办事项',
      'Hand over: jobs are position IDs, open means all open work',
    ),
    body: {
      from: id(text('移交人编号', 'ID of the person handing over')),
      to: id(text('接收人编号', 'ID of the person taking over')),
      jobs: field.references(text('岗位', 'Positions'), { to: job.name }),
      open: field.switch(text('在办事项', 'Open work')),
    },
    data: object({ jobs: integer, open: object({}), left: integer }),
  },
  'admin/oidc/index': {
    summary: text('本人关联的统一身份', 'Own linked identities'),
    data: object({
      enabled: boolean,
      list: list(object({ issuer: string, subject: string, label: string, createtime: integer })),
    }),
  },
  'admin/oidc/start': {
    summary: text(
      '开始统一身份认证；link 与 password 为关联本人账号',
      'Start single sign-on; link and password link one’s own account',
    ),
    body: { keep: field.switch(text('保持登录', 'Stay signed in')), password },
    data: object({ url: string, binder: string }),
  },
  'admin/oidc/finish': {
    summary: text('完成统一身份认证', 'Complete single sign-on'),
    body: {
      search: field.text(text('回调地址的查询部分', 'Query part of the redirect address'), {
        required: true,
        max: 8000,
      }),
      binder: field.text(text('开始时所得', 'Received at the start'), { required: true, max: 100 }),
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
