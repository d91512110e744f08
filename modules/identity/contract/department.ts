import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enabledOptions } from './admin.ts';

/** Kinds of departments. */
export const departmentKinds = {
  bureau: text('局', 'Bureau'),
  section: text('科室', 'Section'),
  squad: text('执法队', 'Enforcement squad'),
  complaint: text('投诉机构', 'Complaint handling body'),
  institution: text('事业单位', 'Public institution'),
  enterprise: text('企业', 'Enterprise'),
} as const;

/** A body or unit of the supervising authorities (domain reference §2.U). */
export const department = resource({
  name: 'auth/department',
  label: text('部门', 'Departments'),
  icon: 'apartment',
  title: 'name',
  scope: 'area',
  tree: 'pid',
  sortable: true,
  order: ['weigh', 'desc'],
  fields: {
    pid: field.parent(text('上级部门', 'Parent department'), { to: 'auth/department', list: 'offered' }),
    name: field.text(text('部门名称', 'Department name'), { required: true, max: 100, search: true }),
    short_code: field.text(text('机关代字', 'Authority code'), { max: 20 }),
    kind: field.select(text('类别', 'Category'), {
      required: true,
      options: departmentKinds,
    }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    leader: field.personName(text('负责人', 'Head')),
    phone: field.text(text('电话', 'Telephone'), { max: 30 }),
    status: field.radio(text('状态', 'Status'), { options: enabledOptions, initial: '1', required: true }),
  },
});
export interface Department extends Row<typeof department> {}
