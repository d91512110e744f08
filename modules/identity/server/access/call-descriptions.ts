import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';

const id = (label: ReturnType<typeof text>) => field.integer(label, { required: true, min: 1 });
const closedField = object({ name: string, label: string, node: { anyOf: [string, { type: 'null' }] } });
const rules = list(object({ name: string, path: string }));

/** Descriptions of the calls that explain and compare permissions for the API document. */
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
  'admin/viewAs/start': {
    summary: text('以管理组的视角查看（只读，仅超级管理员）', 'View as a group (read-only, super administrators only)'),
    body: {
      group_id: field.integer(text('管理组编号', 'Group ID'), { required: true, min: 1 }),
      area_code: field.text(text('地区', 'Area'), { max: 6 }),
    },
    data: nothing,
  },
  'admin/viewAs/stop': { summary: text('退出管理组视角', 'Stop viewing as a group'), data: nothing },
};
