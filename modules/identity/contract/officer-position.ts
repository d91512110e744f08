import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enabledOptions } from './admin.ts';
import { departmentKinds } from './department.ts';

/** A job of an officer (domain reference §2.U). Assigning a job also grants its groups. */
export const officerPosition = resource({
  name: 'auth/job',
  label: text('岗位', 'Positions'),
  icon: 'solution',
  title: 'name',
  scope: 'all',
  sortable: true,
  order: ['weigh', 'desc'],
  fields: {
    code: field.text(text('岗位编码', 'Position code'), { required: true, max: 30, unique: true, search: true }),
    name: field.text(text('岗位名称', 'Position name'), { required: true, max: 60, search: true }),
    level: field.integer(text('级别', 'Level'), { min: 1, max: 30 }),
    dept_kind: field.select(text('部门类别', 'Department type'), { options: departmentKinds }),
    duties: field.textarea(text('职责', 'Duties'), { max: 1000, list: 'offered' }),
    group_arr: field.references(text('默认管理组', 'Default groups'), {
      to: 'auth/group',
      reach: 'all',
      hint: text('任此岗位的管理员随之加入这些组', 'Administrators in this position join these groups'),
    }),
    status: field.radio(text('状态', 'Status'), { options: enabledOptions, initial: '1', required: true }),
  },
});
export interface OfficerPosition extends Row<typeof officerPosition> {}
